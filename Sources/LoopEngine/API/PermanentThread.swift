internal import Synchronization

/// A thread that stays, asleep, until there is something to execute, and ends when it is stopped or let go.
///
/// ```swift
/// let thread = try PermanentThread(name: "network")
/// for part in 1...2 {
///   thread.execute(label: "part") { print("part", part, "on", Loop.current.handle) }
/// }
/// thread.stop()
/// print(thread.execute { print("never") })
/// ```
///
/// ```output
/// part 1 on network
/// part 2 on network
/// loopEnded
/// ```
///
/// Work runs in the default mode of the thread's loop, one after another. Any thread may hand it over.
public final class PermanentThread: Sendable {
  private let thread: LoopThread
  private let isToStop = Atomic<Bool>(false)

  /// Starts the thread.
  ///
  /// - Throws: A ``SystemError`` when the system gives none.
  public init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) throws(SystemError) {
    thread = try LoopThread(name: name, file: file, line: line) { loop in
      let keepAlive = MessagePort<Never>(label: "keep-alive")
      loop.add(keepAlive)
      while !loop.core.workIsDone && loop.run(mode: .default, before: .distantFuture) {}
      keepAlive.invalidate()
    }
  }

  deinit { requestStop() }

  /// Its loop.
  public var handle: LoopHandle { thread.handle }

  /// Executes `body` on the thread, after what was given before.
  ///
  /// - Parameters:
  ///   - label: What traces call it.
  ///   - onDrop: Called if the thread ends first.
  ///   - body: What is to be done.
  /// - Returns: `.loopEnded` when the thread was told to stop before; then nothing is called.
  @discardableResult
  public func execute(
    label: String? = nil, file: StaticString = #fileID, line: UInt = #line, onDrop: (@Sendable () -> Void)? = nil,
    _ body: @escaping @Sendable () -> Void
  ) -> PostResult {
    if isStopped { return .loopEnded }
    let result = handle.perform(label: label, file: file, line: line, onDrop: onDrop, body)
    handle.wakeUp()
    return result
  }

  /// Ends the thread once what was given before has run.
  ///
  /// Runs that the work has made inside the thread's own end, too, each after one more turn: those of other modes at
  /// once, those of the default mode when they have done what was given before. What the loop had taken up together
  /// with the work that runs is done when that returns, as always. Returns when the thread has ended; called on the
  /// thread itself, at once. Work that never returns is waited for, and so is work that waits for the calling thread.
  ///
  /// ```swift
  /// let thread = try PermanentThread(name: "network")
  /// thread.execute(label: "last") {
  ///   thread.stop()  // does not wait for itself
  ///   print("goes on to its end")
  /// }
  /// thread.stop()
  /// print(thread.handle.hasEnded)
  /// ```
  ///
  /// ```output
  /// goes on to its end
  /// true
  /// ```
  public func stop() {
    requestStop()
    if !handle.isCurrent { thread.join() }
  }

  /// Whether it was told to stop.
  public var isStopped: Bool { isToStop.load(ordering: .acquiring) }

  private func requestStop() {
    if isToStop.exchange(true, ordering: .acquiringAndReleasing) { return }
    let handle = handle
    // These would not come to what is queued below.
    handle.core.endRuns(besidesDefault: true)
    handle.core.queueEnd()
    // Now that it is queued, a turn does what its run comes to; a run nested in work that was taken up together with
    // it would wait for it in vain.
    handle.core.endRuns(besidesDefault: false)
    handle.wakeUp()
  }
}
