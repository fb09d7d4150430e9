import CReference
import Dispatch
import Glibc
import Synchronization

/// A thread with a loop.
///
/// All methods may be called by any thread.
public final class LoopThread: Sendable {
  /// Its name.
  public let name: String
  /// Where it was made.
  public let location: SourceLocation
  private let life: ThreadLife

  /// Starts a thread at once, and returns after the thread's loop was made.
  ///
  /// Without a name it is called "thread-" and a number. Throws when the system has no thread to give.
  public init(
    name: String? = nil, stackSize: Int? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Loop) -> Void
  ) throws(SystemError) {
    let name = name ?? ThreadName.make()
    self.name = name
    location = SourceLocation(file: file, line: line)
    life = try ThreadLife(name: name, stackSize: stackSize, body)
  }

  /// Its loop, for other threads.
  public var handle: LoopHandle { life.handle }

  /// Whether its body has returned and its loop has ended.
  public var isFinished: Bool { life.hasEnded }

  /// Waits for its end.
  ///
  /// It is a programmer error for a thread to join itself.
  @available(*, noasync)
  public func join(file: StaticString = #fileID, line: UInt = #line) {
    precondition(!handle.isCurrent, "the thread \(name) joins itself")
    let waiter = ThreadLoop.existing?.loop.record
    if let waiter { EndWaits.begin(waiter, for: handle.record) }
    life.join()
    if let waiter { EndWaits.end(waiter) }
  }

  /// Has the thread perform `body`, and wakes it; with `waitUntilDone` returns when that is done.
  ///
  /// See `LoopHandle.performOnThread`.
  @available(*, noasync)
  @discardableResult
  public func perform(
    in mode: Mode = .common, waitUntilDone: Bool = false, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ body: @escaping @Sendable () -> Void
  ) -> PostResult {
    handle.performOnThread(in: mode, waitUntilDone: waitUntilDone, label: label, file: file, line: line, body)
  }

  /// Has the calling thread sleep.
  @available(*, noasync)
  public static func sleep(for duration: Duration) {
    let end = LoopInstant.now + duration
    reference_sleep_until(max(end.nanoseconds, 0))
  }
}

/// A POSIX thread from its start until someone has joined it.
///
/// Sendable: `thread` is set before the object is shared and then only read; the rest is under a lock.
private final class ThreadLife: @unchecked Sendable {
  let handle: LoopHandle
  private let thread: pthread_t
  private let end: Flag
  private let joined = DispatchGroup()
  private let isJoined = Guarded(false)

  final class Flag: Sendable { let isSet = Atomic<Bool>(false) }

  /// What the new thread is given.
  private final class Start {
    let name: String
    let body: @Sendable (Loop) -> Void
    let end = Flag()
    let ready = DispatchSemaphore(value: 0)
    var handle: LoopHandle?

    init(name: String, body: @escaping @Sendable (Loop) -> Void) {
      self.name = name
      self.body = body
    }
  }

  init(name: String, stackSize: Int?, _ body: @escaping @Sendable (Loop) -> Void) throws(SystemError) {
    precondition(stackSize ?? 1 > 0, "a thread's stack has a positive size")
    let start = Start(name: name, body: body)
    let pointer = Unmanaged.passRetained(start)
    var thread = pthread_t()
    let result = reference_thread_start(
      &thread, UInt(stackSize ?? 0), { ThreadLife.main($0) }, pointer.toOpaque())
    if result < 0 {
      pointer.release()
      throw SystemError(call: "pthread_create", errno: -result)
    }
    start.ready.wait()
    self.thread = thread
    end = start.end
    // Not nil: the thread sets it before it signals.
    handle = start.handle!
    joined.enter()
  }

  deinit {
    if isJoined.withLock(\.self) { return }
    // The group must be left before it is released.
    joined.leave()
    pthread_detach(thread)
  }

  var hasEnded: Bool { end.isSet.load(ordering: .acquiring) }

  /// The first to come joins the thread, the others wait for the first.
  func join() {
    let isFirst = isJoined.withLock { isJoined in
      defer { isJoined = true }
      return !isJoined
    }
    guard isFirst else { return joined.wait() }
    pthread_join(thread, nil)
    // A run with a limit has a timer of Dispatch's that keeps the loop, and so its blocks, until a thread of Dispatch's
    // has looked after its cancellation: on a busy machine a moment after the loop's own thread has gone.
    _ = handle.record.queuedBlocks.wait(timeout: .now() + .seconds(5))
    joined.leave()
  }

  private static func main(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // Not nil: it is what `init` passed.
    var start: Start? = Unmanaged<Start>.fromOpaque(pointer!).takeRetainedValue()
    guard let (name, body, end) = start.map({ ($0.name, $0.body, $0.end) }) else { return nil }
    // The system keeps fifteen bytes of it; the name in full stays with the loop.
    reference_set_thread_name(name)
    let thread = ThreadLoop.current(name: name)
    thread.onEnd = { end.isSet.store(true, ordering: .releasing) }
    LoopRecording.emit(.threadBegan, nil)
    start?.handle = thread.loop.handle
    start?.ready.signal()
    start = nil
    body(thread.loop)
    return nil
  }
}

/// Which threads wait for which to end: a circle of them would wait for ever.
private enum EndWaits {
  private static let waits = Guarded<[ObjectIdentifier: LoopRecord]>([:])

  static func begin(_ waiter: LoopRecord, for ending: LoopRecord) {
    let isCircle = waits.withLock { waits in
      var next: LoopRecord? = ending
      while let now = next, now !== waiter { next = waits[ObjectIdentifier(now)] }
      if next == nil { waits[ObjectIdentifier(waiter)] = ending }
      return next != nil
    }
    precondition(!isCircle, "the threads \(waiter.name) and \(ending.name) wait for each other's end")
  }

  static func end(_ waiter: LoopRecord) {
    _ = waits.withLock { $0.removeValue(forKey: ObjectIdentifier(waiter)) }
  }
}
