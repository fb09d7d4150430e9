import Glibc
import Programs

/// A program that would do harm, and how it must end.
struct HostileProgram: Sendable {
  var name: String
  var text: String
  var expectation: Expectation

  enum Expectation: Sendable {
    /// Ends with one of these.
    case ends([ProgramResult.Ending])
    /// Ends by itself, having printed this.
    case prints(String)
    /// Comes to an end of whatever kind, without the words.
    case neverPrints(String)
    /// Ends by itself before its last statement.
    case endsEarly
    /// Ends by itself, and left processes behind.
    case leaves
    /// Ends by itself, its standard output no longer what it was.
    case closesOutput
  }

  /// What is wrong with a result; `nil`: nothing.
  func problem(with result: ProgramResult, _ output: String) -> String? {
    let succeeded = result.ending == .process(.exited(0))
    let holds =
      switch expectation {
      case .ends(let endings): endings.contains(result.ending)
      case .prints(let text): succeeded && output == text
      case .neverPrints(let text): !output.contains(text)
      case .endsEarly: succeeded && result.stage == .inside
      case .leaves: succeeded && result.leftProcesses > 0
      case .closesOutput: succeeded && result.closedOutput
      }
    return holds ? nil : "expected \(expectation)"
  }

  /// What the programs need of the C library and Swift does not show.
  static let preamble = """
    import Glibc
    @_silgen_name("fork") func cfork() -> Int32
    @_silgen_name("syscall") func csyscall(_ number: Int, _ a: Int, _ b: Int, _ c: Int) -> Int
    func canCreate(_ path: String) -> Bool {
      let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
      if descriptor >= 0 { close(descriptor); unlink(path) }
      return descriptor >= 0
    }

    """

  private static let killed = ProgramResult.Ending.process(.signaled(SIGKILL))

