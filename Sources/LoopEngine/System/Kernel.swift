internal import CLinux
internal import Synchronization

/// Why a thread waits, as the report of a deadlock tells it.
package struct WaitReason: Sendable {
  /// "in its loop", "for semaphore \"ready\""; completes "thread 'main' waits …".
  package let what: String
  /// The line that made what is waited for, or that waits.
  package let location: SourceLocation?

  package init(_ what: String, _ location: SourceLocation? = nil) {
    self.what = what
    self.location = location
  }
}

/// An epoll instance that a thread waits for.
package struct DescriptorWatch: Sendable {
  package let epoll: Int32
  /// Whether it watches descriptors of the program's, whose events may come from outside of the process.
  package let isOpenToOutside: Bool
}

/// Takes the kernel's place for some threads: tells them the time, decides which of them runs, and blocks the others.
///
/// A thread that it knows runs only when it says so. Loops, semaphores and threads that such a thread makes are its
/// own.
package protocol ThreadScheduling: AnyObject, Sendable {
  /// Nanoseconds of the clock.
  var now: Int64 { get }
  /// The loop that takes the place of the process's main one for its threads; nil where none does.
  var mainLoop: LoopHandle? { get }
  /// Blocks the calling thread while `stillHolds`, until a wake-up of that address, until `deadline` or until `watch`
  /// has an event. May return early.
  func wait(
    _ address: UInt, while stillHolds: () -> Bool, until deadline: Int64, watch: DescriptorWatch?,
    reason: () -> WaitReason)
  /// Makes threads that wait at the address runnable.
  func wake(_ address: UInt, count: Int)
  /// The calling thread does something that another could see: one may run instead first.
  func point()
  /// A loop of the calling thread has made a turn without sleeping.
  func turned()
  /// A thread that it does not know is about to act on something of its own; returns when none of its threads runs.
  func outsiderActs()
  /// The calling thread is about to start another; returns what that one is to begin with.
  func willStart(_ name: String) -> UInt64
  /// The thread could not be started.
  func didNotStart(_ ticket: UInt64)
  /// Called by the started thread first of all; returns when it is its turn.
  func began(_ ticket: UInt64)
  /// The calling thread ends.
  func ended()
  /// Work outside of its threads begins or ends; time stands still meanwhile.
  func busy(_ change: Int)
  /// Jobs of Swift concurrency were queued for a loop (1) or have begun (-1).
  func jobs(_ change: Int)
}

/// A scheduler as threads and loops hold it: one word.
package final class ThreadScheduler: Sendable {
  package let scheduling: any ThreadScheduling

  package init(_ scheduling: any ThreadScheduling) {
    self.scheduling = scheduling
  }
}

/// Where the engine meets the system: time, blocking and waking.
///
/// A thread's scheduler, if it has one, takes over.
package enum Kernel {
  /// The calling thread's scheduler.
  @inline(__always)
  package static var scheduler: ThreadScheduler? {
    _slowPath(cl_virtual()) ? ownScheduler() : nil
  }

  @inline(never)
  private static func ownScheduler() -> ThreadScheduler? {
    cl_thread().pointee.scheduler.map { Unmanaged<ThreadScheduler>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Puts the calling thread, and its loop if it has one, under a scheduler, which the caller keeps alive there; nil:
  /// under none.
  package static func adopt(_ scheduler: ThreadScheduler?, ticket: UInt64) {
    if scheduler != nil { cl_set_virtual() }
    if cl_is_main_thread() { ofMain.withLock { $0 = scheduler } }
    let thread = cl_thread()
    thread.pointee.scheduler = scheduler.map { Unmanaged.passUnretained($0).toOpaque() }
    thread.pointee.ticket = ticket
    if let loop = thread.pointee.loop {
      // The thread retains its loop.
      Unmanaged<Loop>.fromOpaque(loop)._withUnsafeGuaranteedRef {
        $0.core.scheduler = scheduler
        $0.turnClock = .min
      }
    }
  }

  /// The scheduler of the thread that the process started with.
  static var schedulerOfMain: ThreadScheduler? { ofMain.withLock { $0 } }
  private static let ofMain = Mutex<ThreadScheduler?>(nil)

  /// What the calling thread's scheduler calls it.
  package static var ticket: UInt64 { cl_thread().pointee.ticket }

  /// The calling thread's name, as events give it.
  package static var threadName: String { ThreadIdentity.current.name }

  /// Whether the calling thread is the one that the process started with.
  package static var isMainThread: Bool { cl_is_main_thread() }

  /// By how much the kernel may be late for a timer.
  @inline(__always)
  static var slack: Int64 { scheduler == nil ? 50_000 : 0 }

  /// Waits while the word is `expected`; returns at a wake-up, at the deadline, or for no reason.
  @inline(__always)
  static func wait(
    _ word: UnsafeMutablePointer<Atomic<UInt32>>, while expected: UInt32, until deadline: Int64,
    reason: @autoclosure () -> WaitReason
  ) {
    if let scheduler {
      scheduler.scheduling.wait(
        UInt(bitPattern: word), while: { word.pointee.load(ordering: .acquiring) == expected }, until: deadline,
        watch: nil, reason: reason)
    } else {
      // EAGAIN, EINTR and ETIMEDOUT all mean what returning means: look again.
      _ = cl_futex_wait(word, expected, deadline)
    }
  }

  /// Wakes threads that wait on a word which belongs to a thread of `owner`, or of the calling thread's scheduler.
  @inline(__always)
  static func wake(_ word: UnsafeMutableRawPointer, count: Int32, owner: ThreadScheduler?) {
    if let scheduler = scheduler ?? owner { scheduler.scheduling.wake(UInt(bitPattern: word), count: Int(count)) }
    // Made outside of any scheduler: a thread outside may wait for it, too. It fails for bad addresses only.
    if owner == nil { _ = cl_futex_wake(word, count) }
  }

  /// Before a step that another thread could see: under a schedule, others may run first.
  @inline(__always)
  package static func point() {
    if let scheduler { scheduler.scheduling.point() }
  }

  /// The same for a step on what belongs to a thread of `owner`; a thread without a scheduler waits for its turn.
  @inline(__always)
  static func point(owner: @autoclosure () -> ThreadScheduler?) {
    if _slowPath(cl_virtual()) { pointUnder(owner()) }
  }

  @inline(never)
  private static func pointUnder(_ owner: ThreadScheduler?) {
    if let scheduler { scheduler.scheduling.point() } else { owner?.scheduling.outsiderActs() }
  }
}

/// Nanoseconds of the calling thread's clock.
@inline(__always)
func clockNow() -> Int64 {
  if let scheduler = Kernel.scheduler { return scheduler.scheduling.now }
  return cl_now_ns()
}
