import Glibc
import Synchronization
import Testing

@testable import loopbook

/// Sends this process a signal and waits for what it does.
///
/// The threads that tests run on block all signals: `raise` would do nothing.
private func end(by signal: Int32) -> Never {
  kill(getpid(), signal)
  while true { pause() }
}

@Suite("The terminal")
struct TerminalTests {
  @Test(
    "colors follow the flag, then the environment, then the terminal",
    arguments: [
      ("auto", true, ["TERM": "xterm"], true), ("auto", false, ["TERM": "xterm"], false),
      ("auto", true, [:], false), ("auto", true, ["TERM": "dumb"], false),
      ("auto", true, ["TERM": "xterm", "NO_COLOR": "1"], false),
      ("auto", true, ["TERM": "xterm", "NO_COLOR": ""], true),
      ("auto", false, ["CLICOLOR_FORCE": "1"], true), ("auto", false, ["CLICOLOR_FORCE": "0"], false),
      ("auto", false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
      ("auto", true, ["TERM": "xterm", "CLICOLOR": "0"], false),
      ("always", false, ["NO_COLOR": "1", "TERM": "dumb"], true), ("never", true, ["CLICOLOR_FORCE": "1"], false),
    ] as [(String, Bool, [String: String], Bool)])
  func colors(choice: String, isTerminal: Bool, environment: [String: String], expected: Bool) throws {
    let choice = try #require(ColorChoice(rawValue: choice))
    #expect(choice.isColored(isTerminal: isTerminal) { environment[$0] } == expected)
  }

  @Test("a reader that goes away ends neither the program nor counts as a failure")
  func closedPipe() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let output = DescriptorOutput(ends[1])
    output.write("a")
    output.write("b")
    #expect(output.failure == nil)
  }

  @Test("a full disk is a failure, and told as what it is")
  func fullDisk() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let output = DescriptorOutput(descriptor)
    output.write("a")
    #expect(output.failure == ENOSPC)
  }

  @Test("a pipe that is full and does not block loses nothing", .timeLimit(.minutes(1)))
  func nonBlocking() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    let count = 300_000
    let received = Mutex(0)
    let reader = ProgressTicker(every: .milliseconds(1)) {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let size = buffer.count
      // The pipe has an end, and reading waits for it: one call takes all there is.
      while case let count = read(reading, &buffer, size), count > 0 { received.withLock { $0 += count } }
    }
    let output = DescriptorOutput(writing)
    output.write(String(repeating: "x", count: count))
    close(writing)
    try #require(output.failure == nil)
    while received.withLock({ $0 }) < count { sched_yield() }
    reader?.stop()
    close(reading)
    #expect(received.withLock { $0 } == count)
  }

  /// The cursor stayed hidden in the shell when the program was interrupted.
  @Test("an interrupt brings the line and the cursor back, and still ends the program", .timeLimit(.minutes(1)))
  func interrupt() async throws {
    let result = try await #require(processExitsWith: .signal(SIGINT), observing: [\.standardErrorContent]) {
      let time = Mutex(Duration.zero)
      let display = ProgressDisplay(.bar(columns: 80, isColored: false), now: { time.withLock { $0 } }) { text in
        DescriptorOutput(STDERR_FILENO).write(text)
      }
      display.begin(stage: "Running examples", total: 2)
      time.withLock { $0 = .seconds(2) }
      display.tick()
      end(by: SIGINT)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("\u{1B}[?25l\rRunning examples"))
    #expect(text.hasSuffix("\r\u{1B}[K\u{1B}[?25h"))
  }

  @Test(
    "a signal that was ignored stays ignored, and one that was not ends the program after the progress, too",
    .timeLimit(.minutes(1)))
  func signalsAfterwards() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      signal(SIGHUP, SIG_IGN)
      let display = ProgressDisplay(.bar(columns: 80, isColored: false)) { _ in }
      display.begin(stage: "a", total: 1)
      kill(getpid(), SIGHUP)
      display.end()
      kill(getpid(), SIGHUP)
      end(by: SIGTERM)
    }
  }
}
