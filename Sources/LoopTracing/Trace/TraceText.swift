internal import LoopEngine

/// The text form of a trace: one event a line, in columns.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// let kinds: [TraceEvent.Kind] = [
///   .loop(.runBegan(.default)), .loop(.activity(.entry)), .loop(.calloutBegan(.block)), .print("hello", .output),
///   .loop(.calloutEnded(.block)), .loop(.activity(.exit)), .loop(.runEnded(.default, .finished)),
/// ]
/// let events = kinds.map {
///   TraceEvent(kind: $0, time: 0, thread: "main", loop: "main", mode: "default", label: "greet")
/// }
/// print(TraceText(Trace(events: events, clock: .virtual)).text, terminator: "")
/// ```
///
/// ```output
/// +0.000s  main  entry          default
/// +0.000s  main    block        "greet"
/// +0.000s  main    print        hello
/// +0.000s  main  exit           finished
/// ```
///
/// A recording is such a text. This is the one of a loop that waits for a timer, which ends the run:
///
/// ```swift
/// import LoopEngine
///
/// Loop.current.add(LoopTimer(after: .seconds(1), label: "tick") { _ in Loop.current.stop() })
/// Loop.current.run(mode: .default, for: .seconds(2))
/// ```
///
/// ```trace
/// +0.000s  main  entry          default
/// +0.000s  main  beforeTimers
/// +0.000s  main  beforeSources
/// +0.000s  main  beforeWaiting
/// +1.000s  main  afterWaiting   timer
/// +1.000s  main    timer        "tick"
/// +1.000s  main    stop         main
/// +1.000s  main  exit           stopped
/// ```
///
/// The grammar, with two spaces or more between columns, and none at the end of a line:
///
/// ```text
/// line      = time  thread  indent event  [detail]
/// time      = "+0.000s", or with six decimals when an event of the trace is not at a whole millisecond; smaller
///             parts are cut off; "~" with the real clock
/// indent    = two spaces for each level: the activities of an outermost run have none; what happens in a run has
///             one more than the run's activities; a run inside a callout has one more than the callout
///
/// event            detail
/// entry            the run's mode
/// beforeTimers, beforeSources, beforeWaiting
/// afterWaiting     why it woke: wakeUp, timer, source, mainQueue, timeout, nothing
/// exit             the run's result: finished, stopped, timedOut, handledSource
/// timer, source, descriptor, port, block, mainQueue: a callout begins
///                  item
/// print, printerr  the line that was printed, to standard output or standard error
/// signal           item: the source; the thread is the one that signals
/// wakeUp           name of the loop that is woken
/// stop             name of the loop that is stopped; with a mode: name "mode" mode
/// snapshot         quoted name
/// blockQueued      item, "on" and the name of the loop: another thread's
/// run              mode and result of a run that had nothing to run for, and so no entry
/// threadBegan, threadEnded
///
/// and with everything:
/// observer         item: an observer's callout begins
/// calloutEnded     kind of the callout, and item
/// itemAdded, itemRemoved
///                  item, "mode" and the mode
/// itemInvalidated, blockQueued of the loop's own thread
///                  item
/// modeCreated, commonModeAdded
///                  the mode
/// loopMade, loopEnded
///                  name of the loop
///
/// item      = the label, quoted; `line 12` if it has no label; nothing if it has no line either
/// quoted    = the text between `"`, in which `"` and `\` have `\` before them
/// ```
///
/// Other runs' beginnings and ends, a sleep and its end are not lines of their own: the lines of the activities tell of
/// them. Control characters are written `\n`, `\r`, `\t` or `\u{1B}` everywhere, so that an event is always one line.
/// The columns of times and threads are as wide as their longest; that of the events is 13 wide, or as wide as its
/// widest.
public struct TraceText: Sendable, Hashable {
  /// How much is shown.
  ///
  /// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
  /// let kinds: [TraceEvent.Kind] = [
  ///   .loop(.itemAdded(.default)), .loop(.calloutBegan(.timer)), .loop(.calloutEnded(.timer)),
  /// ]
  /// let events = kinds.map { TraceEvent(kind: $0, time: 0, thread: "main", loop: "main", label: "tick") }
  /// for detail in [TraceText.Detail.usual, .everything] {
  ///   print(TraceText(Trace(events: events, clock: .virtual), detail: detail).text)
  /// }
  /// ```
  ///
  /// ```output
  /// +0.000s  main  timer          "tick"
  ///
  /// +0.000s  main  itemAdded      "tick" mode default
  /// +0.000s  main  timer          "tick"
  /// +0.000s  main  calloutEnded   timer "tick"
  ///
  /// ```
  public enum Detail: Sendable {
    /// What a reader follows a loop by.
    case usual
    /// Additionally what is done to items and modes, ends of callouts, and observers.
    case everything
  }

