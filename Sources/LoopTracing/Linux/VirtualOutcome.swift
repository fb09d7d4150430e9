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
    /// Its thread ended, and nothing was lost.
    case finished
    /// Its thread ended, and tasks of Swift's were not done.
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
    /// - Throws: ``NotFinished``, with the whole explanation, when it came to a deadlock or lost work of tasks.
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
