import Glibc
import Synchronization

/// Lets the program clean up before an interrupt ends it.
///
/// The handler only wakes a thread, so that cleaning up may do anything; then the signal ends the program as it would have. A
/// second one does so at once. Signals cannot be blocked and waited for instead: while tasks run, Dispatch keeps the main
/// thread waiting for signals with none of them blocked.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// The signal that came; 0 before.
  private static let signal = Atomic<Int32>(0)

  private final class Waiting: Sendable {
    let reading: Int32
    let cleanUp: @Sendable () -> Void

    init(_ reading: Int32, _ cleanUp: @escaping @Sendable () -> Void) {
      self.reading = reading
      self.cleanUp = cleanUp
    }
  }

  /// The end of the pipe by which the handler wakes the thread.
  private static let writing = Atomic<Int32>(-1)

  /// From now on an interrupt cleans up first; to be called once.
  ///
  /// A signal that is ignored stays ignored. Without a pipe or a thread an interrupt ends the program at once, and the next
  /// run removes what is left.
  static func begin(_ cleanUp: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    signal.store(0, ordering: .sequentiallyConsistent)
    writing.store(ends[1], ordering: .sequentiallyConsistent)
    let waiting = Unmanaged.passRetained(Waiting(ends[0], cleanUp))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        // Proof: it is what was passed below.
        let waiting = Unmanaged<Waiting>.fromOpaque(argument!).takeRetainedValue()
        Interruption.wait(waiting)
        return nil
      }, waiting.toOpaque())
    guard result == 0 else { return waiting.release() }
    pthread_detach(thread)
    for signal in signals { InterruptHandling.replace(signal, SIG_DFL, with: wake) }
  }

  /// Does not come back when an interrupt is ending the program: what is known then is not to be told, nor written.
  static func checkpoint() {
    while signal.load(ordering: .sequentiallyConsistent) != 0 { pause() }
  }

  /// Nothing but what a signal handler may do: an atomic store, and write.
  private static let wake: InterruptHandling.Handler = { number in
    let error = errno
    Interruption.signal.store(number, ordering: .sequentiallyConsistent)
    var byte: UInt8 = 0
    _ = Glibc.write(Interruption.writing.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = error
  }

  private static func wait(_ waiting: Waiting) {
    var byte: UInt8 = 0
    while read(waiting.reading, &byte, 1) != 1 { continue }
    waiting.cleanUp()
    InterruptHandling.restoreLine()
    // SA_RESETHAND has made the default of it, so that whoever waits for the program sees how it ended.
    kill(getpid(), signal.load(ordering: .sequentiallyConsistent))
  }
}
