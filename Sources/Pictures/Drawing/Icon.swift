internal import LoopEngine
internal import Words

/// A small drawing, ten by ten.
enum Icon: String, CaseIterable {
  case timer, source, descriptor, port, block, mainQueue, observer
  case wakeUp, signal, stop, timeout, nothing, print, printerr, snapshot, thread

  /// What is called.
  init(_ callout: LoopEvent.Callout) {
    switch callout {
    case .timer: self = .timer
    case .source: self = .source
    case .descriptor: self = .descriptor
    case .port: self = .port
    case .block: self = .block
    case .mainQueue: self = .mainQueue
    case .observer: self = .observer
    }
  }

  /// What ended a sleep.
  init(_ reason: LoopEvent.WakeReason) {
    switch reason {
    case .wakeUp: self = .wakeUp
    case .timer: self = .timer
    case .source: self = .port
    case .mainQueue: self = .mainQueue
    case .timeout: self = .timeout
    case .nothing: self = .nothing
    }
  }

  /// The lines of the drawing.
  var path: String {
    switch self {
    case .timer: "M5 .8A4.2 4.2 0 1 1 5 9.2A4.2 4.2 0 1 1 5 .8ZM5 2.6V5L6.8 6.2"
    case .signal: "M5.8 .6L2 5.6H4.8L4.2 9.4L8 4.2H5.2Z"
    case .source: "M2.2 9.4V.9H8.4L6.6 3.2L8.4 5.5H2.2"
    case .descriptor: "M.6 5H3.4M6.6 5H9.4M3.4 2.2V7.8M6.6 2.2V7.8"
    case .port: "M.8 2H9.2V8.2H.8ZL5 5.6L9.2 2"
    case .block:
      "M3.9 .8C1.6 .8 3.4 4.6 1.2 5C3.4 5.4 1.6 9.2 3.9 9.2M6.1 .8C8.4 .8 6.6 4.6 8.8 5C6.6 5.4 8.4 9.2 6.1 9.2"
    case .mainQueue: "M1 2H9M1 5H9M1 8H9"
    case .observer: "M.5 5C2.8 1.6 7.2 1.6 9.5 5C7.2 8.4 2.8 8.4 .5 5ZM5 3.7A1.3 1.3 0 1 1 5 6.3A1.3 1.3 0 1 1 5 3.7Z"
    case .wakeUp: "M1.2 7.4C2.8 6.2 1.8 1.4 5 1.4S7.2 6.2 8.8 7.4ZM4.1 9.1H5.9"
    case .stop: "M2 2H8V8H2Z"
    case .timeout: "M2 .8H8M2 9.2H8M2.8 .8C2.8 4 7.2 6 7.2 9.2M7.2 .8C7.2 4 2.8 6 2.8 9.2"
    case .nothing: "M3 3.2C3 .6 7 .6 7 3.2C7 4.8 5 4.8 5 6.4M5 8.6V9"
    case .print: "M1.8 .8H8.2V9.2H1.8ZM3.6 3.4H6.4M3.6 5.2H6.4M3.6 7H5.4"
    case .printerr: "M1.8 .8H8.2V9.2H1.8ZM5 2.6V5.6M5 7.2V7.5"
    case .snapshot: "M.8 2.8H2.8L3.8 1.4H6.2L7.2 2.8H9.2V8.6H.8ZM5 3.9A1.7 1.7 0 1 1 5 7.3A1.7 1.7 0 1 1 5 3.9Z"
    case .thread: "M1 5H9M1 2V8M9 2V8"
    }
  }

  /// What the key says of it.
  var meaning: InterfaceWord {
    switch self {
    case .timer: .timer
    case .source: .source
    case .descriptor: .descriptor
    case .port: .port
    case .block: .block
    case .mainQueue: .mainQueue
    case .observer: .observer
    case .wakeUp: .wakeUp
    case .signal: .signal
    case .stop: .stop
    case .timeout: .timeLimit
    case .nothing: .noReason
    case .print: .printing
    case .printerr: .printingError
    case .snapshot: .snapshot
    case .thread: .threadMark
    }
  }
}

extension Markup {
  /// The icons' drawings, which `use` then names.
  mutating func symbols(_ icons: some Sequence<Icon>, prefix: String) {
    for icon in icons {
      open("symbol", ["id": "\(prefix)-\(icon.rawValue)", "viewBox": "0 0 10 10"])
      empty("path", ["d": icon.path])
      close("symbol")
    }
  }

  /// An icon with its middle at that point.
  mutating func icon(_ icon: Icon, _ x: Double, _ y: Double, size: Double = 10, class name: String, prefix: String) {
    empty(
      "use",
      [
        "class": name, "href": "#\(prefix)-\(icon.rawValue)", "x": (x - size / 2).markup, "y": (y - size / 2).markup,
        "width": size.markup, "height": size.markup,
      ])
  }
}
