internal import CLinux
internal import Synchronization

/// A counting semaphore in real time, whatever clock the loops have.
final class RealSemaphore: @unchecked Sendable {
  // @unchecked: what `word` points to is atomic and this object's own until deinit.
  private let word: UnsafeMutablePointer<Atomic<UInt32>>

  init(_ value: UInt32) {
    word = .allocate(capacity: 1)
    word.initialize(to: Atomic(value))
  }

  deinit {
    word.deinitialize(count: 1)
    word.deallocate()
  }

  func signal() {
    word.pointee.add(1, ordering: .releasing)
    // It fails for bad addresses only.
    _ = cl_futex_wake(word, 1)
  }

  func wait() {
    while true {
      let value = word.pointee.load(ordering: .relaxed)
      if value == 0 {
        // EAGAIN (there was a signal) and EINTR both mean: look again.
        _ = cl_futex_wait(word, 0, .max)
      } else if word.pointee.compareExchange(expected: value, desired: value - 1, ordering: .acquiring).exchanged {
        return
      }
    }
  }
}
