internal import Synchronization

/// A thread that stays, asleep, until there is something to execute, and ends when it is stopped or let go.
public final class PermanentThread: Sendable {
  private let thread: LoopThread
  private let stopping: Stopping

  private final class Stopping: Sendable {
    let requested = Atomic<Bool>(false)
    /// All work given before the request has run.
    ///
    /// Apart from the request, which may come before the thread's first run.
    let reached = Atomic<Bool>(false)
  }

  /// Starts the thread.
  ///
  /// Throws when the system gives none.
  public init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) throws(SystemError) {
    let stopping = Stopping()
    self.stopping = stopping
    thread = try LoopThread(name: name, file: file, line: line) { loop in
      let keepAlive = MessagePort<Never>(label: "keep-alive")
      loop.add(keepAlive)
      while !stopping.reached.load(ordering: .relaxed) && loop.run(mode: .default, before: .distantFuture) {}
      keepAlive.invalidate()
    }
  }

  deinit { requestStop() }

  /// Its loop.
  public var handle: LoopHandle { thread.handle }

  /// Executes `body` on the thread, after what was given before.
  ///
  /// `onDrop` is called if the thread ends first.
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
  /// Returns when it has ended; called on the thread itself, at once.
  public func stop() {
    requestStop()
    if !handle.isCurrent { thread.join() }
  }

  /// Whether it was told to stop.
  public var isStopped: Bool { stopping.requested.load(ordering: .acquiring) }

  private func requestStop() {
    if stopping.requested.exchange(true, ordering: .acquiringAndReleasing) { return }
    // A block, behind the work given before; a mere stop would be lost if the run had not begun.
    let (handle, stopping) = (handle, stopping)
    handle.perform {
      stopping.reached.store(true, ordering: .relaxed)
      handle.stop()
    }
    handle.wakeUp()
  }
}
