import Glibc
import TestSupport

/// A `replacement-probe` at work; killed at the latest when it is no longer held.
final class Probe {
  private let program = BuiltProducts.path("replacement-probe")
  private var process: pid_t = 0
  private var hasEnded = false

  init(_ path: String, size: Int) throws {
    let words = [program, path, String(size)].map { (word: String) in strdup(word) } + [nil]
    let environment = [strdup("SWIFT_BACKTRACE=enable=no"), nil]
    defer { for word in words + environment { free(word) } }
    let result = posix_spawn(&process, program, nil, nil, words, environment)
    guard result == 0 else { throw Folder.Failure(call: "posix_spawn", number: result) }
  }

  deinit { kill() }

  func isRunning() -> Bool {
    var status: Int32 = 0
    if !hasEnded, waitpid(process, &status, WNOHANG) != 0 { hasEnded = true }
    return !hasEnded
  }

  /// Kills it and waits until it is gone.
  func kill() {
    guard !hasEnded else { return }
    Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
  }
}
