internal import LoopEngine
internal import Words

/// The items of a snapshot, recognised where they stand in several modes.
struct StructureItems {
  /// A number for each item that is in more than one mode.
  private var numbers: [LoopSnapshot.Item: Int] = [:]
  private let common: Set<LoopSnapshot.Item>
  private let origin: LoopInstant?
  /// The words that they are told in.
  let language: InterfaceWords

  init(_ snapshot: LoopSnapshot, _ language: InterfaceWords, origin: LoopInstant?) {
    self.language = language
    self.origin = origin
    common = Set(snapshot.commonItems)
    var modes: [LoopSnapshot.Item: Int] = [:]
    var order: [LoopSnapshot.Item] = []
    for mode in snapshot.modes {
      for item in Set(mode.items) { modes[item, default: 0] += 1 }
      order += mode.items
    }
    for item in order where modes[item, default: 0] > 1 && numbers[item] == nil { numbers[item] = numbers.count + 1 }
  }

  /// Whether an item is in several modes.
  var haveShared: Bool { !numbers.isEmpty }

  /// Its number, if it is in several modes.
  func number(_ item: LoopSnapshot.Item) -> Int? { numbers[item] }

  /// Whether it was added to the common modes.
  func isCommon(_ item: LoopSnapshot.Item) -> Bool { common.contains(item) }

  /// What it is called.
  func name(_ item: LoopSnapshot.Item) -> String {
    if let label = item.label, !label.isEmpty { return label }
    return item.location.map { language.text(.line, ["line": "\($0.line)"]) } ?? word(item.kind)
  }

  /// What it is.
  func word(_ kind: LoopSnapshot.Item.Kind) -> String {
    switch kind {
    case .signalSource: language[.source]
    case .descriptorSource: language[.descriptorSource]
    case .port: language[.port]
    case .timer: language[.timer]
    case .observer: language[.observer]
    }
  }

  static func icon(_ kind: LoopSnapshot.Item.Kind) -> Icon {
    switch kind {
    case .signalSource: .source
    case .descriptorSource: .descriptor
    case .port: .port
    case .timer: .timer
    case .observer: .observer
    }
  }

  /// What there is to say of it: "at 1 s, every 1 s".
  func details(_ item: LoopSnapshot.Item) -> [String] {
    var parts: [String] = []
    if item.isSignaled { parts.append(language[item.kind == .port ? .hasMessages : .signaled]) }
    if let date = item.nextFireDate {
      if date == .distantFuture {
        parts.append(language[.neverFires])
      } else if let origin {
        let (time, overflow) = date.nanoseconds.subtractingReportingOverflow(origin.nanoseconds)
        if !overflow { parts.append(language.text(.firesAt, ["time": TimeText.words(time)])) }
      }
    }
    if let interval = item.interval { parts.append(language.text(.everyTime, ["time": TimeText.words(interval)])) }
    if let activities = item.activities {
      parts.append(activities.description.split(separator: "|").joined(separator: ", "))
    }
    if item.order != 0 { parts.append(language.text(.orderIs, ["number": "\(item.order)"])) }
    if !item.isValid { parts.append(language[.invalid]) }
    return parts
  }
}

extension LoopSnapshot.ModeState {
  /// Everything in the mode.
  var items: [LoopSnapshot.Item] { sources + ports + timers + observers }
}
