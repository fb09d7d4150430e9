internal import LoopEngine

/// Which events of a trace are shown and compared.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// let kinds: [TraceEvent.Kind] = [
///   .loop(.activity(.beforeTimers)), .loop(.calloutBegan(.timer)), .print("tick", .output),
/// ]
/// let trace = Trace(events: kinds.map { TraceEvent(kind: $0, time: 0, thread: "main") }, clock: .virtual)
/// print(TraceText(trace, filter: TraceFilter(only: .callouts)).text, terminator: "")
/// print(TraceText(trace, filter: TraceFilter(thread: "worker")).lines.count)
/// let filter = try TraceFilter(attributes: [("only", "callouts"), ("thread", "main")])
/// print(filter == TraceFilter(only: .callouts, thread: "main"))
/// ```
///
/// ```output
/// +0.000s  main  timer
/// +0.000s  main  print          tick
/// 0
/// true
/// ```
public struct TraceFilter: Sendable, Hashable {
  /// A choice of kinds of events.
  ///
  /// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
  /// let kinds: [TraceEvent.Kind] = [
  ///   .loop(.activity(.beforeTimers)), .loop(.calloutBegan(.timer)), .print("tick", .output),
  /// ]
  /// let trace = Trace(events: kinds.map { TraceEvent(kind: $0, time: 0, thread: "main") }, clock: .virtual)
  /// for choice in TraceFilter.Choice.allCases {
  ///   print(choice, TraceText(trace, filter: TraceFilter(only: choice)).lines.count)
  /// }
  /// ```
  ///
  /// ```output
  /// activities 1
  /// callouts 2
  /// ```
  public enum Choice: String, Sendable, CaseIterable {
    /// The points of runs at which observers are called.
    case activities
    /// The callouts, and what was printed.
    case callouts
  }

  /// The kinds; nil: all.
  public var only: Choice?
  /// The name of the thread that did it; nil: any.
  public var thread: String?
  /// The name of the loop; nil: any.
  public var loop: String?
  /// The name of the mode of the innermost run; nil: any.
  public var mode: String?

  /// A filter that lets pass what fits everything named.
  public init(only: Choice? = nil, thread: String? = nil, loop: String? = nil, mode: String? = nil) {
    self.only = only
    self.thread = thread
    self.loop = loop
    self.mode = mode
  }

  /// The filter that attributes such as `only=callouts` and `thread=worker` say, in any order.
  ///
  /// - Throws: A ``TraceFilterError`` for the first that is unknown, comes twice, has no value, or has a value that its
  ///   attribute does not know.
  public init(attributes: [(name: String, value: String)]) throws(TraceFilterError) {
    self.init()
    var seen: Set<String> = []
    for (name, value) in attributes {
      guard TraceFilterError.attributes.contains(name) else { throw .unknownAttribute(name) }
      guard seen.insert(name).inserted else { throw .repeated(name) }
      guard !value.isEmpty else { throw .noValue(name) }
      switch name {
      case "only":
        guard let choice = Choice(rawValue: value) else { throw .unknownChoice(value) }
        only = choice
      case "thread": thread = value
      case "loop": loop = value
      default: mode = value
      }
    }
  }

  func passes(_ event: TraceEvent, _ place: TraceWalk.Place) -> Bool {
    if let thread, thread != event.thread { return false }
    if let loop, loop != place.loop { return false }
    if let mode, mode != place.mode { return false }
    switch (only, event.kind) {
    case (nil, _), (.activities, .loop(.activity(_))): return true
    case (.callouts, .loop(.calloutBegan(_))), (.callouts, .loop(.calloutEnded(_))), (.callouts, .print): return true
    default: return false
    }
  }
}
