import Execution
import Glibc

extension HostileProgram {
  /// Programs that would pass without having come to their last statement, or turn against those that judge them.
  static let verdicts = [
    HostileProgram(
      name: "say-reached",
      text: """
        typealias Say = @convention(c) (UInt64) -> Void
        let reached = unsafeBitCast(dlsym(nil, "loopbook_reached"), to: Say.self)
        for secret in UInt64(0)...10_000 { reached(secret) }
        print("a")
        _exit(0)
        print("b")
        """, expectation: .endsEarly),
    HostileProgram(
      name: "say-finished",
      text: """
        typealias Say = @convention(c) (UInt64) -> Void
        func leave() { unsafeBitCast(dlsym(nil, "loopbook_finish"), to: Say.self)(0) }
        print("a")
        leave()
        print("b")
        """, expectation: .endsEarly),
    HostileProgram(
      name: "say-by-name",
      text: """
        typealias Report = @convention(c) (UInt64) -> Void
        for name in ["loopbook_reached", "tell", "write_stage", "eh_guard", "report"] {
          if let found = dlsym(nil, name) { unsafeBitCast(found, to: Report.self)(3) }
        }
        print("a")
        _exit(0)
        print("b")
        """, expectation: .endsEarly),
    HostileProgram(
      name: "write-report",
      text: """
        var written = 0
        for line in text("/proc/self/maps").split(separator: "\\n") where line.contains("s 00000000") {
          let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt(String($0), radix: 16) }
          let start = UnsafeMutableRawPointer(bitPattern: bounds[0])!
          if mprotect(start, Int(bounds[1] - bounds[0]), PROT_READ | PROT_WRITE) == 0 {
            memset(start, 3, Int(bounds[1] - bounds[0]))
            written += 1
          }
        }
        precondition(written > 0)
        print("a")
        _exit(0)
        print("b")
        """, expectation: .endsEarly),
    HostileProgram(
      name: "shared-page",
      text: "print(text(\"/proc/self/maps\").contains(\"rw-s\"), text(\"/proc/self/maps\").contains(\"r--s\"))",
      expectation: .prints("false false\n")),
    HostileProgram(
      name: "child-goes-on",
      text: "if cfork() != 0 { wait(nil); _exit(0) }\nprint(\"a\")\nprint(\"b\")", expectation: .endsEarly),
    HostileProgram(
      name: "other-program-instead",
      text: "print(\"a\")\n_ = execute(\"/bin/echo\", \"b\")\nprint(\"b\")", expectation: .endsEarly),
    HostileProgram(
      name: "host-again", text: "print(\"a\")\n_ = execute(\"/run/loopbook/main\")\nprint(\"b\")",
      expectation: .ends([.process(.timedOut)])),
    HostileProgram(
      name: "end-guard-by-signal",
      text: "print(\"x\")\nwhile true { kill(getppid(), SIGTERM) }\nprint(\"y\")",
      expectation: .ends([.process(.timedOut), .process(.signaled(SIGXCPU))])),
    HostileProgram(
      name: "all-signals-to-guard",
      text: "for n in Int32(1)...64 { kill(1, n); kill(getppid(), n) }\nprint(\"done\")", expectation: .prints("done\n")
    ),
    HostileProgram(
      name: "queue-signals-to-guard",
      text: "for _ in 0..<100_000 { kill(1, 40) }\nprint(\"done\")", expectation: .prints("done\n")),
    HostileProgram(
      name: "limits-of-guard",
      text: """
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        let address = withUnsafeMutablePointer(to: &limit) { Int(bitPattern: UnsafeRawPointer($0)) }
        print((0..<16).filter { csyscall(number(302, 261), 1, $0, address) == 0 })
        """, expectation: .prints("[]\n")),
    HostileProgram(
      name: "slow-guard",
      text: """
        print(setpriority(0, 1, 19), setpriority(2, 0, 19), setpriority(1, 1, 19))
        var one: UInt64 = 1
        print(csyscall(number(203, 122), 1, 8, Int(bitPattern: withUnsafeMutablePointer(to: &one) { UnsafeRawPointer($0) })))
        """, expectation: .prints("-1 -1 -1\n-1\n")),
    HostileProgram(
      name: "trace-guard", text: "print(csyscall(number(101, 117), 16, 1, 0), csyscall(number(310, 270), 1, 0, 0))",
      expectation: .prints("-1 -1\n")),
    HostileProgram(
      name: "hidden-from-guard", text: "print(cprctl(4, 0, 0, 0, 0), errno == EPERM)", expectation: .prints("-1 true\n")
    ),
    HostileProgram(
      name: "fork-bomb-of-shells", text: "print(run(\"f() { f | f & }; f; sleep 100\"))",
      // A shell that cannot fork says so, and may be the last one.
      expectation: .ends([.processes, .process(.timedOut), .process(.exited(0))])),
    HostileProgram(
      name: "daemon-of-shell", text: "print(run(\"setsid sleep 1000 > /dev/null 2>&1 < /dev/null &\"))",
      expectation: .leaves),
    HostileProgram(
      name: "orphans",
      text:
        "cprctl(36, 1, 0, 0, 0)\ncprctl(1, 0, 0, 0, 0)\nif cfork() == 0 { cprctl(1, 0, 0, 0, 0); setsid(); signal(SIGHUP, SIG_IGN); sleep(1000) }\nprint(\"x\")",
      expectation: .leaves),
    HostileProgram(
      name: "kill-group", text: "kill(0, SIGKILL)\nprint(\"x\")", expectation: .ends([killed])),
    HostileProgram(
      name: "queue-signals",
      text: """
        var blocked = sigset_t()
        sigfillset(&blocked)
        sigprocmask(SIG_SETMASK, &blocked, nil)
        for _ in 0..<200_000 { sigqueue(getpid(), 40, sigval()) }
        print("done")
        """, expectation: .prints("done\n")),
    HostileProgram(
      name: "watch-everything",
      text: "var n = 0\nwhile csyscall(number(294, 26), 0, 0, 0) >= 0 { n += 1 }\nprint(n < 2000)",
      expectation: .prints("true\n")),
    HostileProgram(
      name: "timers",
      text:
        "for n in 0..<100_000 { var t: timer_t?; if timer_create(CLOCK_MONOTONIC, nil, &t) != 0 { break } }\nprint(\"x\")",
      expectation: .prints("x\n")),
    HostileProgram(
      name: "jump-out-of-memory",
      text: "let p = UnsafeMutablePointer<Int>(bitPattern: 8)!\np.pointee = 1\nprint(\"x\")",
      expectation: .ends([.process(.signaled(SIGSEGV)), .process(.signaled(SIGBUS))])),
    HostileProgram(
      name: "exit-in-handler",
      text: "signal(SIGALRM) { _ in _exit(0) }\nualarm(20_000, 0)\nwhile true { usleep(1000) }\nprint(\"x\")",
      expectation: .endsEarly),
    HostileProgram(
      name: "exit-in-thread",
      text: "var t = pthread_t()\npthread_create(&t, nil, { _ in exit(0) }, nil)\nsleep(100)\nprint(\"x\")",
      expectation: .endsEarly),
  ]
}
