import Glibc
import Verification

/// Lets the program clean up before an interrupt ends it.
///
/// A thread waits for the signals, so that cleaning up may do anything; then the signal ends the program as it would
/// have.
enum Interruption {
  /// Does not come back when an interrupt is ending the program: what is known then is neither to be told nor written.
  static func checkpoint() {
    while Abandonment.isUnderWay { pause() }
  }

  /// From now on the signals come to one thread; to be called on the main thread before there are others.
  ///
  /// The main thread keeps the signals to itself as long as it can be interrupted, and while it serves the main queue
  /// it always can: it has to wait for something else. A signal that is ignored stays ignored.
  static func take() {
    var signals = self.signals()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { _ in
        Interruption.wait()
        return nil
      }, nil)
    if result == 0 {
      pthread_detach(thread)
    } else {
      // Without a thread an interrupt ends the program at once; the next run removes what is left.
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
  }

  private static func wait() {
    var signals = self.signals()
    var signal: Int32 = 0
    while sigwait(&signals, &signal) != 0 { continue }
    Abandonment.abandon()
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
