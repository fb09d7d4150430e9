import Glibc

/// A `replacement-probe` at work; killed at the latest when it is no longer held.
final class Probe {
  private var process: pid_t = 0
  private var hasEnded = false

  init(_ path: String, size: Int) throws {
    let words = [Self.program, path, String(size)].map { (word: String) in strdup(word) } + [nil]
    let environment = [strdup("SWIFT_BACKTRACE=enable=no"), nil]
    defer { for word in words + environment { free(word) } }
    let result = posix_spawn(&process, Self.program, nil, nil, words, environment)
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

  /// The test bundle is the program that runs, and the probe lies beside it.
  private static let program: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let capacity = buffer.count
    let count = readlink("/proc/self/exe", &buffer, capacity)
    precondition(count > 0, "the kernel knows the program that runs")
    let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return "\(folder)/replacement-probe"
  }()
}
