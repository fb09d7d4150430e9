/// How the traces of a program on LoopEngine and on CoreFoundation compare.
public enum TraceComparison: Sendable, Hashable {
  /// They are the same, this many events long.
  case same(events: Int)
  /// They differ as the named differences allow.
  case listed(differences: Set<String>, events: Int)
  /// They differ from this event on, and no listed difference accounts for it.
  case different(at: Int)

  /// The names of the listed differences that programs mark.
  public static let markedDifferences = [
    "source-pass-any", "last-timer-disarmed", "outer-limit-silent", "descriptor-seen-late", "common-run-is-false",
    "taken-timer-fires-nested", "taken-descriptor-served-nested", "ready-place-kept", "limit-from-call",
  ]

  /// Compares two traces of one program.
  public init(engine: ProgramTrace, reference: ProgramTrace) {
    let first = TraceComparison.firstDifference(engine.events, reference.events)
    guard engine.ended, reference.ended else {
      self = .different(at: first ?? engine.events.count)
      return
    }
    // Whatever else differs as listed: the engine does not do it.
    guard engine.violations.isEmpty else {
      self = .different(at: first ?? 0)
      return
    }
    guard let first else {
      self = .same(events: engine.events.count)
      return
    }
    let marks = engine.marks.filter { $0.position <= first } + reference.marks.filter { $0.position <= first }
    let differences = Set(marks.map(\.difference))
    let isAccountedFor = differences.contains { TraceComparison.may($0, account: engine, reference, first) }
    self = isAccountedFor ? .listed(differences: differences, events: first) : .different(at: first)
  }

  /// Whether a listed difference can be the reason for traces that differ from event `first` on.
  ///
  /// With most of them CoreFoundation goes to sleep, wakes for nothing, ends a run differently, or takes something else
  /// from what is ready; only then come other callouts.
  private static func may(
    _ difference: String, account engine: ProgramTrace, _ reference: ProgramTrace, _ first: Int
  ) -> Bool {
    guard reference.hasAllActivities, first < min(engine.events.count, reference.events.count) else { return true }
    switch (reference.events[first], engine.events[first]) {
    case (.activity, _), (.runEnded, _): return true
    case (_, .activity), (_, .runEnded):
      return difference == "limit-from-call" || comesFromReady(reference.events[first])
    case (let one, let other): return comesFromReady(one) || comesFromReady(other)
    }
  }

  /// Whether the event comes from what is ready, or depends on how long the loop slept.
  private static func comesFromReady(_ event: TraceEvent) -> Bool {
    switch event {
    case .began(_, _, let detail):
      TraceEvent.isReadyCallOut(detail) || TraceEvent.activityNames.contains(detail)
    case .noted(let text): text.hasPrefix("second thread")
    case .runBegan: true
    default: false
    }
  }

  private static func firstDifference(_ one: [TraceEvent], _ other: [TraceEvent]) -> Int? {
    if let index = zip(one, other).enumerated().first(where: { $1.0 != $1.1 })?.offset { return index }
    return one.count == other.count ? nil : min(one.count, other.count)
  }
}
