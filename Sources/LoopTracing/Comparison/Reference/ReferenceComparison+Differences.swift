public import LoopDifferences

extension ReferenceComparison {
  /// The listed differences that explain how the traces deviate, in the order of the table; empty when none does or
  /// when something remains unexplained.
  public var differences: [Difference] {
    guard case .known(let ids) = verdict else { return [] }
    return Difference.all.filter { ids.contains($0.id) }
  }

  /// The names of the listed differences that a comparison of orders can meet.
  ///
  /// The others are not to be seen in the order of activities and callouts.
  static let visible = [
    "outer-limit-silent", "last-timer-disarmed", "taken-timer-fires-nested", "taken-descriptor-served-nested",
    "source-pass-any", "descriptor-seen-late", "ready-place-kept", "limit-from-call", "timer-tolerance",
  ]
}
