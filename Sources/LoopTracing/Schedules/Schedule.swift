/// Which thread runs next, wherever more than one could.
///
/// The same schedule of the same program gives the same trace.
///
/// ```swift clock=real reference=off reason="CoreFoundation has no virtual clock"
/// import LoopEngine
/// import Synchronization
///
/// for schedule in [Schedule.inOrder, .seed(1), .seed(2), .seed(5)] {
///   let outcome = try VirtualRun(schedule).run { _ in
///     let order = Mutex("")
///     let threads = try ["a", "b", "c"].map { name in
///       try LoopThread(name: name) { _ in order.withLock { $0 += name } }
///     }
///     for thread in threads { thread.join() }
///     return order.withLock { $0 }
///   }
///   print(schedule, try outcome.expectFinished())
/// }
/// ```
///
/// ```output
/// 0 abc
/// 1 cba
/// 2 acb
/// 5 abc
/// ```
public enum Schedule: Sendable, Hashable, CustomStringConvertible {
  /// A thread runs until it blocks; then the one that has been able to run for longest.
  case inOrder
  /// Pseudo-random choices, at blocking and before every step that another thread could see.
  case seed(UInt64)
  /// In order but for these choices.
  case switches([Switch])

  /// One choice that is not the one in order.
  ///
  /// ```swift
  /// let schedule = Schedule("@12:1,40:2")
  /// print(schedule == .switches([.init(moment: 12, choice: 1), .init(moment: 40, choice: 2)]))
  /// print(Schedule.switches([Schedule.Switch(moment: 3, choice: 1)]))
  /// ```
  ///
  /// ```output
  /// true
  /// @3:1
  /// ```
  public struct Switch: Sendable, Hashable {
    /// Counts the moments of choice of the run, from 1.
    public var moment: Int
    /// Which of the threads that could run, in order; 0 would be the one in order.
    public var choice: Int

    /// That choice at that moment.
    public init(moment: Int, choice: Int) {
      self.moment = moment
      self.choice = choice
    }
  }

  /// The schedule that `description` gives: "0" in order, "17" a seed, "@12:1,40:2" choices.
  ///
  /// Nil for anything else.
  public init?(_ text: some StringProtocol) {
    if let seed = UInt64(text) {
      self = seed == 0 ? .inOrder : .seed(seed)
      return
    }
    guard text.first == "@" else { return nil }
    var switches: [Switch] = []
    for part in text.dropFirst().split(separator: ",", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let moment = numbers[0], let choice = numbers[1], moment > 0, choice > 0 else {
        return nil
      }
      switches.append(Switch(moment: moment, choice: choice))
    }
    self = .switches(switches)
  }

  /// "0", "17" or "@12:1,40:2".
  public var description: String {
    switch self {
    case .inOrder: "0"
    case .seed(let seed): "\(seed)"
    case .switches(let switches):
      "@" + switches.map { "\($0.moment):\($0.choice)" }.joined(separator: ",")
    }
  }
}

/// Makes a schedule's choices, and notes those that were not in order.
struct Chooser {
  private let schedule: Schedule
  private var state: UInt64 = 0
  /// Of 256 visible steps, how many let another thread go first.
  ///
  /// Seeds differ in it: some bugs need many switches, some few.
  private var eagerness: UInt64 = 0
  private var moment = 0
  private var planned: [Int: Int] = [:]
  private(set) var switches: [Schedule.Switch] = []

  init(_ schedule: Schedule) {
    self.schedule = schedule
    switch schedule {
    case .inOrder: break
    case .seed(let seed):
      state = seed
      eagerness = [128, 64, 32, 16, 8][Int(seed % 5)]
    case .switches(let switches):
      for one in switches { planned[one.moment] = one.choice }
    }
  }

  /// Which of `count` threads goes on.
  ///
  /// At a visible step the first is the one that runs; else it is the longest runnable.
  mutating func choose(of count: Int, atStep: Bool) -> Int {
    if count < 2 { return 0 }
    moment += 1
    var choice = 0
    switch schedule {
    case .inOrder: return 0
    case .seed:
      if !atStep {
        choice = Int(next() % UInt64(count))
      } else if next() & 255 < eagerness {
        choice = 1 + Int(next() % UInt64(count - 1))
      }
    case .switches: choice = min(planned[moment] ?? 0, count - 1)
    }
    if choice != 0 { switches.append(Schedule.Switch(moment: moment, choice: choice)) }
    return choice
  }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
