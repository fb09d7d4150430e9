internal import CLinux
internal import LoopEngine
internal import Synchronization

/// What the scheduler knows of threads that are not its own.
struct Outside {
  /// One of its threads sits in a real wait, and no other runs; what happens outside has to end that.
  var isAwaited = false
  /// Counts those waits, for outsiders to wait for the next.
  let waits: UnsafeMutablePointer<Atomic<UInt32>>
  /// False when it was given way, and no thread has come since.
  var mayComeSoon = true

  init() {
    waits = .allocate(capacity: 1)
    waits.initialize(to: Atomic(0))
  }

  /// To be called once, when no thread waits.
  func release() {
    waits.deinitialize(count: 1)
    waits.deallocate()
  }
}

// Threads that the scheduler does not know: Dispatch's, and those of other libraries. While a busy token is out they
// may act, one step at a time, and each step waits until none of the scheduler's threads runs. So what a loop has done
// by then is the same in each run, however long the work outside takes.
extension VirtualScheduler {
  /// Nanoseconds of real time after which an outsider looks whether the thread that runs waits for it.
  private static let pause: Int64 = 10_000_000
  /// Milliseconds of real time that a thread which turns without sleeping gives to what is outside.
  private static let longestWay: Int32 = 1000

  package func outsiderActs() { awaitTurn("acts on a loop") }

  /// Returns at once on a thread of the scheduler's, and on others when they may take a step.
  ///
  /// `what` completes "a thread that the virtual clock does not know …".
  func awaitTurn(_ what: String) {
    if own != nil { return }
    lock.lock()
    outside.mayComeSoon = true
    var waitBefore: KernelWait?
    while true {
      checkOutsider(what)
      if outside.isAwaited || running == nil { break }
      let seen = outside.waits.pointee.load(ordering: .relaxed)
      lock.unlock()
      let end = cl_now_ns() + Self.pause
      // EAGAIN, EINTR and ETIMEDOUT all mean: look again.
      _ = cl_futex_wait(outside.waits, seen, end)
      lock.lock()
      if cl_now_ns() < end { continue }
      // A program's thread may wait for this one by means that are not the engine's, such as a Dispatch group.
      let wait = running?.kernelWait
      if wait != nil && wait == waitBefore { break }
      waitBefore = wait
    }
    lock.unlock()
  }

  /// An unknown thread may act only while a busy token is out, or when the scheduler's own have ended.
  ///
  /// The lock is held.
  func checkOutsider(_ what: String) {
    if busyCount == 0 && running != nil { refuseOutsider(what) }
  }

  /// Waits, for real, until something happens outside, or for that long; the lock is held, but let go meanwhile.
  ///
  /// - Returns: Whether something happened.
  @discardableResult
  func waitForOutside(milliseconds: Int32 = -1) -> Bool {
    outside.isAwaited = true
    outside.waits.pointee.wrappingAdd(1, ordering: .relaxed)
    // It fails for bad addresses only.
    _ = cl_futex_wake(outside.waits, .max)
    let end = cl_now_ns() + Int64(milliseconds) * 1_000_000
    var left = milliseconds
    var hasHappened = false
    // A signal of the process ends a wait, too.
    repeat {
      // What lets the lock go so that this ends says so there.
      hasHappened = lookAtDescriptors(timeout: left) || !outside.isAwaited
      if milliseconds >= 0 { left = Int32(clamping: (end - cl_now_ns()) / 1_000_000) }
    } while !hasHappened && (milliseconds < 0 || left > 0)
    outside.isAwaited = false
    return hasHappened
  }

  /// Waits for the outside on behalf of a loop that turns and turns, as one does that looks for a flag.
  ///
  /// The lock is held, but let go meanwhile.
  ///
  /// A token that ends, or a wake-up, ends the wait. There is no other word of what a step changes in a loop that is
  /// awake, nor of work that goes on without steps: then the wait is long, and in vain only once.
  func giveWayToOutside() {
    if !outside.mayComeSoon { return }
    outside.mayComeSoon = false
    waitForOutside(milliseconds: Self.longestWay)
  }

  /// Lets the lock go, and has the thread look again that waits for the outside, if one does.
  func unlockEndingOutsideWait() {
    let isAwaited = outside.isAwaited
    outside.isAwaited = false
    lock.unlock()
    if !isAwaited { return }
    let result = cl_eventfd_write(nudge)
    require(result == 0, "the scheduler's eventfd cannot be written (errno \(-result)): other code has closed it")
  }
}
