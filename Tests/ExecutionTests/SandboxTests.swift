import Execution
import Files
import Glibc
import ProgramFuzzing
import TestSupport
import Testing

extension ProcessSuites {
  /// What happens where the sandbox cannot be had, and what holds without it.
  @Suite("Without a sandbox", .serialized)
  struct SandboxTests {
    /// A bubblewrap that fails with the words of a real one.
    private static func missing(_ script: String) async throws -> (Execution.Sandbox.Missing?, ProgramResult) {
      let folder = try TemporaryFolder()
      try folder.script("bwrap", script)
      let program = folder.path("bwrap")
      let found = try Sandbox.find(path: folder.path)
      #expect(found == .bubblewrap(program))
      return try await Workshop.open(sandbox: found) { workshop in
        let missing = await workshop.supervisor.missing(for: workshop.hosts)
        return (missing, try await workshop.runAlone("print(1)"))
      }
    }

    @Test(
      "a machine that forbids namespaces is told so, with the cure",
      arguments: [
        "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.",
        "bwrap: setting up uid map: Permission denied", "bwrap: Creating new namespace failed: Operation not permitted",
        "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted",
        "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
      ])
    func forbidden(words: String) async throws {
      let (missing, result) = try await Self.missing("echo \"\(words)\" >&2; exit 1")
      #expect(missing?.message == "this machine does not let the sandbox create namespaces: \(words)")
      #expect(missing?.cure.contains("sysctl") == true)
      #expect(missing?.cure.contains("--no-sandbox") == true)
      #expect(result.ending == .notStarted(missing?.message ?? ""))
    }

    @Test("an old bubblewrap is told apart")
    func old() async throws {
      let (missing, _) = try await Self.missing("echo 'bwrap: Unknown option --cap-add' >&2; exit 1")
      #expect(
        missing?.message
          == "the bubblewrap that is installed is too old for the sandbox: bwrap: Unknown option --cap-add"
      )
      #expect(missing?.cure.contains("bubblewrap 0.4") == true)
    }

    @Test("a bubblewrap that ends without a word is a clear failure")
    func silent() async throws {
      let (missing, _) = try await Self.missing("exit 3")
      #expect(
        missing?.message == "the sandbox for examples cannot be made: the process that runs examples ended (exited(3))")
    }

    @Test("a file that a program needs and does not see is told by its folder")
    func covered() {
      #expect(Sandbox.coveredFolder(in: "from /run/loopbook/A.resources or /dev/shm/a/A.resources") == "/dev/shm")
      #expect(Sandbox.coveredFolder(in: "from /run/loopbook/A.resources or /tmp/a/A.resources") == "/tmp")
      #expect(Sandbox.coveredFolder(in: "from /run/loopbook/A.resources or /var/tmp/A.resources") == nil)
    }

    @Test("no bubblewrap at all is told with the cure")
    func none() {
      #expect(throws: Sandbox.Missing.self) { try Sandbox.find(path: "/nowhere") }
    }

    @Test("a machine with a sandbox lacks nothing")
    func present() async throws {
      let missing = try await Workshop.open { await $0.supervisor.missing(for: $0.hosts)?.message }
      #expect(missing == nil)
    }

    @Test("without the sandbox a program has its limits, and is ended with all that it started")
    func fallback() async throws {
      let limits = Limits(timeout: .seconds(1), processorSeconds: 1, memory: 256 << 20, processes: 16)
      let programs: [(name: String, text: String, holds: @Sendable (ProgramResult, String) -> Bool)] = [
        (
          "fine", "print(getpid() > 1, CommandLine.arguments.count)",
          { $0.ending == .process(.exited(0)) && $1 == "true 1\n" }
        ),
        (
          "loop", "while true {}",
          { result, _ in [.process(.timedOut), .process(.signaled(SIGXCPU))].contains(result.ending) }
        ),
        ("sleep", "sleep(100)", { result, _ in result.ending == .process(.timedOut) }),
        (
          "children-at-timeout", "for _ in 0..<3 where cfork() == 0 { setsid(); sleep(1000) }\nsleep(1000)",
          { result, _ in result.ending == .process(.timedOut) }
        ),
        (
          "grandchild",
          "if cfork() == 0 { setsid(); if cfork() == 0 { setsid(); sleep(1000) }; _exit(0) }\nusleep(50_000)",
          { result, _ in result.ending == .process(.exited(0)) && result.leftProcesses == 1 }
        ),
        (
          "bomb", "for _ in 0..<200 where cfork() == 0 { setsid(); sleep(1000) }\nsleep(1000)",
          { result, _ in result.ending == .processes }
        ),
        ("memory", "print(malloc(10 << 30) == nil)", { $1 == "true\n" && $0.ending == .process(.exited(0)) }),
        (
          "ignores", "for n in Int32(1)...31 { signal(n, SIG_IGN) }\nwhile true { sleep(1) }",
          { result, _ in result.ending == .process(.timedOut) }
        ),
        (
          "signals-to-guard", "print(1)\nwhile true { kill(getppid(), SIGTERM) }\nprint(2)",
          { result, _ in [.process(.timedOut), .process(.signaled(SIGXCPU))].contains(result.ending) }
        ),
        (
          "guard-killed", "print(1)\nkill(getppid(), SIGKILL)\nsleep(100)",
          { result, _ in result.ending == .process(.signaled(SIGKILL)) }
        ),
        (
          "guard-stopped", "print(1)\nkill(getppid(), SIGSTOP)\nsleep(100)",
          { result, _ in result.ending == .process(.timedOut) }
        ),
        (
          "say-reached",
          """
          typealias Say = @convention(c) (UInt64) -> Void
          unsafeBitCast(dlsym(nil, "loopbook_reached"), to: Say.self)(0)
          print(1)
          _exit(0)
          print(2)
          """,
          { result, _ in result.ending == .process(.exited(0)) && result.stage == .inside }
        ),
        (
          "folder", "print(canCreate(\"x\"), String(cString: getenv(\"TMPDIR\")) == String(cString: getcwd(nil, 0)))",
          { $1 == "true true\n" && $0.leftProcesses == 0 }
        ),
      ]
      let marker = try await Workshop.open(sandbox: Sandbox.none) { workshop in
        let sources = programs.map {
          ProgramSource(name: $0.name, text: HostileProgram.preamble + $0.text, settings: ModuleSettings())
        }
        let compiled = await workshop.build(sources)
        await withTaskGroup(of: Void.self) { tasks in
          for (program, compiled) in zip(programs, compiled) {
            tasks.addTask {
              guard let result = await workshop.run(compiled, limits: limits) else {
                Issue.record("\(program.name): \(compiled.outcome)")
                return
              }
              let output = String(decoding: result.output, as: UTF8.self)
              #expect(
                program.holds(result, output), "\(program.name): \(result.ending) \(result.leftProcesses) \(output)")
            }
          }
        }
        return LivingProcesses.below(getpid()).filter { $0.parentName == "main" || $0.parentName == "example-host" }
          .map(
            \.name)
      }
      #expect(marker == [])
    }
  }
}
