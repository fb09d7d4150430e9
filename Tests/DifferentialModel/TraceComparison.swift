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
  ]

  /// Compares two traces of one program.
  public init(engine: ProgramTrace, reference: ProgramTrace) {
    let first = TraceComparison.firstDifference(engine.events, reference.events)
    guard engine.ended, reference.ended else {
      self = .different(at: first ?? engine.events.count)
      return
    }
    guard let first else {
      self = .same(events: engine.events.count)
      return
    }
    let marks = engine.marks.filter { $0.position <= first } + reference.marks.filter { $0.position <= first }
    let differences = Set(marks.map(\.difference))
    let isAccountedFor =
      differences.contains("descriptor-seen-late")
      || !differences.isEmpty && TraceComparison.mayBeListed(reference, at: first)
    self = isAccountedFor ? .listed(differences: differences, events: first) : .different(at: first)
  }

  /// But for the order of descriptors: with each of the listed differences CoreFoundation goes to sleep, wakes for nothing or ends a run differently:
  /// that comes first, and only then other callouts.
  private static func mayBeListed(_ reference: ProgramTrace, at first: Int) -> Bool {
    guard reference.hasAllActivities, first < reference.events.count else { return true }
    switch reference.events[first] {
    case .activity, .runEnded: return true
    case .began, .ended, .runBegan, .answered, .noted: return false
    }
  }

  private static func firstDifference(_ one: [TraceEvent], _ other: [TraceEvent]) -> Int? {
    if let index = zip(one, other).enumerated().first(where: { $1.0 != $1.1 })?.offset { return index }
    return one.count == other.count ? nil : min(one.count, other.count)
  }
}
