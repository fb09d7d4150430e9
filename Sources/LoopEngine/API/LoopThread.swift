internal import CLinux
internal import Synchronization

/// A thread with a name and a loop.
///
/// ```swift
/// let worker = try LoopThread(name: "worker") { loop in
///   loop.add(MessagePort<Never>(label: "keep-alive"))
///   print(loop.runUntilStopped())
/// }
/// worker.perform(label: "work") { print("works on", Loop.current.handle) }
/// LoopThread.sleep(for: .seconds(1))
/// worker.handle.stop()
/// worker.join()
/// print(worker.isFinished)
/// ```
///
/// ```output
/// works on worker
/// stopped
/// true
/// ```
///
/// It runs on when it is let go. Its loop ends when its body returns. A thread that is to stay until it is told to end
/// is a ``PermanentThread``. Foundation calls it `Thread`.
public final class LoopThread: Sendable {
  private struct Joining: ~Copyable {
    let lock = Lock()
  }
  /// What the thread takes along.
  private final class Start: Sendable {
    let core: LoopCore
    let ticket: UInt64
    let body: @Sendable (Loop) -> Void

    init(core: LoopCore, ticket: UInt64, body: @escaping @Sendable (Loop) -> Void) {
      self.core = core
      self.ticket = ticket
      self.body = body
    }
  }

  private let core: LoopCore
  private let thread: UInt
  private let joining = Joining()
  private let joined = Atomic<Bool>(false)

  /// The line that started it.
  public let location: SourceLocation

  /// Starts a thread that calls `body` with its loop.
  ///
  /// The loop exists, and can be posted to, before this returns.
  ///
  /// - Parameters:
  ///   - name: Its name, of which the kernel keeps 15 bytes; without one it is called "thread-1" and so on.
  ///   - stackSize: In bytes; without one, what the system gives.
  ///   - body: Called on the thread, once. The thread ends when it returns.
  /// - Throws: A ``SystemError`` when the system gives no thread.
  public init(
    name: String? = nil, stackSize: Int? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Loop) -> Void
  ) throws(SystemError) {
    location = SourceLocation(file: file, line: line)
    core = LoopCore(name: name ?? ThreadIdentity.nextName())
    let scheduler = Kernel.scheduler
    let ticket = scheduler?.scheduling.willStart(core.name) ?? 0
    let start = Unmanaged.passRetained(Start(core: core, ticket: ticket, body: body))
    var thread: UInt = 0
    let result = core.name.withCString { name in
      cl_thread_start(
        &thread, stackSize ?? 0, name,
        { argument in
          // Not null: it is the start that was passed below.
          let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
          ThreadIdentity(name: start.core.name, isLoopThread: true).adopt()
          if let scheduler = start.core.scheduler {
            Kernel.adopt(scheduler, ticket: start.ticket)
            scheduler.scheduling.began(start.ticket)
          }
          if isRecording { LoopRecording.report(.threadBegan, loop: nil) }
          start.body(Loop.make(on: start.core, isMain: false))
          return nil
        }, start.toOpaque())
    }
    if result != 0 {
      start.release()
      scheduler?.scheduling.didNotStart(ticket)
      throw SystemError(call: "pthread_create", errno: -result)
    }
    self.thread = thread
    // The new thread may be the first to go on.
    Kernel.point()
  }

  deinit {
    if !joined.load(ordering: .acquiring) {
      // The thread is ours and not joined, so this cannot fail.
      _ = cl_thread_detach(thread)
    }
  }

  /// The name it was given, or "thread-1" and so on.
  public var name: String { core.name }

  /// Its loop.
  public var handle: LoopHandle { LoopHandle(core) }

  /// Whether its loop has ended.
  public var isFinished: Bool { core.hasEnded }

  /// Waits until the thread has ended.
  ///
  /// Any number of threads may wait. One that waits for its own end, alone or in a circle with others, ends the process
  /// with a sentence, since it would wait for ever.
  ///
  /// ```swift
  /// let threads = try ["left", "right"].map { name in
  ///   try LoopThread(name: name) { _ in LoopThread.sleep(for: .seconds(1)) }
  /// }
  /// for thread in threads { thread.join() }
  /// print(threads.allSatisfy(\.isFinished), LoopInstant.now)
  /// ```
  ///
  /// ```output
  /// true 1.000000000s
  /// ```
  @available(*, noasync, message: "it blocks the thread")
  public func join(file: StaticString = #fileID, line: UInt = #line) {
    require(!handle.isCurrent, "thread '\(name)' waits for its own end, which would never come")
    let here = SourceLocation(file: file, line: line)
    // The virtual clock tells of a deadlock itself.
    let waiter = Kernel.scheduler == nil ? Loop.coreOfThisThread : nil
    if let waiter { EndWaits.begin(waiter, for: core) }
    _ = core.ending.wait(WaitReason("for the end of thread '\(name)'", here))
    if let waiter { EndWaits.end(waiter) }
    joining.lock.withLock {
      if joined.load(ordering: .relaxed) { return }
      let result = cl_thread_join(thread)
      require(result == 0, "pthread_join failed (errno \(-result)): two threads wait for each other's end")
      joined.store(true, ordering: .releasing)
    }
  }

  /// Has the thread perform `body`, and wakes it; with `waitUntilDone` returns when that is done.
  ///
  /// The same as ``LoopHandle/performOnThread(in:waitUntilDone:label:file:line:onDrop:_:)`` of its ``handle``.
  ///
  /// Foundation calls it `perform(_:on:with:waitUntilDone:)`.
  @available(*, noasync, message: "it may block the thread")
  @discardableResult
  public func perform(
    in mode: Mode = .common, waitUntilDone: Bool = false, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ body: @escaping @Sendable () -> Void
  ) -> PostResult {
    handle.performOnThread(in: mode, waitUntilDone: waitUntilDone, label: label, file: file, line: line, body)
  }

  /// Sleeps without running any loop.
  ///
  /// On the virtual clock this takes no time. Nothing is served meanwhile: to wait for a loop's items, run the loop.
  ///
  /// Foundation calls it `Thread.sleep(forTimeInterval:)`.
  @available(*, noasync, message: "it blocks the thread")
  public static func sleep(for duration: Duration) {
    let deadline = clockNow().saturatingAdd(max(0, duration.saturatingNanoseconds))
    // No other thread knows the word, so none wakes it.
    let word = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: 1)
    word.initialize(to: Atomic(0))
    defer { word.deallocate() }
    while clockNow() < deadline {
      Kernel.wait(word, while: 0, until: deadline, reason: WaitReason("in LoopThread.sleep"))
    }
  }
}

/// Which threads wait for which to end: a circle of them would wait for ever.
private enum EndWaits {
  private static let waits = Mutex<[ObjectIdentifier: LoopCore]>([:])

  static func begin(_ waiter: LoopCore, for ending: LoopCore) {
    let circle: String? = waits.withLock { waits in
      var (next, text) = (ending, "thread '\(waiter.name)' waits for the end of thread '\(ending.name)'")
      while next !== waiter {
        guard let further = waits[ObjectIdentifier(next)] else {
          waits[ObjectIdentifier(waiter)] = ending
          return nil
        }
        next = further
        text += ", which waits for the end of thread '\(next.name)'"
      }
      return text
    }
    require(circle == nil, "\(circle ?? ""): none of them would ever come")
  }

  static func end(_ waiter: LoopCore) {
    _ = waits.withLock { $0.removeValue(forKey: ObjectIdentifier(waiter)) }
  }
}
