internal import CLinux
internal import Synchronization

/// A lock of one word that waits in the kernel only when it is contended.
///
/// Not recursive. Written here, on inlined atomics, so that Thread Sanitizer sees what it orders.
package struct Lock: ~Copyable, @unchecked Sendable {
  // @unchecked: the pointer is immutable, and what it points to is atomic.
  // 0 free, 1 held, 2 held and another thread waits. The pointer is this lock's own until deinit; what it points to is
  // atomic.
  private let word: UnsafeMutablePointer<Atomic<UInt32>>

  package init() {
    word = .allocate(capacity: 1)
    word.initialize(to: Atomic(0))
  }

  deinit {
    word.deinitialize(count: 1)
    word.deallocate()
  }

  @inline(__always)
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  @inline(__always)
  package func lock() {
    if !word.pointee.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged { lockSlowly() }
  }

  @inline(__always)
  package func unlock() {
    if word.pointee.exchange(0, ordering: .releasing) == 2 { wakeOne() }
  }

  @inline(never)
  private func lockSlowly() {
    // The holder is usually gone after a few reads.
    for _ in 0..<40 {
      if word.pointee.load(ordering: .relaxed) == 0,
        word.pointee.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
      {
        return
      }
    }
    while word.pointee.exchange(2, ordering: .acquiring) != 0 {
      // EAGAIN (the word has changed) and EINTR both mean: look again.
      _ = cl_futex_wait(word, 2, .max)
    }
  }

  @inline(never)
  private func wakeOne() {
    _ = cl_futex_wake(word, 1)
  }
}
