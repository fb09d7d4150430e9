internal import CLinux
internal import Synchronization

/// Why a thread waits, for whoever has to explain a deadlock.
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

/// Takes the kernel's place: tells the time, decides which thread runs, and blocks the others.
///
/// While one is installed, every thread that the engine knows runs only when it says so.
package protocol ThreadScheduler: AnyObject, Sendable {
  /// Nanoseconds of the clock.
  var now: Int64 { get }
  /// Blocks the calling thread while the word at `address` is `expected`, until a wake-up of that address, until `deadline`
  /// or, where there is an epoll instance, until that has an event. May return early.
  func wait(_ address: UInt, while stillHolds: () -> Bool, until deadline: Int64, epoll: Int32, reason: () -> WaitReason)
  /// Makes threads that wait at the address runnable.
  func wake(_ address: UInt, count: Int)
  /// The calling thread does something that another could see: one may run instead first.
  func point()
  /// The calling thread is about to start another; returns what that one is to begin with.
  func willStart(_ name: String) -> UInt64
  /// The thread could not be started.
  func didNotStart(_ ticket: UInt64)
  /// Called by the started thread first of all; returns when it is its turn.
  func began(_ ticket: UInt64)
  /// The calling thread ends.
  func ended()
  /// Work outside of the engine's threads begins or ends; time stands still meanwhile.
  func busy(_ change: Int)
}

/// Where the engine meets the system: time, blocking and waking. With a scheduler installed, that takes over.
package enum Kernel {
  private final class Installed: @unchecked Sendable {
    // @unchecked: written only by `install`, which is called while one thread uses the engine.
    var scheduler: (any ThreadScheduler)?
  }
  private static let installed = Installed()

  /// Installs a scheduler, or none. To be called while no other thread uses the engine.
  package static func install(_ scheduler: (any ThreadScheduler)?) {
    installed.scheduler = scheduler
    cl_set_virtual(scheduler != nil)
  }

  @inline(__always)
  static var isVirtual: Bool { _slowPath(cl_virtual()) }

  static var scheduler: any ThreadScheduler {
    guard let scheduler = installed.scheduler else { preconditionFailure("the scheduler was removed while in use") }
    return scheduler
  }

  /// By how much the kernel may be late for a timer.
  @inline(__always)
  static var slack: Int64 { isVirtual ? 0 : 50_000 }

  /// Waits while the word is `expected`; returns at a wake-up, at the deadline, or for no reason.
  @inline(__always)
  static func wait(
    _ word: UnsafeMutablePointer<Atomic<UInt32>>, while expected: UInt32, until deadline: Int64,
    reason: @autoclosure () -> WaitReason
  ) {
    if isVirtual {
      scheduler.wait(
        UInt(bitPattern: word), while: { word.pointee.load(ordering: .acquiring) == expected }, until: deadline, epoll: -1,
        reason: reason)
    } else {
      // EAGAIN, EINTR and ETIMEDOUT all mean what returning means: look again.
      _ = cl_futex_wait(word, expected, deadline)
    }
  }

  /// Wakes threads that wait on the word.
  @inline(__always)
  static func wake(_ word: UnsafeMutableRawPointer, count: Int32) {
    if isVirtual {
      scheduler.wake(UInt(bitPattern: word), count: Int(count))
    } else {
      // It fails for bad addresses only.
      _ = cl_futex_wake(word, count)
    }
  }

  /// Before a step that another thread could see: under a schedule, others may run first.
  @inline(__always)
  static func point() {
    if isVirtual { scheduler.point() }
  }

  /// The same for what is done outside of the engine, such as printing.
  package static func visibleStep() {
    point()
  }
}

/// Nanoseconds of the loop's clock.
@inline(__always)
func clockNow() -> Int64 {
  Kernel.isVirtual ? Kernel.scheduler.now : cl_now_ns()
}
