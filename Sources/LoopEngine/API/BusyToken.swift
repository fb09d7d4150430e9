internal import Synchronization

/// Announces work on threads that the engine does not know, such as Dispatch's: while a token is out, virtual time
/// stands still and waits for it.
///
/// In real time it does nothing.
public final class BusyToken: Sendable {
  private let isOut = Atomic<Bool>(true)
  private let scheduler: ThreadScheduler?

  /// Takes a token.
  ///
  /// To be called before the work is handed over, on a thread that the engine knows.
  public init() {
    scheduler = Kernel.scheduler
    scheduler?.scheduling.busy(1)
  }

  /// The work is done, and what it had to tell the loops is told.
  ///
  /// A second call changes nothing.
  public func end() {
    if isOut.exchange(false, ordering: .acquiringAndReleasing) { scheduler?.scheduling.busy(-1) }
  }

  deinit { end() }
}
