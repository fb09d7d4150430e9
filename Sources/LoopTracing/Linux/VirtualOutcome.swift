internal import LoopEngine

extension VirtualRun {
  /// How a run ended.
  ///
  /// ```swift clock=real reference=off reason="CoreFoundation has no virtual clock"
  /// import LoopEngine
  ///
  /// print(try VirtualRun().run { _ in }.ending)
  /// let outcome = try VirtualRun().run { _ in LoopSemaphore(label: "never").wait() }
  /// if case .deadlocked(let deadlock) = outcome.ending { print(deadlock) }
  /// ```
  ///
  /// ```output
  /// finished
  /// deadlock: nothing can ever run again at 0.000000000s
  ///   thread 'main' waits for semaphore "never" (main/main.swift:4)
  /// ```
  public enum Ending: Sendable, Hashable {
    /// Its thread ended, and so had its other threads; no work of its tasks was lost.
    case finished
    /// Its thread ended; tasks of Swift's were not done, or other threads were left.
    case unfinished(UnfinishedWork)
    /// Each thread waited for another, and none for a time.
    case deadlocked(Deadlock)
  }

  /// What a run leaves.
  ///
  /// ```swift clock=real reference=off reason="CoreFoundation has no virtual clock"
  /// import LoopEngine
  ///
  /// let outcome = try VirtualRun(.seed(3)).run { loop in
  ///   let worker = try LoopThread(name: "worker") { _ in LoopThread.sleep(for: .seconds(90)) }
  ///   worker.join()
  ///   return "done"
  /// }
  /// print(try outcome.expectFinished(), outcome.elapsed)
  /// let again = try VirtualRun(.switches(outcome.switches)).run { _ in "the same choices" }
  /// print(again.value ?? "")
  /// ```
  ///
  /// ```output
  /// done 90.0 seconds
  /// the same choices
  /// ```
  public struct Outcome<Value> {
    /// How it ended.
    public var ending: Ending
    /// What its body returned; nil when it never did, at a deadlock.
    public var value: Value?
    /// Its choices that were not in order: as a schedule they repeat the run.
    public var switches: [Schedule.Switch]
    /// The virtual time it took.
    public var elapsed: Duration

    /// What the body returned, when the run finished.
    ///
    /// - Throws: ``NotFinished``, with the whole explanation, when it came to a deadlock, lost work of tasks or left
    ///   threads.
    @discardableResult
    public func expectFinished() throws(NotFinished) -> Value {
      // Where its thread ended, its body returned: what a body throws is thrown by `run`.
      guard ending == .finished, let value else { throw NotFinished(ending: ending) }
      return value
    }
  }

  /// A run was expected to finish, and did not.
  ///
  /// ```swift clock=real reference=off reason="CoreFoundation has no virtual clock"
  /// import LoopEngine
  ///
  /// let outcome = try VirtualRun().run { loop in
  ///   loop.perform { print("never") }  // queued, but the loop never runs
  ///   LoopSemaphore(label: "answer").wait()
  /// }
  /// do {
  ///   try outcome.expectFinished()
  /// } catch {
  ///   print(error)
  /// }
  /// ```
  ///
  /// ```output
  /// deadlock: nothing can ever run again at 0.000000000s
  ///   thread 'main' waits for semaphore "answer" (main/main.swift:5)
  /// ```
  ///
  /// In a test, `expectFinished()` throws it, and the test's report says who waits for what.
  public struct NotFinished: Error, Hashable, CustomStringConvertible {
    /// How it ended instead.
    public let ending: Ending

    /// Says who waits for what, or what was lost.
    public var description: String {
      switch ending {
      case .finished: "the run finished without a value"
      case .unfinished(let work): "\(work)"
      case .deadlocked(let deadlock): "\(deadlock)"
      }
    }
  }
}

extension VirtualRun.Outcome: Sendable where Value: Sendable {}

extension ScheduleSearch.Attempt {
  /// What a run on virtual time showed: it failed where it did not finish, and where there is something to say against
  /// its value.
  ///
  /// - Parameters:
  ///   - outcome: What the run left.
  ///   - failure: What is wrong with what its body returned; nil: nothing.
  public init<Value>(_ outcome: VirtualRun.Outcome<Value>, failure: (Value) -> String?) {
    let told: String?
    do throws(VirtualRun.NotFinished) {
      told = failure(try outcome.expectFinished())
    } catch {
      told = error.description
    }
    self.init(failure: told, switches: outcome.switches)
  }
}
