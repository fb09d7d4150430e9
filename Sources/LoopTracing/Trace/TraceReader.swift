internal import LoopEngine

/// Makes a trace of its JSON form.
enum TraceReader {
  typealias Problem = JSONParser.Problem

  static func trace(_ json: JSON) throws(Problem) -> Trace {
    var object = try JSONObject(json)
    // First of all: another version may have anything else.
    let version = try object.required("version")
    guard case .integer(let number) = version.value, number == TraceJSON.version else {
      var found = ""
      version.write(to: &found)
      throw Problem(
        message: "this trace has version \(found.prefix(40)), but only version \(TraceJSON.version) can be read",
        offset: version.offset)
    }
    let clock = try object.word("clock", [Trace.Clock.real, .virtual])
    var events: [TraceEvent] = []
    for element in try object.elements("events") { events.append(try event(element)) }
    try object.end()
    return Trace(events: events, clock: clock)
  }

  private static func event(_ json: JSON) throws(Problem) -> TraceEvent {
    var object = try JSONObject(json)
    let name = try object.required("event")
    var event = TraceEvent(
      kind: .loop(.threadBegan), time: try object.integer("time"), thread: try object.string("thread"),
      loop: try object.optionalString("loop") ?? "", mode: try object.optionalString("mode"),
      label: try object.optionalString("label"), file: try object.optionalString("file"),
      line: try object.optionalInteger("line"))
    event.kind = try kind(name, &object)
    try object.end()
    return event
  }

  private static func kind(_ name: JSON, _ object: inout JSONObject) throws(Problem) -> TraceEvent.Kind {
    switch try JSONObject.string(name) {
    case "print":
      let stream = try object.word("stream", [TraceEvent.PrintStream.output, .error])
      return .print(try object.string("text"), stream)
    case "snapshot": return .snapshot(try object.string("name"), try snapshot(try object.required("snapshot")))
    case "threadBegan": return .loop(.threadBegan)
    case "threadEnded": return .loop(.threadEnded)
    case "runBegan": return .loop(.runBegan(try object.mode("ofMode")))
    case "runEnded":
      let mode = try object.mode("ofMode")
      let results: [RunResult] = [.finished, .stopped, .timedOut, .handledSource]
      return .loop(.runEnded(mode, try object.word("result", results) { $0.description }))
    case "activity": return .loop(.activity(try activity(try object.required("activity"))))
    case "calloutBegan": return .loop(.calloutBegan(try callout(&object)))
    case "calloutEnded": return .loop(.calloutEnded(try callout(&object)))
    case "slept": return .loop(.slept(until: try object.optionalInstant("until")))
    case "woke":
      let reasons: [LoopEvent.WakeReason] = [.wakeUp, .timer, .source, .mainQueue, .timeout, .nothing]
      return .loop(.woke(try object.word("reason", reasons)))
    case "signaled": return .loop(.signaled)
    case "wakeUpRequested": return .loop(.wakeUpRequested)
    case "stopRequested": return .loop(.stopRequested(try object.optionalString("ofMode").map { Mode($0) }))
    case "modeCreated": return .loop(.modeCreated(try object.mode("ofMode")))
    case "commonModeAdded": return .loop(.commonModeAdded(try object.mode("ofMode")))
    case "loopMade": return .loop(.loopMade)
    case "loopEnded": return .loop(.loopEnded)
    case "itemAdded": return .loop(.itemAdded(try object.mode("ofMode")))
    case "itemRemoved": return .loop(.itemRemoved(try object.mode("ofMode")))
    case "itemInvalidated": return .loop(.itemInvalidated)
    case "blockQueued": return .loop(.blockQueued)
    case let other: throw Problem(message: "traces have no event '\(other.prefix(40))'", offset: name.offset)
    }
  }

  private static func callout(_ object: inout JSONObject) throws(Problem) -> LoopEvent.Callout {
    try object.word("callout", [.timer, .source, .descriptor, .port, .block, .mainQueue, .observer])
  }

