internal import LoopEngine

/// Both orders of one thread beside each other, and why they deviate.
struct ThreadComparison {
  /// Neighboring steps that one of both has alone.
  private struct Hunk {
    var engine: [Int] = []
    var reference: [Int] = []
    /// The step of the engine that follows.
    var next = 0
  }

  private let engine: ReferenceSteps.Thread
  private let reference: ReferenceSteps.Thread
  private let isVirtual: Bool
  /// The reference's step that is the same as one of the engine's, by their places; turns have none.
  private let partners: [Int: Int]
  /// So far apart two real moments may be that were meant to be one.
  private static let instant: Int64 = 5_000_000
  /// So much later than on the engine something may come on CoreFoundation, in real time, and be a matter of timing.
  private static let lateness: Int64 = 25_000_000

  init(_ engine: ReferenceSteps.Thread, _ reference: ReferenceSteps.Thread, isVirtual: Bool) {
    self.engine = engine
    self.reference = reference
    self.isVirtual = isVirtual
    partners = Self.partners(engine.steps, reference.steps)
  }

  private static func partners(_ engine: [ReferenceStep], _ reference: [ReferenceStep]) -> [Int: Int] {
    func places(_ steps: [ReferenceStep]) -> [[String?]: [Int]] {
      Dictionary(grouping: steps.indices.filter { !steps[$0].isTurn }) { [steps[$0].origin, steps[$0].text] }
    }
    let theirs = places(reference)
    return Dictionary(
      uniqueKeysWithValues: places(engine).flatMap { key, mine in zip(mine, theirs[key, default: []]) })
  }

  func result(_ name: String) -> ReferenceComparison.Thread {
    let alignment = Alignment(
      LinePattern(reference.steps.map { .pieces([Array($0.text.utf8)]) }), engine.steps.map { Array($0.text.utf8) })
    var lines: [TraceDifference.Line] = []
    var hunks: [Hunk] = []
    var isInHunk = false
    func extend(_ change: (inout Hunk) -> Void) {
      if !isInHunk { hunks.append(Hunk()) }
      isInHunk = true
      change(&hunks[hunks.count - 1])
    }
    for step in alignment.align() {
      switch step {
      case .same(_, let mine):
        lines.append(TraceDifference.Line(mark: .same, text: engine.steps[mine].text))
        if isInHunk { hunks[hunks.count - 1].next = mine }
        isInHunk = false
      case .expected(let other):
        lines.append(TraceDifference.Line(mark: .expected, text: reference.steps[other].text))
        extend { $0.reference.append(other) }
      case .came(let mine):
        lines.append(TraceDifference.Line(mark: .came, text: engine.steps[mine].text))
        extend { $0.engine.append(mine) }
      // Not reached: no step stands for any.
      case .any: break
      }
    }
    if isInHunk { hunks[hunks.count - 1].next = engine.steps.count }
    return ReferenceComparison.Thread(name: name, verdict: verdict(hunks), lines: lines)
  }

  private func verdict(_ hunks: [Hunk]) -> ReferenceComparison.Verdict {
    if hunks.isEmpty { return .same }
    // A program that did not run at all on one side is not a matter of timing.
    if engine.steps.isEmpty || reference.steps.isEmpty { return .different }
    var ids = Set<String>()
    let commutes = commutes
    for hunk in hunks where !isTiming(hunk, commutes) {
      guard let id = known(hunk) else { return .different }
      ids.insert(id)
    }
    return ids.isEmpty ? .sameButForTiming : .known(ids.sorted())
  }

  // MARK: Ties

  /// Whether each origin brought the same in the same order, and only the order among the origins deviates.
  private var commutes: Bool {
    func byOrigin(_ steps: [ReferenceStep]) -> [String?: [String]] {
      Dictionary(grouping: steps.filter { !$0.isTurn }, by: \.origin).mapValues { $0.map(\.text) }
    }
    return byOrigin(engine.steps) == byOrigin(reference.steps)
  }

  private func isTiming(_ hunk: Hunk, _ commutes: Bool) -> Bool {
    let mine = hunk.engine.map { engine.steps[$0] }
    let theirs = hunk.reference.map { reference.steps[$0] }
    if mine.allSatisfy(\.isTurn) && theirs.allSatisfy(\.isTurn) { return isTurnTiming(hunk, commutes) }
    // Which of several others comes first is not the loop's to say, if they come at one moment.
    if commutes && (mine + theirs).contains(where: { $0.origin != nil }) && isOnTime(hunk)
      && exchanged(hunk).allSatisfy({ isSameInstant(engine.steps[$0].cause, engine.steps[$1].cause) })
    {
      return true
    }
    return isDueAtLimit(hunk)
  }

