internal import LoopEngine

/// How the order of activities and callouts on LoopEngine compares with that on CoreFoundation.
///
/// Threads run side by side on CoreFoundation, so each loop is compared by itself: its runs with their modes and
/// results, the activities, and the callouts with their items. Times, what woke a loop, and what the loops print do not
/// count.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// func trace(_ labels: String...) -> Trace {
///   let began = labels.map {
///     TraceEvent(
///       kind: .loop(.calloutBegan(.timer)), time: 0, thread: "main", loop: "main", mode: "default", label: $0)
///   }
///   return Trace(events: began, clock: .virtual)
/// }
///
/// print(ReferenceComparison(engine: trace("a", "b"), reference: trace("a", "b")).sentence)
/// let comparison = ReferenceComparison(engine: trace("a", "b"), reference: trace("a", "c"))
/// print(comparison, terminator: "")
/// print(comparison.isExplained)
/// ```
///
/// ```output
/// Same order of activities and callouts on CoreFoundation
/// CoreFoundation differs on main
///
/// main: different (- CoreFoundation, + LoopEngine)
///   timer "a"
/// - timer "c"
/// + timer "b"
/// false
/// ```
///
/// Real time is never exact. A deviation is put down to timing only where the engine's trace shows that the moment was
/// a tie: timers due at the same virtual instant that CoreFoundation served in two turns, a timer due at the very
/// instant at which its run's time was over, and how work from another thread, a port or a descriptor falls into turns.
/// In what each of them brings, the order has to be the same; what changed places was asked for at one instant, and on
/// CoreFoundation it came at its time, but for 25 milliseconds. Everything else is a listed difference, if the trace
/// shows what brings that about, or a mismatch.
public struct ReferenceComparison: Sendable, Hashable, CustomStringConvertible {
  /// What became of a thread, or of the whole.
  ///
  /// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
  /// let event = TraceEvent(kind: .loop(.calloutBegan(.block)), time: 0, thread: "main", loop: "main", mode: "default")
  /// let (some, none) = (Trace(events: [event], clock: .virtual), Trace(clock: .real))
  /// print(ReferenceComparison(engine: some, reference: some).verdict)
  /// print(ReferenceComparison(engine: some, reference: none).verdict)
  /// ```
  ///
  /// ```output
  /// same
  /// different
  /// ```
  public enum Verdict: Sendable, Hashable {
    /// Step for step the same.
    case same
    /// The same but for ties that real time decides.
    case sameButForTiming
    /// Different in ways that are listed: the names of the differences, sorted.
    case known([String])
    /// Different.
    case different
  }

  /// One thread of the two traces.
  ///
  /// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
  /// let event = TraceEvent(kind: .loop(.calloutBegan(.block)), time: 0, thread: "main", loop: "main", mode: "default")
  /// let ours = Trace(events: [event], clock: .virtual)
  /// let comparison = ReferenceComparison(engine: ours, reference: Trace(clock: .real))
  /// for thread in comparison.threads {
  ///   print(thread.name, thread.verdict, thread.lines.map { "\($0.mark): \($0.text)" })
  /// }
  /// ```
  ///
  /// ```output
  /// main different ["came: block"]
  /// ```
  public struct Thread: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// What became of it.
    public let verdict: Verdict
    /// Both orders, aligned: `expected` marks what came on CoreFoundation only, `came` what came on LoopEngine only.
    public let lines: [TraceDifference.Line]
  }

  /// The threads that have a loop that ran on either, by the first step on the engine.
  public let threads: [Thread]

  /// Compares a trace of LoopEngine with one of the same program on CoreFoundation.
  public init(engine: Trace, reference: Trace) {
    let (ours, theirs) = (ReferenceSteps(engine), ReferenceSteps(reference))
    let partners = Self.partners(ours.names, theirs.names)
    threads = partners.map { pair in
      let none = ReferenceSteps.Thread()
      let mine = pair.engine.flatMap { ours.threads[$0] } ?? none
      let other = pair.reference.flatMap { theirs.threads[$0] } ?? none
      let name = pair.engine ?? pair.reference ?? ""
      return ThreadComparison(mine, other, isVirtual: engine.clock == .virtual).result(name)
    }
  }

  /// The worst of the threads'.
  public var verdict: Verdict {
    var (ids, isTimed) = (Set<String>(), false)
    for thread in threads {
      switch thread.verdict {
      case .same: break
      case .sameButForTiming: isTimed = true
      case .known(let names): ids.formUnion(names)
      case .different: return .different
      }
    }
    if !ids.isEmpty { return .known(ids.sorted()) }
    return isTimed ? .sameButForTiming : .same
  }

  /// Whether nothing is different that is not listed.
  public var isExplained: Bool { verdict != .different }

  /// A sentence, and for each thread that deviates both orders beside each other.
  public var description: String {
    var text = sentence + "\n"
    for thread in threads where thread.verdict != .same {
      text += "\n\(thread.name): \(Self.words(thread.verdict)) (- CoreFoundation, + LoopEngine)\n"
      for line in thread.lines { text += "\(line.mark.rawValue) \(line.text)\n" }
    }
    return text
  }

  /// What is to be said of it in one line.
  public var sentence: String {
    switch verdict {
    case .same: "Same order of activities and callouts on CoreFoundation"
    case .sameButForTiming:
      "Same order of activities and callouts on CoreFoundation, but for ties that real time decides"
    case .known(let ids): "CoreFoundation differs in a known way (\(Self.list(ids)))"
    case .different:
      "CoreFoundation differs on " + threads.filter { $0.verdict == .different }.map(\.name).joined(separator: ", ")
    }
  }

  private static func words(_ verdict: Verdict) -> String {
    switch verdict {
    case .same: "same"
    case .sameButForTiming: "same but for ties"
    case .known(let ids): list(ids)
    case .different: "different"
    }
  }

  private static func list(_ ids: [String]) -> String {
    ids.map { "known difference: \($0)" }.joined(separator: ", ")
  }

  /// The threads of both by name; those that have none are paired by the order of their first steps.
  private static func partners(_ ours: [String], _ theirs: [String]) -> [(engine: String?, reference: String?)] {
    var rest = theirs.filter { !ours.contains($0) }
    var pairs: [(engine: String?, reference: String?)] = ours.map { name in
      if theirs.contains(name) { return (name, name) }
      guard name.hasPrefix("thread-"), let at = rest.firstIndex(where: { $0.hasPrefix("thread-") }) else {
        return (name, nil)
      }
      return (name, rest.remove(at: at))
    }
    pairs += rest.map { (nil, $0) }
    return pairs
  }
}
