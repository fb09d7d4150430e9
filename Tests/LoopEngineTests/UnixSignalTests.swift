import Glibc
import LoopEngine
import LoopTracing
import Testing

/// Signals of Unix as sources.
///
/// Each test has a signal of its own: they belong to the whole process.
@Suite("Unix signals")
struct UnixSignalTests {
  private static func action(_ signal: Int32) -> sigaction {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return action
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    unsafeBitCast(action(signal).__sigaction_handler.sa_handler, to: Int.self) == 1  // SIG_IGN is the address 1.
  }

  @Test("A signal calls the handler on the loop's thread, and many are one until it is called")
  func arrives() throws {
    let seen = Record<Bool>()
    let results = try onLoop { loop -> [RunResult] in
      let handle = loop.handle
      guard let source = try? UnixSignalSource(SIGUSR2, handler: { seen.append(handle.isCurrent) }) else { return [] }
      defer { source.invalidate() }
      loop.add(MessagePort<Never>())
      guard (try? loop.add(source)) != nil else { return [] }
      for _ in 0..<3 { kill(getpid(), SIGUSR2) }
      let first = loop.run(mode: .default, for: .seconds(30), returnAfterSourceHandled: true)
      let second = loop.run(mode: .default, for: .zero)
      kill(getpid(), SIGUSR2)
      return [first, second, loop.run(mode: .default, for: .seconds(30), returnAfterSourceHandled: true)]
    }
    #expect(results == [.handledSource, .timedOut, .handledSource])
    #expect(seen.all == [true, true])
  }

  @Test("Each source for a signal is told, in whatever loop it is")
  func each() throws {
    let seen = Record<String>()
    let sources = try ["a", "b"].map { name in try UnixSignalSource(SIGWINCH) { seen.append(name) } }
    let ready = LoopSemaphore()
    let threads = try sources.map { source in
      try LoopThread { loop in
        try? loop.add(source)
        ready.signal()
        loop.run(mode: .default, for: .seconds(30), returnAfterSourceHandled: true)
      }
    }
    for _ in threads { ready.wait() }
    kill(getpid(), SIGWINCH)
    for thread in threads { thread.join() }
    for source in sources { source.invalidate() }
    #expect(seen.all.sorted() == ["a", "b"])
  }

  @Test("The action from before comes back with the end of the last source, be it invalidated or let go with its loop")
  func restores() throws {
    signal(SIGTTIN, SIG_IGN)
    #expect(Self.isIgnored(SIGTTIN))
    let first = try UnixSignalSource(SIGTTIN) {}
    try onLoop { loop in
      guard let second = try? UnixSignalSource(SIGTTIN, handler: {}) else { return }
      try? loop.add(second)
      #expect(!Self.isIgnored(SIGTTIN))
    }
    #expect(!Self.isIgnored(SIGTTIN))
    first.invalidate()
    #expect(Self.isIgnored(SIGTTIN))
    #expect(!first.isValid)
  }

  @Test("What came for a source before is nothing to the next one")
  func fresh() throws {
    let seen = Counter()
    // A later source for the signal is told first: when this one knows, so does the next.
    let witness = try UnixSignalSource(SIGTTOU) {}
    let first = try UnixSignalSource(SIGTTOU) {}
    kill(getpid(), SIGTTOU)
    let told = try onLoop { loop in
      try? loop.add(witness)
      return loop.run(mode: .default, for: .seconds(60), returnAfterSourceHandled: true)
    }
    #expect(told == .handledSource)
    witness.invalidate()
    first.invalidate()
    let second = try UnixSignalSource(SIGTTOU) { seen.increment() }
    try onLoop { loop in
      try? loop.add(second)
      loop.run(mode: .default, for: .zero)
    }
    second.invalidate()
    #expect(seen.value == 0)
  }

  @Test("What cannot be caught is refused with its errno", arguments: [SIGKILL, SIGSTOP, SIGSEGV, 0, 1_000])
  func refused(number: Int32) {
    #expect(throws: SystemError(call: "sigaction", errno: EINVAL)) { try UnixSignalSource(number) {} }
  }

  @Test("Under the virtual clock a signal comes at the time at which a thread raises it")
  func virtual() throws {
    let outcome = try VirtualRun().run { loop in
      let source = try UnixSignalSource(SIGIO) {}
      defer { source.invalidate() }
      try loop.add(source)
      let sender = try LoopThread(name: "sender") { _ in
        LoopThread.sleep(for: .seconds(3600))
        kill(getpid(), SIGIO)
      }
      defer { sender.join() }
      return loop.run(mode: .default, for: nil, returnAfterSourceHandled: true)
    }
    #expect(try outcome.expectFinished() == .handledSource)
    #expect(outcome.elapsed == .seconds(3600))
  }
}
