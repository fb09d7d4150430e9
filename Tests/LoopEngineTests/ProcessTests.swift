import Glibc
import LoopEngine
import LoopTracing
import Testing

/// The ends of processes as sources.
@Suite("Ends of processes")
struct ProcessTests {
  /// Starts a shell with that script.
  fileprivate static func spawn(_ script: String) throws -> pid_t {
    var arguments: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", script].map { (text: String) in strdup(text) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // Dispatch's threads, on which tests run, block signals, and a child would inherit that.
    var (attributes, mask, process) = (posix_spawnattr_t(), sigset_t(), pid_t())
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let error = posix_spawn(&process, "/bin/sh", nil, &attributes, &arguments, environ)
    if error != 0 { throw SystemError(call: "posix_spawn", errno: error) }
    return process
  }

  /// What a source for the process says, on a loop that has nothing else and so ends by itself.
  fileprivate static func end(of process: pid_t) throws -> [ProcessExit] {
    let seen = Record<ProcessExit>()
    let source = try ProcessSource(process) { seen.append($0) }
    let result = try onLoop { loop in
      try? loop.add(source)
      return loop.run(mode: .default, for: .seconds(60))
    }
    // Not by its time: the source is gone from its mode.
    #expect(result == .finished)
    #expect(!source.isValid)
    return seen.all
  }

  @Test(
    "A child's end is told once, with its status or signal",
    arguments: [
      ("exit 0", ProcessExit.exited(0)), ("exit 7", .exited(7)), ("kill -9 $$", .killed(SIGKILL)),
      ("kill -15 $$", .killed(SIGTERM)),
    ])
  func child(script: String, exit: ProcessExit) throws {
    let process = try Self.spawn(script)
    #expect(try Self.end(of: process) == [exit])
    // It is not a zombie: no process has its number.
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test("A child that ended before there was a source is told of, too")
  func early() throws {
    let process = try Self.spawn("exit 3")
    var info = siginfo_t()
    while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
    #expect(try Self.end(of: process) == [.exited(3)])
  }

  @Test("A child whose status was taken by other means has ended, and that is all")
  func taken() throws {
    let process = try Self.spawn("read line; exit 3")
    let seen = Record<ProcessExit>()
    let source = try ProcessSource(process) { seen.append($0) }
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0 && errno == EINTR {}
    try onLoop { loop in
      try? loop.add(source)
      loop.run(mode: .default, for: .seconds(60))
    }
    #expect(seen.all == [.unknown])
  }

  @Test("In two loops it is told by one of them, and leaves both")
  func once() throws {
    let seen = Record<ProcessExit>()
    let process = try Self.spawn("exec sleep 60")
    let (ready, told) = (LoopSemaphore(), LoopSemaphore())
    let source = try ProcessSource(process) {
      seen.append($0)
      told.signal()
    }
    let threads = try (0..<2).map { _ in
      try LoopThread { loop in
        try? loop.add(source)
        ready.signal()
        loop.run(mode: .default, for: .seconds(60))
      }
    }
    for _ in threads { ready.wait() }
    kill(process, SIGTERM)
    told.wait()
    for thread in threads {
      // A source that leaves wakes no loop.
      thread.handle.stop()
      thread.join()
    }
    #expect(seen.all == [.killed(SIGTERM)])
    #expect(!source.isValid)
  }

  @Test("Each source for a child is told how it ended, in one loop, in several, and when another has been told before")
  func several() throws {
    let process = try Self.spawn("read line; exec sleep 60")
    let seen = Record<ProcessExit>()
    let sources = try (0..<3).map { _ in try ProcessSource(process) { seen.append($0) } }
    kill(process, SIGTERM)
    for pair in [sources[0...1], sources[2...2]] {
      let result = try onLoop { loop in
        for source in pair { try? loop.add(source) }
        return loop.run(mode: .default, for: .seconds(60))
      }
      #expect(result == .finished)
    }
    #expect(seen.all == [.killed(SIGTERM), .killed(SIGTERM), .killed(SIGTERM)])
    #expect(sources.allSatisfy { !$0.isValid })
  }

  @Test("A process whose sources are gone leaves no descriptor behind")
  func descriptors() async {
    await #expect(processExitsWith: .success) { try watchManyEnds() }
  }

  @Test("No such process: pidfd_open says so")
  func missing() throws {
    let process = try Self.spawn("exit 0")
    while waitpid(process, nil, 0) < 0 && errno == EINTR {}
    #expect(throws: SystemError(call: "pidfd_open", errno: ESRCH)) { try ProcessSource(process) { _ in } }
  }

  @Test("Under the virtual clock a loop that waits for nothing else waits for the process, and no virtual time passes")
  func virtual() throws {
    let outcome = try VirtualRun().run { loop in
      let seen = Record<ProcessExit>()
      let source = try ProcessSource(try Self.spawn("sleep 0.1; exit 5")) { seen.append($0) }
      try loop.add(source)
      loop.run(mode: .default, for: nil)
      return seen.all
    }
    #expect(try outcome.expectFinished() == [.exited(5)])
    #expect(outcome.elapsed == .zero)
  }

  @Test("A source that is invalidated tells nothing, and leaves the child to others")
  func invalidated() throws {
    let process = try Self.spawn("exit 4")
    let seen = Record<ProcessExit>()
    let source = try ProcessSource(process) { seen.append($0) }
    try onLoop { loop in
      try? loop.add(source)
      source.invalidate()
      #expect(loop.run(mode: .default, for: .seconds(60)) == .finished)
    }
    var status: Int32 = 0
    #expect(waitpid(process, &status, 0) == process)
    #expect(status == 4 << 8)
    #expect(seen.all == [])
  }
}

/// In a process of its own, whose descriptors nobody else opens.
private func watchManyEnds() throws {
  _ = try ProcessTests.end(of: ProcessTests.spawn("exit 0"))
  let before = openDescriptors()
  for _ in 0..<20 {
    let process = try ProcessTests.spawn("exit 0")
    let ignored = try ProcessSource(process) { _ in }
    #expect(try ProcessTests.end(of: process) == [.exited(0)])
    ignored.invalidate()
  }
  #expect(openDescriptors() == before)
}