  /// One line of the text and the event that it tells of.
  ///
  /// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
  /// let kinds: [TraceEvent.Kind] = [.loop(.itemAdded(.default)), .print("tick", .output)]
  /// let trace = Trace(events: kinds.map { TraceEvent(kind: $0, time: 0, thread: "main") }, clock: .virtual)
  /// for line in TraceText(trace).lines { print("event \(line.event):", line.text) }
  /// ```
  ///
  /// ```output
  /// event 1: +0.000s  main  print          tick
  /// ```
  public struct Line: Sendable, Hashable {
    /// The line, without its end.
    public var text: String
    /// The event's place in the trace.
    public var event: Int
  }

  /// The lines, first to last.
  public var lines: [Line]

  /// The text form of the events of `trace` that `filter` lets pass.
  ///
  /// What is left out takes no part in the widths of columns, but the levels and decimals are those of the whole trace.
  public init(_ trace: Trace, filter: TraceFilter = TraceFilter(), detail: Detail = .usual) {
    let rows = Self.rows(trace, filter: filter, detail: detail)
    let times = rows.reduce(0) { max($0, $1.time.count) }
    let threads = rows.reduce(0) { max($0, $1.thread.count) }
    let names = rows.reduce(13) { max($0, 2 * $1.level + $1.name.count) }
    lines = rows.map { row in
      let name = String(repeating: " ", count: 2 * row.level) + row.name
      var text = row.time.padded(times) + "  " + row.thread.padded(threads) + "  "
      text += row.detail.isEmpty ? name : name.padded(names) + "  " + row.detail
      return Line(text: text.withoutTrailingBlanks, event: row.event)
    }
  }

  /// One line as its columns, for those who lay them out themselves.
  package struct Row: Sendable {
    /// The event's place in the trace.
    package var event: Int
    /// "+1.000s", or "~" with the real clock.
    package var time: String
    /// The thread's name.
    package var thread: String
    /// How deep the line stands: two spaces of the text form each.
    package var level: Int
    /// What happened: "timer".
    package var name: String
    /// What more there is to say; empty when nothing.
    package var detail: String
  }

  /// The columns of the lines that `TraceText` of the same arguments has.
  package static func rows(
    _ trace: Trace, filter: TraceFilter = TraceFilter(), detail: Detail = .usual
  ) -> [Row] {
    let walk = TraceWalk(trace)
    let decimals = trace.events.allSatisfy { $0.time.isMultiple(of: 1_000_000) } ? 3 : 6
    var rows: [Row] = []
    for (index, (event, place)) in zip(trace.events, walk.places).enumerated() {
      guard filter.passes(event, place), let words = Self.words(event, place, detail) else { continue }
      rows.append(
        Row(
          event: index, time: trace.clock == .real ? "~" : Self.time(event.time, decimals),
          thread: event.thread.withoutControls, level: Self.level(event, place), name: words.name,
          detail: words.detail))
    }
    return rows
  }

  /// The lines, each with a line feed at its end; empty when there are none.
  public var text: String { lines.map { $0.text + "\n" }.joined() }