  /// The engine's places of what the hunk is about: its steps on either side that are none of a turn.
  private func places(_ hunk: Hunk) -> Set<Int> {
    let theirs = Set(hunk.reference)
    return Set(hunk.engine.filter { partners[$0] != nil }).union(partners.filter { theirs.contains($0.value) }.keys)
  }

  /// The engine's steps around the hunk that are none of a turn.
  private func neighbors(_ hunk: Hunk) -> (before: Int?, after: Int?) {
    let steps = engine.steps
    return (
      (0..<(hunk.engine.first ?? hunk.next)).last { !steps[$0].isTurn },
      (hunk.next..<steps.count).first { !steps[$0].isTurn }
    )
  }

  /// The pairs of the engine's steps, one of them the hunk's, that came the other way round on CoreFoundation.
  private func exchanged(_ hunk: Hunk) -> [(Int, Int)] {
    places(hunk).flatMap { place in
      partners.compactMap { other, theirs in
        guard let partner = partners[place], (other < place) != (theirs < partner) else { return nil }
        return (place, other)
      }
    }
  }

  /// Whether what the hunk is about, and what stands beside it, came at its time on CoreFoundation, too.
  private func isOnTime(_ hunk: Hunk) -> Bool {
    guard isVirtual else { return true }
    let (before, after) = neighbors(hunk)
    return places(hunk).union([before, after].compactMap(\.self)).allSatisfy { place in
      guard let partner = partners[place] else { return true }
      let lateness = reference.steps[partner].time - engine.steps[place].time
      return -Self.instant...Self.lateness ~= lateness
    }
  }

  /// Turns that begin or end elsewhere, with the same callouts.
  private func isTurnTiming(_ hunk: Hunk, _ commutes: Bool) -> Bool {
    guard commutes, isOnTime(hunk) else { return false }
    let (earlier, later) = neighbors(hunk)
    let (before, after) = (earlier.map { engine.steps[$0] }, later.map { engine.steps[$0] })
    let moments = [before?.time, after?.time].compactMap(\.self)
    // Work from elsewhere comes when it comes.
    if before?.origin != nil || after?.origin != nil, turnsAreNear(moments, hunk) { return true }
    // So does a wake-up or a stop; all it can do besides is make turns.
    if !engine.prods.isEmpty, isMadeOfTurns(hunk), turnsAreNear(moments + engine.prodTimes, hunk) { return true }
    guard let before, case .callout(.timer) = before.role else { return false }
    // Timers that are due at once share a wake, or do not.
    if let after, case .callout(.timer) = after.role { return isSameInstant(before.time, after.time) }
    // And where they did not, CoreFoundation may wake once more after the last of them.
    let together = engine.steps.count { $0.role == .callout(.timer) && isSameInstant($0.time, before.time) }
    return together > 1 && hunk.engine.isEmpty && isMadeOfTurns(hunk) && turnsAreNear([before.time], hunk)
  }

  /// Whether CoreFoundation's turns in the hunk are at one of these moments of the engine's.
  private func turnsAreNear(_ moments: [Int64], _ hunk: Hunk) -> Bool {
    !isVirtual
      || hunk.reference.allSatisfy { place in
        moments.contains { -Self.instant...Self.lateness ~= reference.steps[place].time - $0 }
      }
  }

  /// Whether only whole turns without callouts came or did not come.
  private func isMadeOfTurns(_ hunk: Hunk) -> Bool {
    [hunk.engine.map { engine.steps[$0] }, hunk.reference.map { reference.steps[$0] }].allSatisfy { steps in
      steps.count.isMultiple(of: 4)
        && [.beforeTimers, .beforeSources, .beforeWaiting, .afterWaiting].allSatisfy { activity in
          steps.count { $0.role == .turn(activity) } == steps.count / 4
        }
    }
  }

  /// Whether a timer is due at the instant at which its run's time is over, and CoreFoundation was a moment late.
  private func isDueAtLimit(_ hunk: Hunk) -> Bool {
    guard hunk.reference.allSatisfy({ reference.steps[$0].isTurn }), hunk.next < engine.steps.count else {
      return false
    }
    guard let exit = engine.steps[hunk.next...].first(where: { !$0.isTurn }), exit.role == .run,
      exit.text.hasSuffix(RunResult.timedOut.description)
    else { return false }
    return hunk.engine.map { engine.steps[$0] }.allSatisfy { step in
      (step.isTurn || step.role == .callout(.timer)) && isSameInstant(step.time, exit.time)
    }
  }

  private func isSameInstant(_ a: Int64, _ b: Int64) -> Bool {
    isVirtual ? a == b : abs(a - b) < Self.instant
  }

  // MARK: Listed differences

