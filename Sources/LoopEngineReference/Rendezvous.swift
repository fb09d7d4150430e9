import Dispatch
import Synchronization

/// Where a thread waits until a block has run or was dropped.
final class Rendezvous: Sendable {
  private let met = DispatchSemaphore(value: 0)
  private let ran = Atomic<Bool>(false)

  /// Posts a block that ends in `meet`, and waits for that; whether it ran.
  static func wait(post: (Rendezvous) -> PostResult) -> Bool {
    let rendezvous = Rendezvous()
    if post(rendezvous) == .loopEnded { return false }
    rendezvous.met.wait()
    return rendezvous.ran.load(ordering: .acquiring)
  }

  func meet(ran: Bool) {
    self.ran.store(ran, ordering: .releasing)
    met.signal()
  }
}
