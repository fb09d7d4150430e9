internal import LoopEngine

/// The JSON form of a trace, with everything that the trace has: `docs/trace-schema.md` describes it.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// let event = TraceEvent(kind: .print("tick", .output), time: 1_000_000_000, thread: "main")
/// let trace = Trace(events: [event], clock: .real)
/// let text = TraceJSON.text(of: trace)
/// print(text, terminator: "")
/// print(try TraceJSON.trace(from: text) == trace)
/// ```
///
/// ```output
/// {"version":1,"clock":"real","events":[
/// {"event":"print","time":1000000000,"thread":"main","stream":"output","text":"tick"}
/// ]}
/// true
/// ```
public enum TraceJSON {
  /// The version of the form that is written, and the one that is read.
  public static let version = 1

  /// The JSON form of `trace`: one event a line, keys always in the same order, ending with a line feed.
  ///
  /// Equal traces give equal text. Of a timer's interval, parts of nanoseconds are cut off.
  ///
  /// - Complexity: Proportional to the size of the trace.
  public static func text(of trace: Trace) -> String {
    var text = "{\"version\":\(version),\"clock\":\"\(trace.clock.rawValue)\",\"events\":["
    for (index, event) in trace.events.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      json(event).write(to: &text)
    }
    return text + "\n]}\n"
  }

  /// The trace that `text` is the JSON form of.
  ///
  /// - Throws: A ``TraceJSONError`` for anything else, an unknown key or version included, with the place.
  /// - Complexity: Proportional to the size of the text.
  public static func trace(from text: String) throws(TraceJSONError) -> Trace {
    try trace(from: Array(text.utf8))
  }

  /// The trace that `bytes` are the JSON form of, in UTF-8.
  ///
  /// - Throws: A ``TraceJSONError`` for anything else, an unknown key or version included, with the place.
  /// - Complexity: Proportional to the number of bytes.
  public static func trace(from bytes: [UInt8]) throws(TraceJSONError) -> Trace {
    do throws(JSONParser.Problem) {
      return try TraceReader.trace(try JSONParser.parse(bytes))
    } catch {
      throw TraceJSONError(message: error.message, offset: error.offset, in: bytes)
    }
  }

  private static func json(_ event: TraceEvent) -> JSON {
    let (name, members) = members(event.kind)
    return .object(
      [("event", .string(name)), ("time", .integer(event.time)), ("thread", .string(event.thread))]
        + [("loop", event.loop.isEmpty ? nil : .string(event.loop)), ("mode", event.mode.map(JSON.string))]
        + [("label", event.label.map(JSON.string)), ("file", event.file.map(JSON.string))]
        + [("line", event.line.map { .integer($0) })] + members)
  }

  /// The name of an event, and what only it has.
  private static func members(_ kind: TraceEvent.Kind) -> (String, [(String, JSON?)]) {
    switch kind {
    case .print(let text, let stream): ("print", [("stream", .string(stream.rawValue)), ("text", .string(text))])
    case .snapshot(let name, let snapshot): ("snapshot", [("name", .string(name)), ("snapshot", json(snapshot))])
    case .loop(let kind): members(kind)
    }
  }

  private static func members(_ kind: LoopEvent.Kind) -> (String, [(String, JSON?)]) {
    switch kind {
    case .runBegan(let mode): ("runBegan", [("ofMode", json(mode))])
    case .runEnded(let mode, let result):
      ("runEnded", [("ofMode", json(mode)), ("result", .string(result.description))])
    case .activity(let activity): ("activity", [("activity", json(activity))])
    case .calloutBegan(let callout): ("calloutBegan", [("callout", .string(callout.rawValue))])
    case .calloutEnded(let callout): ("calloutEnded", [("callout", .string(callout.rawValue))])
    case .slept(let until): ("slept", [("until", until.map(json))])
    case .woke(let reason): ("woke", [("reason", .string(reason.rawValue))])
    case .signaled: ("signaled", [])
    case .wakeUpRequested: ("wakeUpRequested", [])
    case .stopRequested(let mode): ("stopRequested", [("ofMode", mode.map(json))])
    case .modeCreated(let mode): ("modeCreated", [("ofMode", json(mode))])
    case .commonModeAdded(let mode): ("commonModeAdded", [("ofMode", json(mode))])
    case .loopMade: ("loopMade", [])
    case .loopEnded: ("loopEnded", [])
    case .itemAdded(let mode): ("itemAdded", [("ofMode", json(mode))])
    case .itemRemoved(let mode): ("itemRemoved", [("ofMode", json(mode))])
    case .itemInvalidated: ("itemInvalidated", [])
    case .blockQueued: ("blockQueued", [])
    case .threadBegan: ("threadBegan", [])
    case .threadEnded: ("threadEnded", [])
    }
  }

  private static func json(_ mode: Mode) -> JSON { .string(mode.name) }

  /// The names where they say everything, else the bits.
  private static func json(_ activity: LoopActivity) -> JSON {
    if let name = TraceReader.name(of: activity) { return .string(name) }
    let description = activity.description
    return TraceReader.activity(named: description) == activity ? .string(description) : .integer(activity.rawValue)
  }

  /// Nanoseconds, but words for the two ends, which are not times.
  private static func json(_ instant: LoopInstant) -> JSON {
    switch instant {
    case .distantPast: .string("distantPast")
    case .distantFuture: .string("distantFuture")
    default: .integer(instant.nanoseconds)
    }
  }

  private static func json(_ snapshot: LoopSnapshot) -> JSON {
    .object([
      ("loop", .string(snapshot.loop)), ("currentMode", snapshot.currentMode.map(json)),
      ("commonModes", .array(snapshot.commonModes.map(json))),
      ("commonItems", .array(snapshot.commonItems.map(json))), ("modes", .array(snapshot.modes.map(json))),
      ("blocks", .array(snapshot.blocks.map(json))), ("isWaiting", .bool(snapshot.isWaiting)),
      ("isStopped", .bool(snapshot.isStopped)),
    ])
  }

  private static func json(_ state: LoopSnapshot.ModeState) -> JSON {
    .object([
      ("mode", json(state.mode)), ("isCommon", .bool(state.isCommon)), ("sources", .array(state.sources.map(json))),
      ("ports", .array(state.ports.map(json))), ("timers", .array(state.timers.map(json))),
      ("observers", .array(state.observers.map(json))),
    ])
  }

  private static func json(_ block: LoopSnapshot.Block) -> JSON {
    .object([
      ("modes", .array(block.modes.map(json))), ("label", block.label.map(JSON.string)),
      ("file", (block.location?.file).map(JSON.string)), ("line", block.location.map { .integer($0.line) }),
    ])
  }

  private static func json(_ item: LoopSnapshot.Item) -> JSON {
    .object([
      ("kind", .string(item.kind.rawValue)), ("label", item.label.map(JSON.string)),
      ("file", (item.location?.file).map(JSON.string)), ("line", item.location.map { .integer($0.line) }),
      ("order", .integer(item.order)), ("isValid", .bool(item.isValid)), ("isSignaled", .bool(item.isSignaled)),
      ("nextFireDate", item.nextFireDate.map(json)),
      ("interval", item.interval.map { .integer(Int64(clamping: $0.attoseconds / 1_000_000_000)) }),
      ("activities", item.activities.map(json)),
    ])
  }
}
