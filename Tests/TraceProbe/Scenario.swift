import CTestSupport
import Glibc
import LoopEngine
import LoopTracing

/// What the program can be asked to do.
enum Scenario: String, CaseIterable {
  case prints, trap, killed, endless, threads, deadlock, snapshot, silent, forked, passing, limited, runs

  func run() throws {
    if self == .limited {
      // The journal's first step fits, its second does not.
      var limit = rlimit(rlim_cur: 1 << 20 | 1 << 19, rlim_max: 1 << 20 | 1 << 19)
      // What started this may have had the signal ignored or blocked.
      signal(SIGXFSZ, SIG_DFL)
      var signals = sigset_t()
      sigemptyset(&signals)
      pthread_sigmask(SIG_SETMASK, &signals, nil)
      precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0, "limits can be lowered")
    }
    if self == .runs { try virtualRuns() }
    if self == .passing {
      // Not nil: the tests set it.
      try TracedProgram.begin(folder: String(cString: getenv("LOOPBOOK_TRACE")!), passesOn: true)
    } else {
      do throws(TracedProgram.StartError) {
        try TracedProgram.beginFromEnvironment()
      } catch {
        write("\(error)\n", to: 2)
        exit(2)
      }
    }
    switch self {
    case .prints: prints()
    case .trap: steps { fatalError("the middle") }
    case .killed: steps { kill(getpid(), SIGKILL) }
    case .endless: steps { while true { pause() } }
    case .threads: try threads()
    case .deadlock: try deadlock()
    case .snapshot: try snapshot()
    case .forked: forked()
    case .limited: limited()
    case .runs: try stopFromOutside()
    case .passing: steps { print(" in the middle") }
    case .silent: print("nothing but a line, and no end to it", terminator: "")
    }
  }

  /// A line from each that can print, each in a block of its own.
  private func prints() {
    let loop = Loop.current
    loop.perform(label: "swift") { print("by Swift") }
    loop.perform(label: "puts") { _ = puts("by puts") }
    loop.perform(label: "printf") { withVaList([]) { _ = vprintf("by printf\n", $0) } }
    loop.perform(label: "halves") { print("one ", terminator: "") }
    loop.perform(label: "whole") { print("line") }
    loop.perform(label: "child") { echo("by a child") }
    loop.perform(label: "errors") { write("to errors\n", to: 2) }
    loop.run(mode: .default, for: .zero)
    print("after all", terminator: "")
  }

  /// Prints before, in the middle does `middle`, and would go on.
  private func steps(_ middle: @escaping @Sendable () -> Void) {
    let loop = Loop.current
    loop.perform(label: "before") { print("before") }
    loop.perform(label: "middle") {
      print("no newline", terminator: "")
      middle()
    }
    loop.perform(label: "never") { print("never") }
    loop.run(mode: .default, for: .zero)
  }

  /// Eight threads that post to the main thread and print.
  private func threads() throws {
    let loop = Loop.current
    let handle = loop.handle
    let port = MessagePort<Int> { print("message \($0)") }
    loop.add(port)
    let threads = try (0..<8).map { number in
      try LoopThread(name: "w\(number)") { own in
        var rounds = 0
        own.add(
          LoopTimer(every: .milliseconds(number % 3 + 1), label: "timer \(number)") { timer in
            print("w\(number) round \(rounds)")
            rounds += 1
            handle.perform(label: "from \(number)") { print("main hears w\(number)") }
            handle.wakeUp()
            port.send(number)
            if rounds == 5 { timer.invalidate() }
          })
        own.run(mode: .default, for: .milliseconds(100))
      }
    }
    loop.run(mode: .default, for: .milliseconds(200))
    for thread in threads { thread.join() }
  }

  private func deadlock() throws {
    print("before")
    let semaphore = LoopSemaphore(label: "never")
    let waiting = try LoopThread(name: "other") { _ in semaphore.wait() }
    defer { waiting.join() }
    semaphore.wait()
    print("never")
  }

  /// A child has a loop, too, which is not recorded.
  private func forked() {
    let loop = Loop.current
    loop.perform(label: "parent") {
      _ = ct_fork_and_wait(
        { _ in
          Loop.current.perform(label: "child") {}
          return 0
        }, nil)
    }
    loop.run(mode: .default, for: .zero)
  }

  /// More runs on the virtual clock than there may be descriptors; the main loop of the last is not the process's.
  private func virtualRuns() throws {
    var limit = rlimit(rlim_cur: 64, rlim_max: 64)
    precondition(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, "limits can be lowered")
    for _ in 0..<200 { _ = try VirtualRun().run { _ in LoopThread.sleep(for: .seconds(1)) } }
    _ = try VirtualRun().run { loop in precondition(loop.handle == Loop.main, "a run has a main loop of its own") }
  }

  /// The main thread's loop is on the real clock, and wakes at once when it is told to.
  private func stopFromOutside() throws {
    let loop = Loop.current
    loop.add(MessagePort<Never> { _ in })
    let worker = try LoopThread(name: "worker") { _ in
      LoopThread.sleep(for: .milliseconds(50))
      Loop.main.stop()
    }
    print(loop.run(mode: .default, for: .seconds(60)))
    worker.join()
  }

  /// More events than fit into the files that the process may write.
  private func limited() {
    let loop = Loop.current
    for _ in 0..<5_000 {
      loop.perform {}
      loop.run(mode: .default, for: .zero)
    }
    print("done")
  }

  private func snapshot() throws {
    let loop = Loop.current
    loop.add(LoopTimer(every: .seconds(1), label: "tick") { _ in })
    loop.add(LoopObserver(.all, label: "watch") { _, _ in })
    loop.add(SignalSource(label: "source") {}, to: "other")
    try loop.addCommonMode("other")
    loop.perform(label: "later") {}
    TracedProgram.snapshot(loop, "full")
  }

  private func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "standard error is a file")
  }

  private func echo(_ text: String) {
    var child: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/echo"), strdup(text), nil]
    precondition(posix_spawn(&child, "/bin/echo", nil, nil, words, environ) == 0, "there is /bin/echo")
    var status: Int32 = 0
    precondition(waitpid(child, &status, 0) == child && status == 0, "/bin/echo succeeds")
    for word in words { free(word) }
  }
}
