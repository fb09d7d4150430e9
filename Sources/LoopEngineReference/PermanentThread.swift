import Synchronization

/// A thread that waits for work until it is stopped: a port keeps its loop from having nothing to wait for.
///
/// All methods may be called by any thread.
public final class PermanentThread: Sendable {
  private let thread: LoopThread
  private let port: MessagePort<StopRequest>
  private let wasStopped = Guarded(false)

  private enum StopRequest { case stop }
  private final class Ending: Sendable { let isDue = Atomic<Bool>(false) }

  /// Starts the thread.
  ///
  /// Throws when the system has none to give.
  public init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) throws(SystemError) {
    let ending = Ending()
    let port = MessagePort<StopRequest>(label: "keep-alive", file: file, line: line) { _ in
      ending.isDue.store(true, ordering: .relaxed)
      ThreadLoop.existing?.loop.stop()
    }
    self.port = port
    thread = try LoopThread(name: name, file: file, line: line) { loop in
      loop.add(port)
      // A run inside a block takes the request from the run around it, which needs one too.
      loop.add(
        LoopObserver(.exit, label: "keep-alive", file: file, line: line) { _, _ in
          if ending.isDue.load(ordering: .relaxed) { port.send(.stop) }
        })
      while !ending.isDue.load(ordering: .relaxed) { loop.run(mode: .default, before: .distantFuture) }
    }
  }

  deinit { stop() }

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
    let posted = wasStopped.withLock { wasStopped in
      wasStopped
        ? .loopEnded
        : handle.perform(in: .default, label: label, file: file, line: line, onDrop: onDrop, body)
    }
    if posted == .queued { handle.wakeUp() }
    return posted
  }

  /// Has the thread end, and waits for that unless called by the thread itself.
  ///
  /// Blocks queued before it still run.
  public func stop() {
    wasStopped.withLock { wasStopped in
      // A port's message, unlike a wake-up, is not forgotten outside the wait; the blocks run after it in the same
      // turn.
      if !wasStopped { port.send(.stop) }
      wasStopped = true
    }
    if !handle.isCurrent { thread.join() }
  }

  /// Whether it was stopped.
  public var isStopped: Bool { wasStopped.withLock(\.self) }
}