  private static func activity(_ json: JSON) throws(Problem) -> LoopActivity {
    switch json.value {
    case .integer(let bits):
      if let bits = UInt32(exactly: bits) { return LoopActivity(rawValue: bits) }
    case .string(let text):
      if let activity = activity(named: text) { return activity }
    default: break
    }
    throw Problem(message: "names of activities joined by '|', 'all', 'none' or bits are expected", offset: json.offset)
  }

  /// What a description may name: made once, since most events of a trace are activities.
  private static let activities: [(name: String, activity: LoopActivity)] =
    [LoopActivity.entry, .beforeTimers, .beforeSources, .beforeWaiting, .afterWaiting, .exit].map {
      ($0.description, $0)
    }

  /// The name of one activity; `nil` where it is none, or several.
  static func name(of activity: LoopActivity) -> String? { activities.first { $0.activity == activity }?.name }

  /// The activities that a description is of.
  static func activity(named text: String) -> LoopActivity? {
    if text == "all" { return .all }
    if text == "none" { return [] }
    var result: LoopActivity = []
    for name in text.split(separator: "|", omittingEmptySubsequences: false) {
      guard let activity = activities.first(where: { $0.name == name })?.activity else { return nil }
      result.insert(activity)
    }
    return result
  }

  private static func snapshot(_ json: JSON) throws(Problem) -> LoopSnapshot {
    var object = try JSONObject(json)
    let snapshot = LoopSnapshot(
      made: try object.string("loop"), currentMode: try object.optionalString("currentMode").map { Mode($0) },
      commonModes: try object.modes("commonModes"), commonItems: try items("commonItems", &object),
      modes: try map(try object.elements("modes"), modeState), blocks: try map(try object.elements("blocks"), block),
      isWaiting: try object.bool("isWaiting"), isStopped: try object.bool("isStopped"))
    try object.end()
    return snapshot
  }

  private static func modeState(_ json: JSON) throws(Problem) -> LoopSnapshot.ModeState {
    var object = try JSONObject(json)
    var state = LoopSnapshot.ModeState(made: try object.mode("mode"), isCommon: try object.bool("isCommon"))
    state.sources = try items("sources", &object)
    state.ports = try items("ports", &object)
    state.timers = try items("timers", &object)
    state.observers = try items("observers", &object)
    try object.end()
    return state
  }

  private static func block(_ json: JSON) throws(Problem) -> LoopSnapshot.Block {
    var object = try JSONObject(json)
    let block = LoopSnapshot.Block(
      made: try object.modes("modes"), label: try object.optionalString("label"), location: try object.location())
    try object.end()
    return block
  }

  private static func item(_ json: JSON) throws(Problem) -> LoopSnapshot.Item {
    var object = try JSONObject(json)
    var item = LoopSnapshot.Item(
      made: try object.word("kind", [.signalSource, .descriptorSource, .port, .timer, .observer]))
    item.label = try object.optionalString("label")
    item.location = try object.location()
    item.order = try object.integer("order")
    item.isValid = try object.bool("isValid")
    item.isSignaled = try object.bool("isSignaled")
    item.nextFireDate = try object.optionalInstant("nextFireDate")
    item.interval = (try object.optionalInteger("interval") as Int64?).map { .nanoseconds($0) }
    if let activities = object.optional("activities") { item.activities = try activity(activities) }
    try object.end()
    return item
  }

  private static func items(_ key: String, _ object: inout JSONObject) throws(Problem) -> [LoopSnapshot.Item] {
    try map(try object.elements(key), item)
  }

  // The standard library's `map` does the same, but its closures lose the type of the error here.
  private static func map<T>(_ elements: [JSON], _ make: (JSON) throws(Problem) -> T) throws(Problem) -> [T] {
    var result: [T] = []
    for element in elements { result.append(try make(element)) }
    return result
  }
}
