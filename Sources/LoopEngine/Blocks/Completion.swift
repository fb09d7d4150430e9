internal import Synchronization

/// Something that happens once, and can be waited for.
final class Completion: @unchecked Sendable {
  // @unchecked: `word` points to an atomic that is this object's own until deinit.
  enum Outcome: UInt32 {
    case ran = 1
    case dropped = 2
  }

  private let word: UnsafeMutablePointer<Atomic<UInt32>>
  private let scheduler: ThreadScheduler?

  /// One that threads of a scheduler wait for: the calling thread's, unless another is named.
  init(scheduler: ThreadScheduler? = Kernel.scheduler) {
    self.scheduler = scheduler
    word = .allocate(capacity: 1)
    word.initialize(to: Atomic(0))
  }

  deinit {
    word.deinitialize(count: 1)
    word.deallocate()
  }

  func complete(_ outcome: Outcome) {
    word.pointee.store(outcome.rawValue, ordering: .releasing)
    Kernel.wake(word, count: .max, owner: scheduler)
  }

  var outcome: Outcome? { Outcome(rawValue: word.pointee.load(ordering: .acquiring)) }

  func wait(_ reason: @autoclosure () -> WaitReason) -> Outcome {
    while true {
      if let outcome { return outcome }
      Kernel.wait(word, while: 0, until: .max, reason: reason())
    }
  }
}
