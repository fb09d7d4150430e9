internal import Synchronization

/// Announces work on threads that the engine does not know, such as Dispatch's: while a token is out, virtual time
/// stands still and waits for it.
///
/// In real time it does nothing.
///
/// ```swift
/// import Dispatch
///
/// let answers = MessagePort<String>(label: "answers") { print($0.body) }
/// Loop.current.add(answers)
/// let token = BusyToken()
/// DispatchQueue.global().async {
///   answers.send("computed elsewhere")
///   token.end()
/// }
/// Loop.current.run(mode: .default, for: .seconds(1), returnAfterSourceHandled: true)
/// ```
///
/// ```output
/// computed elsewhere
/// ```
///
/// Without the token the virtual clock would let the second pass at once; and a thread that it does not know, acting on
/// what belongs to it while no token is out, ends the process with a sentence.
///
/// On the virtual clock each step of such a thread waits until all threads that the clock knows wait. So the loop above
/// always goes to sleep before the answer comes, however soon it was computed. Two such threads come in either order,
/// and what they print, or change outside of the engine, is there at once.
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
  /// For any thread. A second call changes nothing. A token that is let go ends by itself.
  public func end() {
    if isOut.exchange(false, ordering: .acquiringAndReleasing) { scheduler?.scheduling.busy(-1) }
  }

  deinit { end() }
}