  static let all = [
    HostileProgram(
      name: "endless-loop", text: "while true {}",
      expectation: .ends([.process(.timedOut), .process(.signaled(SIGXCPU))])),
    HostileProgram(name: "sleep", text: "sleep(100)", expectation: .ends([.process(.timedOut)])),
    HostileProgram(
      name: "trap", text: "print([1][cfork() >= 0 ? 3 : 0])", expectation: .ends([.process(.signaled(SIGILL))])),
    HostileProgram(
      name: "stack-overflow", text: "func f(_ n: Int) -> Int { n < 0 ? 0 : f(n + 1) + f(n + 2) }\nprint(f(1))",
      expectation: .ends([.process(.signaled(SIGSEGV)), .process(.signaled(SIGBUS))])),
    HostileProgram(name: "exit-early", text: "print(\"a\")\nexit(0)\nprint(\"b\")", expectation: .endsEarly),
    HostileProgram(
      name: "quick-exit", text: "print(\"a\")\n_exit(0)\nprint(\"b\")", expectation: .endsEarly),
    HostileProgram(
      name: "fork-bomb", text: "while true { _ = cfork() }", expectation: .ends([.processes, .process(.timedOut)])),
    HostileProgram(
      name: "thread-bomb",
      text: """
        var count = 0
        while true {
          var thread = pthread_t()
          if pthread_create(&thread, nil, { _ in sleep(100); return nil }, nil) != 0 { break }
          count += 1
          if count > 20_000 { print("too many") ; break }
        }
        print("stopped")
        """, expectation: .neverPrints("too many")),
    HostileProgram(
      name: "memory-private",
      text: "let p = malloc(10 << 30)\nif p == nil { exit(9) }\nmemset(p!, 1, 10 << 30)\nprint(\"had it\")",
      expectation: .ends([.memory, .process(.exited(9)), killed])),
    HostileProgram(
      name: "memory-shared",
      text: """
        let p = mmap(nil, 10 << 30, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        if p == MAP_FAILED { exit(9) }
        memset(p!, 1, 10 << 30)
        print("had it")
        """, expectation: .ends([.memory, .process(.exited(9)), killed])),
    HostileProgram(
      name: "memory-of-many",
      text: """
        for _ in 0..<8 where cfork() == 0 {
          let p = malloc(100 << 20)
          memset(p!, 1, 100 << 20)
          sleep(100)
        }
        sleep(100)
        """, expectation: .ends([.memory])),
    HostileProgram(
      name: "memory-file",
      text: "let fd = open(\"/dev/shm/x\", O_CREAT | O_RDWR, 0o600)\nprint(ftruncate(fd, 1 << 40) != 0)",
      expectation: .neverPrints("false")),
    HostileProgram(
      name: "flood-output", text: "let s = String(repeating: \"x\", count: 1 << 20)\nfor _ in 0..<1024 { print(s) }",
      expectation: .ends([.process(.flooded)])),
    HostileProgram(
      name: "flood-errors",
      text: "let s = String(repeating: \"x\", count: 1 << 20)\nfor _ in 0..<1024 { fputs(s, stderr) }",
      expectation: .ends([.process(.flooded)])),
    HostileProgram(name: "close-output", text: "close(1)\nprint(\"x\")", expectation: .closesOutput),
    HostileProgram(
      name: "replace-output", text: "dup2(open(\"/dev/null\", O_WRONLY), 1)\nprint(\"x\")", expectation: .closesOutput),
    HostileProgram(
      name: "kill-parent", text: "kill(getppid(), SIGKILL)\nkill(1, SIGKILL)\nprint(getppid())",
      expectation: .prints("1\n")),
    HostileProgram(
      name: "kill-all", text: "print(kill(-1, SIGKILL))\nprint(\"alive\")", expectation: .prints("-1\nalive\n")),
    HostileProgram(
      name: "kill-each",
      text: "for pid in Int32(2)...5000 where pid != getpid() { kill(pid, SIGKILL) }\nprint(\"alive\")",
      expectation: .prints("alive\n")),
    HostileProgram(
      name: "look-at-host",
      text: """
        print(open("/proc/1/mem", O_RDWR), open("/proc/1/environ", O_RDONLY), csyscall(101, 16, 1, 0))
        """, expectation: .prints("-1 -1 -1\n")),
    HostileProgram(
      name: "see-siblings",
      text: """
        var seen = 0
        let folder = opendir("/proc")!
        while let entry = readdir(folder) {
          let first = entry.pointee.d_name.0
          if first >= 48 && first <= 57 { seen += 1 }
        }
        print(seen)
        """, expectation: .prints("2\n")),
    HostileProgram(
      name: "write-outside",
      text: """
        let folders = ["/", "/usr", "/etc", "/root", "/home", "/var/tmp", "/run", "/run/loopbook/objects", "/run/loopbook/trace",
          "/run/loopbook/runs", "/run/loopbook", "/sys", "/proc", "/dev", "/dev/mqueue", "/dev/pts"]
        print(folders.filter { canCreate($0 + "/loopbook-hostile") })
        print(canCreate("/tmp/x"), canCreate("/dev/shm/x"))
        """, expectation: .prints("[]\ntrue true\n")),
    HostileProgram(
      name: "change-objects",
      text: """
        let folder = opendir("/run/loopbook/objects")!
        var harmed = 0
        while let entry = readdir(folder) {
          let name = withUnsafePointer(to: &entry.pointee.d_name) { String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) }
          guard name.hasSuffix(".so") else { continue }
          let path = "/run/loopbook/objects/" + name
          if open(path, O_WRONLY) >= 0 || unlink(path) == 0 || chmod(path, 0) == 0 || rename(path, path + "x") == 0 { harmed += 1 }
        }
        print(harmed)
        """, expectation: .prints("0\n")),
    HostileProgram(
      name: "connect-outside",
      text: """
        let s = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var a = sockaddr_in()
        a.sin_family = sa_family_t(AF_INET)
        a.sin_port = UInt16(80).bigEndian
        a.sin_addr.s_addr = inet_addr("8.8.8.8")
        let r = withUnsafePointer(to: &a) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(s, $0, 16) } }
        print(r)
        """, expectation: .prints("-1\n")),
    HostileProgram(
      name: "grandchild",
      text:
        "if cfork() == 0 { setsid(); if cfork() == 0 { setsid(); sleep(1000) }; _exit(0) }\nusleep(50_000)\nprint(\"x\")",
      expectation: .leaves),
    HostileProgram(
      name: "ignore-signals",
      text: "for n in Int32(1)...31 { signal(n, SIG_IGN) }\nwhile true { sleep(1) }",
      expectation: .ends([.process(.timedOut)])),
    HostileProgram(
      name: "fill-folder",
      text: """
        let fd = open("/tmp/big", O_CREAT | O_WRONLY, 0o600)
        signal(SIGXFSZ, SIG_IGN)
        let block = [UInt8](repeating: 1, count: 1 << 20)
        var written = 0
        for n in 0..<64 {
          let other = open("/tmp/big\\(n)", O_CREAT | O_WRONLY, 0o600)
          while true {
            let count = write(other, block, block.count)
            if count <= 0 { break }
            written += count
          }
        }
        print(written <= 16 << 20, fd >= 0)
        """, expectation: .prints("true true\n")),
    HostileProgram(
      name: "many-files",
      text: """
        var made = 0
        for n in 0..<100_000 {
          let fd = open("/tmp/f\\(n)", O_CREAT | O_WRONLY, 0o600)
          if fd < 0 { break }
          close(fd)
          made += 1
        }
        print(made < 100_000)
        """, expectation: .prints("true\n")),
    HostileProgram(
      name: "all-descriptors", text: "var n = 0\nwhile open(\"/dev/null\", O_RDONLY) >= 0 { n += 1 }\nprint(n <= 1024)",
      expectation: .prints("true\n")),
    HostileProgram(
      name: "no-strange-descriptors", text: "print((3..<1024).filter { fcntl(Int32($0), F_GETFD) >= 0 })",
      expectation: .prints("[]\n")),
    HostileProgram(
      name: "namespaces",
      text: """
        print(csyscall(272, 0x2_0000, 0, 0), mount("tmpfs", "/usr", "tmpfs", 0, nil), umount("/tmp"), sethostname("x", 1))
        print(chroot("/tmp"), setuid(0) == 0 && getuid() != 0, getegid() == getgid())
        """, expectation: .prints("-1 -1 -1 -1\n-1 false true\n")),
    HostileProgram(
      name: "user-namespace",
      text: """
        let made = csyscall(272, 0x1002_0000, 0, 0)
        print(mount("tmpfs", "/usr", "tmpfs", 0, nil) == 0 && canCreate("/usr/loopbook-hostile") && made != 0)
        """, expectation: .prints("false\n")),
    HostileProgram(
      name: "remount",
      text: "print(mount(nil, \"/\", nil, 32 | 4096, nil))\nprint(canCreate(\"/usr/loopbook-hostile\"))",
      expectation: .prints("-1\nfalse\n")),
    HostileProgram(
      name: "secrets",
      text: """
        var names: [String] = []
        var next = environ
        while let entry = next.pointee { names.append(String(cString: entry).split(separator: "=").first.map(String.init) ?? ""); next += 1 }
        print(names.sorted())
        """,
      expectation: .prints(
        "[\"HOME\", \"LANG\", \"LC_ALL\", \"PATH\", \"PWD\", \"SWIFT_BACKTRACE\", \"SWIFT_DETERMINISTIC_HASHING\", \"TMPDIR\", \"TZ\"]\n"
      )),
    HostileProgram(
      name: "unreadable-folder", text: "mkdir(\"/tmp/a\", 0)\nchmod(\"/tmp\", 0)\nprint(\"done\")",
      expectation: .prints("done\n")),
    HostileProgram(
      name: "links",
      text: """
        print(symlink("/etc", "/tmp/etc"), canCreate("/tmp/etc/loopbook-hostile"), link("/etc/passwd", "/tmp/passwd"))
        """, expectation: .prints("0 false -1\n")),
    HostileProgram(
      name: "shared-page",
      text: """
        var shared = 0
        let maps = fopen("/proc/self/maps", "r")!
        var line: UnsafeMutablePointer<CChar>?
        var size = 0
        while getline(&line, &size, maps) > 0 {
          let text = String(cString: line!)
          if text.contains("rw-s") { shared += 1 }
        }
        print(shared)
        """, expectation: .prints("1\n")),
    HostileProgram(
      name: "devices",
      text:
        "print(open(\"/dev/sda\", O_RDONLY), open(\"/dev/mem\", O_RDONLY), open(\"/dev/kmsg\", O_RDONLY), mknod(\"/tmp/d\", S_IFCHR | 0o600, 257))",
      expectation: .prints("-1 -1 -1 -1\n")),
    HostileProgram(
      name: "stop-itself", text: "raise(SIGSTOP)\nprint(\"went on\")", expectation: .ends([.process(.timedOut)])),
    HostileProgram(
      name: "stop-guard", text: "kill(1, SIGSTOP)\nkill(getppid(), SIGSTOP)\nprint(\"x\")", expectation: .prints("x\n")),
    HostileProgram(
      name: "raise-limits",
      text: """
        var limit = rlimit(rlim_cur: 1 << 40, rlim_max: 1 << 40)
        print(setrlimit(__rlimit_resource_t(2), &limit))
        """, expectation: .prints("-1\n")),
  ]
}
