import Glibc

/// Lets the program clean up before an interrupt ends it.
///
/// A thread waits for the signals, so that cleaning up may do anything; then the signal ends the program as it would have.
enum Interruption {
  private final class Waiting: Sendable {
    let cleanUp: @Sendable () -> Void
    init(_ cleanUp: @escaping @Sendable () -> Void) { self.cleanUp = cleanUp }
  }

  /// From now on an interrupt cleans up first; to be called on the main thread before there are others.
  ///
  /// A signal that is ignored stays ignored.
  static func begin(_ cleanUp: @escaping @Sendable () -> Void) {
    var signals = self.signals()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waiting = Unmanaged.passRetained(Waiting(cleanUp))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        // Proof: it is what was passed below.
        let waiting = Unmanaged<Waiting>.fromOpaque(argument!).takeRetainedValue()
        Interruption.wait(waiting.cleanUp)
        return nil
      }, waiting.toOpaque())
    if result == 0 {
      pthread_detach(thread)
    } else {
      // Without a thread an interrupt ends the program at once; the next run removes what is left.
      waiting.release()
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
  }

  private static func wait(_ cleanUp: () -> Void) {
    var signals = self.signals()
    var signal: Int32 = 0
    while sigwait(&signals, &signal) != 0 { continue }
    cleanUp()
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    sigaddset(&unblocked, signal)
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    raise(signal)
  }

  private static func signals() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      let isIgnored =
        sigaction(signal, nil, &action) == 0 && action.sa_flags & SA_SIGINFO == 0
        && InterruptHandling.address(action.__sigaction_handler.sa_handler) == InterruptHandling.address(SIG_IGN)
      if !isIgnored { sigaddset(&signals, signal) }
    }
    return signals
  }
}
