import Glibc

/// Gives the cursor back when the program is interrupted while a bar is shown.
///
/// Only signals that would end the program at once are taken over: one that is ignored stays ignored, and whoever
/// handles one ends the progress.
enum InterruptHandling {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// From now on, an interrupt restores the line first.
  static func begin() {
    for signal in signals { replace(signal, SIG_DFL, with: restore) }
  }

  /// Signals do what they did before.
  static func end() {
    for signal in signals { replace(signal, restore, with: SIG_DFL) }
  }

  typealias Handler = @convention(c) (Int32) -> Void

  /// Nothing but calls that a signal handler may make: write, and raise.
  private static let restore: Handler = { signal in
    let text = ProgressState.restoring
    _ = Glibc.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    // SA_RESETHAND has made the default of it, so that whoever waits for the program sees how it ended.
    _ = raise(signal)
  }

  private static func replace(_ signal: Int32, _ old: Handler?, with new: Handler?) {
    var current = sigaction()
    guard sigaction(signal, nil, &current) == 0, current.sa_flags & SA_SIGINFO == 0,
      address(current.__sigaction_handler.sa_handler) == address(old)
    else { return }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = new
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    sigaction(signal, &action, nil)
  }

  /// A handler's address, to compare: Swift has no equality of functions.
  static func address(_ handler: Handler?) -> UInt {
    // Proof: a C function pointer is one word, and so is nil.
    unsafeBitCast(handler, to: UInt.self)
  }
}
