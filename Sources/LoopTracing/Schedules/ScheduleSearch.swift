/// Looks for a schedule under which a program goes wrong, and makes it small.
///
/// ```swift clock=real reference=off reason="CoreFoundation has no virtual clock"
/// import LoopEngine
/// import Synchronization
///
/// final class Account: Sendable {
///   let balance = Mutex(0)
///   let step = LoopSemaphore()
///   func deposit() {
///     let old = balance.withLock { $0 }
///     step.signal()  // here another thread may go on
///     balance.withLock { $0 = old + 1 }
///   }
/// }
///
/// let finding = try ScheduleSearch(count: 64).run { schedule in
///   let outcome = try VirtualRun(schedule).run { _ in
///     let account = Account()
///     let other = try LoopThread(name: "other") { _ in account.deposit() }
///     account.deposit()
///     other.join()
///     return account.balance.withLock { $0 }
///   }
///   return ScheduleSearch.Attempt(outcome) { $0 == 2 ? nil : "the balance is \($0)" }
/// }
/// if let finding { print(finding) }
/// ```
///
/// ```output
/// schedule 5 fails, 5 held before it: the balance is 1
/// schedule @2:1 is the smallest found: the balance is 1
/// ```
public struct ScheduleSearch: Sendable {
  /// What one run under a schedule showed.
  ///
  /// ```swift reference=off reason="CoreFoundation has no virtual clock"
  /// let finding = ScheduleSearch(count: 10).run { schedule in
  ///   let choices = schedule == .inOrder ? [] : [Schedule.Switch(moment: 1, choice: 1)]
  ///   return ScheduleSearch.Attempt(failure: choices.isEmpty ? nil : "the second thread was first", switches: choices)
  /// }
  /// print(finding?.failure ?? "holds")
  /// ```
  ///
  /// ```output
  /// the second thread was first
  /// ```
  public struct Attempt: Sendable {
    /// What went wrong; nil: nothing.
    public var failure: String?
    /// The choices of the run that were not in order.
    public var switches: [Schedule.Switch]

    /// What a run under a schedule showed.
    public init(failure: String?, switches: [Schedule.Switch]) {
      self.failure = failure
      self.switches = switches
    }
  }

  /// A schedule under which the program goes wrong.
  ///
  /// ```swift reference=off reason="CoreFoundation has no virtual clock"
  /// let finding = ScheduleSearch(count: 10).run { schedule in
  ///   // Goes wrong where the choice at moment 3 is not in order; stands for a program.
  ///   var switches = [Schedule.Switch(moment: 3, choice: 1), Schedule.Switch(moment: 8, choice: 1)]
  ///   if case .switches(let given) = schedule { switches = given }
  ///   if schedule == .inOrder || schedule == .seed(1) { switches = [] }
  ///   return ScheduleSearch.Attempt(failure: switches.contains { $0.moment == 3 } ? "lost" : nil, switches: switches)
  /// }
  /// if let finding { print(finding) }
  /// ```
  ///
  /// ```output
  /// schedule 2 fails, 2 held before it: lost
  /// schedule @3:1 is the smallest found: lost
  /// ```
  public struct Finding: Sendable, CustomStringConvertible {
    /// The number that repeats it.
    public var schedule: Schedule
    /// What went wrong under it.
    public var failure: String
    /// The fewest choices found that still make it go wrong; as a schedule they repeat it, too.
    public var smallest: Schedule
    /// What went wrong under those.
    public var smallestFailure: String
    /// Schedules tried before it.
    public var heldBefore: Int

    /// Two lines: the schedule with its failure, and the smallest.
    public var description: String {
      """
      schedule \(schedule) fails, \(heldBefore) held before it: \(failure)
      schedule \(smallest) is the smallest found: \(smallestFailure)
      """
    }
  }

  /// How many schedules to try, the one in order first.
  public let count: Int

  /// A search over schedules 0 to `count` - 1.
  public init(count: Int) {
    self.count = count
  }

  /// Runs the program under one schedule after another until one fails.
  ///
  /// What fails is then run again and again with fewer choices, as long as it fails with them.
  ///
  /// - Parameter attempt: Runs the program under a schedule, as ``VirtualRun`` does.
  /// - Returns: What was found; nil when all hold.
  /// - Throws: What `attempt` throws, at once.
  public func run<Failure: Error>(_ attempt: (Schedule) throws(Failure) -> Attempt) throws(Failure) -> Finding? {
    for number in 0..<count {
      let schedule = number == 0 ? Schedule.inOrder : .seed(UInt64(number))
      let first = try attempt(schedule)
      guard let failure = first.failure else { continue }
      let (smallest, smallestFailure) = try shrink(first.switches, failure, attempt)
      return Finding(
        schedule: schedule, failure: failure, smallest: smallest.isEmpty ? .inOrder : .switches(smallest),
        smallestFailure: smallestFailure, heldBefore: number)
    }
    return nil
  }

  /// Leaves out choices, many at a time and then fewer, as long as it goes wrong without them.
  private func shrink<Failure: Error>(
    _ switches: [Schedule.Switch], _ failure: String, _ attempt: (Schedule) throws(Failure) -> Attempt
  ) throws(Failure) -> ([Schedule.Switch], String) {
    var (best, bestFailure) = (switches, failure)
    var size = best.count
    while size > 0 {
      var start = 0
      var smaller = false
      while start < best.count {
        var fewer = best
        fewer.removeSubrange(start..<min(start + size, best.count))
        let result = try attempt(fewer.isEmpty ? .inOrder : .switches(fewer))
        if let failure = result.failure, result.switches.count < best.count {
          (best, bestFailure) = (result.switches, failure)
          smaller = true
        } else {
          start += size
        }
      }
      if !smaller { size /= 2 } else { size = min(size, best.count) }
    }
    return (best, bestFailure)
  }
}
