import Execution
import Glibc

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
      case .endsEarly: succeeded && result.stage < .reachedLastStatement
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
    @_silgen_name("fcntl") func cfcntl(_ descriptor: Int32, _ command: Int32, _ value: Int) -> Int32
    @discardableResult
    @_silgen_name("prctl") func cprctl(_ option: Int32, _ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int32
    @_silgen_name("execv") func cexecv(_ path: UnsafePointer<CChar>, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    func number(_ x86: Int, _ arm: Int) -> Int {
      #if arch(arm64)
        return arm
      #else
        return x86
      #endif
    }
    let known = ["dev", "etc", "home", "opt", "proc", "run", "tmp", "usr"]
    func execute(_ words: String...) -> Int32 {
      let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      return cexecv(words[0], arguments)
    }
    func run(_ words: String) -> Int32 {
      let child = cfork()
      if child == 0 { _ = execute("/bin/sh", "-c", words); _exit(127) }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      return status
    }
    func names(_ path: String) -> [String] {
      guard let folder = opendir(path) else { return ["none"] }
      defer { closedir(folder) }
      var names: [String] = []
      while let entry = readdir(folder) {
        names.append(withUnsafePointer(to: &entry.pointee.d_name) { String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) })
      }
      return names.filter { !$0.hasPrefix(".") }.sorted()
    }
    func text(_ path: String) -> String {
      let descriptor = open(path, O_RDONLY)
      if descriptor < 0 { return "none" }
      defer { close(descriptor) }
      var text: [UInt8] = []
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        // Of /proc, one call gives a page at most.
        let count = read(descriptor, &bytes, bytes.count)
        if count <= 0 { return String(decoding: text, as: UTF8.self) }
        text += bytes.prefix(count)
      }
    }
    func canCreate(_ path: String) -> Bool {
      let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
      if descriptor >= 0 { close(descriptor); unlink(path) }
      return descriptor >= 0
    }

    """

  static let killed = ProgramResult.Ending.process(.signaled(SIGKILL))

  static let all = processes + memory + files + verdicts

  /// Programs that go on for ever, multiply, or turn against other processes.
  static let processes = [
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
      name: "grandchild",
      text:
        "if cfork() == 0 { setsid(); if cfork() == 0 { setsid(); sleep(1000) }; _exit(0) }\nusleep(50_000)\nprint(\"x\")",
      expectation: .leaves),
    HostileProgram(
      name: "ignore-signals",
      text: "for n in Int32(1)...31 { signal(n, SIG_IGN) }\nwhile true { sleep(1) }",
      expectation: .ends([.process(.timedOut)])),
    HostileProgram(
      name: "stop-itself", text: "raise(SIGSTOP)\nprint(\"went on\")", expectation: .ends([.process(.timedOut)])),
    HostileProgram(
      name: "stop-guard", text: "kill(1, SIGSTOP)\nkill(getppid(), SIGSTOP)\nprint(\"x\")", expectation: .prints("x\n")),
    HostileProgram(
      name: "raise-limits",
      text: """
        var limit = rlimit(rlim_cur: 1 << 40, rlim_max: 1 << 40)
        print(setrlimit(__rlimit_resource_t(7), &limit))
        """, expectation: .prints("-1\n")),
  ]
}
