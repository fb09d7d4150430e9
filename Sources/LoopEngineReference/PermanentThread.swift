import Synchronization

/// A thread that waits for work until it is stopped: a port keeps its loop from having nothing to wait for.
///
/// All methods may be called by any thread.
public final class PermanentThread: Sendable {
  private let thread: LoopThread
  private let isToStop = Atomic<Bool>(false)

  /// Starts the thread.
  ///
  /// Throws when the system has none to give.
  public init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) throws(SystemError) {
    thread = try LoopThread(name: name, file: file, line: line) { loop in
      let keepAlive = MessagePort<Never>(label: "keep-alive")
      loop.add(keepAlive)
      while !loop.record.workIsDone && loop.run(mode: .default, before: .distantFuture) {}
      keepAlive.invalidate()
    }
  }

  deinit { requestStop() }

  /// Its loop, for other threads.
  public var handle: LoopHandle { thread.handle }

  /// Queues a block and wakes the thread; `.loopEnded` once it is stopped.
  ///
  /// `onDrop` is called when the thread ends before the block has begun.
  @discardableResult
  public func execute(
    label: String? = nil, file: StaticString = #fileID, line: UInt = #line, onDrop: (@Sendable () -> Void)? = nil,
    _ body: @escaping @Sendable () -> Void
  ) -> PostResult {
    if isStopped { return .loopEnded }
    let posted = handle.perform(label: label, file: file, line: line, onDrop: onDrop, body)
    if posted == .queued { handle.wakeUp() }
    return posted
  }

  /// Has the thread end, and waits for that unless called by the thread itself.
  ///
  /// Blocks queued before it still run; runs that they have made inside the thread's own end, too.
  public func stop() {
    requestStop()
    if !handle.isCurrent { thread.join() }
  }

  /// Whether it was stopped.
  public var isStopped: Bool { isToStop.load(ordering: .acquiring) }

  private func requestStop() {
    if isToStop.exchange(true, ordering: .acquiringAndReleasing) { return }
    let handle = handle
    // These would not come to what is queued below.
    handle.record.endRuns(besidesDefault: true)
    handle.record.queueEnd()
    // Now that it is queued, a turn does what its run comes to; a run nested in work that was taken up together with
    // it would wait for it in vain.
    handle.record.endRuns(besidesDefault: false)
    handle.wakeUp()
  }
}