  private static func time(_ nanoseconds: Int64, _ decimals: Int) -> String {
    let (seconds, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let digits = String(rest)
    let fraction = String(repeating: "0", count: 9 - digits.count) + digits
    return "\(nanoseconds < 0 ? "-" : "+")\(seconds).\(fraction.prefix(decimals))s"
  }

  private static func level(_ event: TraceEvent, _ place: TraceWalk.Place) -> Int {
    if place.runs == 0 { return 0 }
    switch event.kind {
    case .loop(.activity), .loop(.runEnded): return 2 * (place.runs - 1)
    default: break
    }
    return 2 * (place.runs - 1) + 1
  }

  /// The event's name and detail; nil when it is not a line.
  private static func words(
    _ event: TraceEvent, _ place: TraceWalk.Place, _ detail: Detail
  ) -> (name: String, detail: String)? {
    switch event.kind {
    case .print(let text, let stream):
      return (stream == .output ? "print" : "printerr", text.withoutControls)
    case .snapshot(let name, _): return ("snapshot", name.quoted)
    case .loop(let kind): return words(kind, event, place, detail)
    }
  }

  private static func words(
    _ kind: LoopEvent.Kind, _ event: TraceEvent, _ place: TraceWalk.Place, _ detail: Detail
  ) -> (name: String, detail: String)? {
    let item = event.label?.quoted ?? event.line.map { "line \($0)" } ?? ""
    let loop = event.loop.withoutControls
    switch kind {
    case .runEnded(let mode, _):
      return place.note.map { ("run", joined(mode.name.withoutControls, $0)) }
    case .runBegan, .slept, .woke: return nil
    case .threadBegan: return ("threadBegan", "")
    case .threadEnded: return ("threadEnded", "")
    case .blockQueued where !loop.isEmpty && event.loop != event.thread:
      return ("blockQueued", joined(item, "on " + loop))
    case .activity(let activity): return (activity.description, (place.note ?? "").withoutControls)
    case .calloutBegan(let callout) where callout != .observer: return (callout.rawValue, item)
    case .signaled: return ("signal", item)
    case .wakeUpRequested: return ("wakeUp", loop)
    case .stopRequested(let mode): return ("stop", joined(loop, mode.map { "mode " + $0.name.withoutControls } ?? ""))
    default: break
    }
    if detail == .usual { return nil }
    switch kind {
    case .calloutBegan(let callout): return (callout.rawValue, item)
    case .calloutEnded(let callout): return ("calloutEnded", joined(callout.rawValue, item))
    case .itemAdded(let mode): return ("itemAdded", joined(item, "mode " + mode.name.withoutControls))
    case .itemRemoved(let mode): return ("itemRemoved", joined(item, "mode " + mode.name.withoutControls))
    case .itemInvalidated: return ("itemInvalidated", item)
    case .blockQueued: return ("blockQueued", item)
    case .modeCreated(let mode): return ("modeCreated", mode.name.withoutControls)
    case .commonModeAdded(let mode): return ("commonModeAdded", mode.name.withoutControls)
    case .loopMade: return ("loopMade", loop)
    case .loopEnded: return ("loopEnded", loop)
    default: return nil
    }
  }

  private static func joined(_ parts: String...) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension String {
  /// With `\n` and the like for control characters and for what ends a line.
  fileprivate var withoutControls: String { escaped(quotes: false) }

  /// Between quotation marks, with these and backslashes escaped.
  fileprivate var quoted: String { "\"\(escaped(quotes: true))\"" }

  private func escaped(quotes: Bool) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      case "\"" where quotes: result.append(contentsOf: "\\\"".unicodeScalars)
      case "\\" where quotes: result.append(contentsOf: "\\\\".unicodeScalars)
      default:
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator:
          result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
        default: result.append(scalar)
        }
      }
    }
    return String(result)
  }

  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  fileprivate var withoutTrailingBlanks: String {
    var result = self[...]
    while result.last == " " { result.removeLast() }
    return String(result)
  }
}