  /// The listed difference that brings the hunk about; nil when the trace does not show any that could.
  private func known(_ hunk: Hunk) -> String? {
    let mine = hunk.engine.map { engine.steps[$0] }
    let theirs = hunk.reference.map { reference.steps[$0] }
    let place = mine.last?.event ?? (hunk.next < engine.steps.count ? engine.steps[hunk.next].event : Int.max)
    func came(_ events: [Int]) -> Bool { events.contains { $0 < place } }
    if mine.isEmpty && theirs.allSatisfy(\.isTurn) && isMadeOfTurns(hunk) {
      // A wake for nothing, which only CoreFoundation has.
      if isNested(hunk) { return "outer-limit-silent" }
      if came(engine.removals) { return "last-timer-disarmed" }
      if came(engine.limits) { return "outer-limit-silent" }
    }
    let taken = Set(engine.steps.lazy.filter { $0.isNestedInWaking && $0.role == .callout(.timer) }.map(\.words))
    // The nested run fires it on one side, the outer turn on the other.
    if mine.contains(where: { $0.isNestedInWaking && $0.role == .callout(.timer) })
      || mine.isEmpty && theirs.allSatisfy({ $0.role == .callout(.timer) && taken.contains($0.words) })
    {
      return "taken-timer-fires-nested"
    }
    let callouts = (mine + theirs).compactMap { if case .callout(let callout) = $0.role { callout } else { nil } }
    let servesTaken = callouts.contains(.descriptor) || callouts.contains(.port)
    if servesTaken && (mine + theirs).contains(where: \.isNestedInWaking) { return "taken-descriptor-served-nested" }
    // What the nested run served on the engine comes in the outer turn there.
    if servesTaken && mine.isEmpty && theirs.allSatisfy({ wasServedNested($0) }) {
      return "taken-descriptor-served-nested"
    }
    let sleeps = theirs.contains { $0.role == .turn(.beforeWaiting) }
    if sleeps && mine.allSatisfy({ $0.isTurn || $0.role == .callout(.block) }) && came(engine.removalsInSources) {
      return "source-pass-any"
    }
    if mine.allSatisfy(\.isTurn), came(engine.slowEntries), isBeforeLimit(hunk) { return "limit-from-call" }
    // Timers that wait for something share its turn; they never make one.
    if mine.count(where: \.isTurn) <= theirs.count(where: \.isTurn), isOfLateTimers(hunk) { return "timer-tolerance" }
    // Both brought the same, in another order, at the same moment.
    guard Self.sorted(engine) == Self.sorted(reference),
      exchanged(hunk).allSatisfy({ isSameInstant(engine.steps[$0].time, engine.steps[$1].time) })
    else { return nil }
    if callouts.contains(.descriptor) { return "descriptor-seen-late" }
    let modes = Set(engine.steps.lazy.filter { $0.role == .run && $0.text.contains("entry") }.map(\.text))
    if (callouts.contains(.port) || callouts.contains(.timer)) && modes.count > 1 { return "ready-place-kept" }
    return nil
  }

  /// Whether the run's time is over where the hunk ends.
  private func isBeforeLimit(_ hunk: Hunk) -> Bool {
    neighbors(hunk).after.map { place in
      engine.steps[place].role == .run && engine.steps[place].text.hasSuffix(RunResult.timedOut.description)
    } ?? false
  }

  /// Whether a timer of the hunk, or beside what is in it, fired on CoreFoundation before it did on the engine, where
  /// its tolerance let it wait, and nothing else came later there.
  private func isOfLateTimers(_ hunk: Hunk) -> Bool {
    guard isVirtual, Self.sorted(engine) == Self.sorted(reference) else { return false }
    var places = places(hunk)
    // What moved stands beside the timer in its place on the engine.
    let hunks = [hunk] + places.map { Hunk(engine: [$0], next: $0 + 1) }
    for (before, after) in hunks.map(neighbors) { places.formUnion([before, after].compactMap(\.self)) }
    let lateness = places.compactMap { place in
      partners[place].map { (engine.steps[place].role, reference.steps[$0].time - engine.steps[place].time) }
    }
    return lateness.contains { $0.0 == .callout(.timer) && $0.1 < -Self.instant }
      && lateness.allSatisfy { $0.1 <= Self.lateness }
  }

  /// Whether a run nested in an afterWaiting observer has served the same item on the engine.
  private func wasServedNested(_ step: ReferenceStep) -> Bool {
    engine.steps.contains { $0.isNestedInWaking && $0.role == step.role && $0.words == step.words }
  }

  private static func sorted(_ thread: ReferenceSteps.Thread) -> [String] {
    thread.steps.lazy.filter { !$0.isTurn }.map(\.text).sorted()
  }

  /// Whether the next step is one of a run inside another.
  private func isNested(_ hunk: Hunk) -> Bool {
    hunk.next < engine.steps.count && engine.steps[hunk.next].text.hasPrefix("    ")
  }
}
