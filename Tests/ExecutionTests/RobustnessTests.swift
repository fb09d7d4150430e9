import Execution
import Files
import Glibc
import ProgramFuzzing
import TestSupport
import Testing

extension ProcessSuites {
  /// What holds when this program, a host or the machine does not go on as planned.
  @Suite("Robustness", .serialized)
  struct RobustnessTests {
    private static let sleeper = "import Glibc\nprint(\"begun\")\nsleep(1000)\n"

    /// Waits until something holds, for as long as a machine under load may need.
    private static func becomesTrue(_ condition: () -> Bool) async throws -> Bool {
      let end = ContinuousClock.now + .seconds(30)
      while ContinuousClock.now < end {
        if condition() { return true }
        try await Task.sleep(for: .milliseconds(10))
      }
      return condition()
    }

    @Test("a killed user of the module leaves no process, and its folder is gone after the next one's start")
    func killed() async throws {
      let temporary = try TemporaryFolder()
      let folder = temporary.path
      // A supervisor of its own starts the probe; killing the probe alone is what is tried here.
      let supervisor = try Supervisor()
      let probe = Command(
        "\(BuiltProducts.folder)/execution-probe", [folder], environment: Workshop.environment, timeout: .seconds(120))
      async let end = supervisor.run(probe)
      var below: [LivingProcesses] = []
      // The program and its child, below guard, host and sandbox.
      let isRunning = try await Self.becomesTrue {
        below = LivingProcesses.below(getpid()).filter { $0.name == "main" || $0.name == "bwrap" }
        return below.count { $0.name == "main" } >= 4
      }
      #expect(isRunning)
      let killed = LivingProcesses.below(getpid()).first { $0.name.hasPrefix("execution-probe") }
      try #require(killed != nil)
      kill(killed?.pid ?? getpid(), SIGKILL)
      #expect(try await end.ending == .signaled(SIGKILL))
      let areGone = try await Self.becomesTrue { below.allSatisfy { !LivingProcesses.isAlive($0.pid) } }
      #expect(areGone)
      #expect(FileTree.names(in: folder).count == 1)
      let next = try Scratch(in: folder)
      #expect(FileTree.paths(in: folder) == [next.folder])
      next.remove()
      await supervisor.stop()
    }

    @Test("when a host dies, its programs fail with a reason, and the next gets a new host")
    func hostDies() async throws {
      try await Workshop.open { workshop in
        let source = ProgramSource(name: "sleeper", text: Self.sleeper, settings: ModuleSettings())
        let program = await workshop.builder.buildAlone(source, because: AloneReason("is asked for alone"))
        async let first = workshop.run(program, limits: Limits(timeout: .seconds(120)))
        async let second = workshop.run(program, limits: Limits(timeout: .seconds(120)))
        var host: LivingProcesses?
        let isRunning = try await Self.becomesTrue {
          let below = LivingProcesses.below(getpid())
          host = below.first { $0.name == "main" && $0.parentName == "bwrap" }
          return below.count { $0.name == "main" } >= 5
        }
        #expect(isRunning)
        try #require((host?.pid ?? 0) > 0)
        kill(host?.pid ?? getpid(), SIGKILL)
        for result in [await first, await second] {
          guard case .notStarted(let reason) = result?.ending else {
            Issue.record("\(String(describing: result?.ending))")
            continue
          }
          #expect(reason.hasPrefix("the process that runs examples ended"))
        }
        let next = try await workshop.runAlone("print(\"again\")")
        #expect(next.output == Array("again\n".utf8))
      }
    }

    @Test("three hundred programs at once all come to their end")
    func many() async throws {
      try await Workshop.open { workshop in
        let source = ProgramSource(name: "one", text: "print(\"here\")\n", settings: ModuleSettings())
        let program = await workshop.builder.buildAlone(source, because: AloneReason("is asked for alone"))
        let results = Results<ProgramResult?>()
        await withTaskGroup(of: Void.self) { tasks in
          for index in 0..<300 {
            tasks.addTask {
              await results.set(await workshop.run(program, limits: Limits(timeout: .seconds(60))), at: index)
            }
          }
        }
        let good = await results.inOrder.count {
          $0?.ending == .process(.exited(0)) && $0?.output == Array("here\n".utf8)
        }
        #expect(good == 300)
        let bad = await results.inOrder.first { $0?.ending != .process(.exited(0)) }
        #expect(bad == nil, "\(String(describing: bad))")
      }
    }

    @Test("what a task of low priority starts leaves the processors to others")
    func background() async throws {
      let supervisor = try Supervisor()
      let command = Command("/usr/bin/nice", [])
      // A task that another waits for would be as urgent as that.
      func niceness(_ priority: TaskPriority) async -> Int? {
        await withCheckedContinuation { continuation in
          Task(priority: priority) {
            let words = (try? await supervisor.run(command)).map { String(decoding: $0.output, as: UTF8.self) }
            continuation.resume(returning: words.flatMap { Int($0.dropLast()) })
          }
        }
      }
      let usual = try #require(await niceness(.medium))
      #expect(await niceness(.high) == usual)
      #expect(await niceness(.utility) == min(19, usual + 10))
    }

    @Test("ten thousand lines all come through")
    func manyLines() async throws {
      let result = try await Workshop.open { try await $0.runAlone("for n in 0..<10_000 { print(\"line\", n) }") }
      #expect(result.output == (0..<10_000).flatMap { Array("line \($0)\n".utf8) })
    }

    @Test("a program that closes its output early is waited for")
    func closedEarly() async throws {
      let text = "import Glibc\nprint(\"a\")\nclose(1)\nclose(2)\nusleep(50_000)\nexit(5)\n"
      let result = try await Workshop.open { try await $0.runAlone(text) }
      #expect(result.ending == .process(.exited(5)))
      #expect(result.output == Array("a\n".utf8))
      #expect(result.closedOutput)
    }

    @Test("thirty workshops leave no thread behind, nor a process")
    func noThreadStays() async throws {
      for number in 0..<30 {
        try await Workshop.open { workshop in
          // Some are used, and some are not.
          if number % 10 == 0 { _ = try await workshop.runAlone("print(1)") }
        }
      }
      let threads = {
        FileTree.names(in: "/proc/self/task").filter {
          Disk.bytes(of: "/proc/self/task/\($0)/comm") == Array("supervisor\n".utf8)
        }
      }
      let areGone = try await Self.becomesTrue { threads().isEmpty }
      #expect(areGone, "\(threads().count)")
      #expect(LivingProcesses.below(getpid()).filter { ["main", "bwrap"].contains($0.name) }.map(\.name) == [])
    }

    @Test("programs that were under way when the supervisor stopped are said to be stopped, or to have had no host")
    func stopped() async throws {
      let workshop = try await Workshop(sandbox: nil)
      let source = ProgramSource(name: "sleeper", text: Self.sleeper, settings: ModuleSettings())
      let program = await workshop.builder.buildAlone(source, because: AloneReason("is asked for alone"))
      async let result = workshop.run(program, limits: Limits(timeout: .seconds(120)))
      _ = try await Self.becomesTrue { LivingProcesses.below(getpid()).count { $0.name == "main" } >= 3 }
      await workshop.close()
      let ending = await result?.ending
      #expect(ending != nil && ending != .process(.exited(0)))
      let later = await workshop.run(program)
      #expect(later?.stage == .starting)
    }

    @Test("folders of the living stay, those of the dead go, and so do those without a lock that are old")
    func abandoned() throws {
      let temporary = try TemporaryFolder()
      let folder = temporary.path
      let living = try Scratch(in: folder)
      let dead = "\(folder)/loopbook-\(getuid())-dead00"
      mkdir(dead, 0o700)
      try Disk.write([], to: "\(dead)/lock")
      mkdir("\(dead)/closed", 0)
      let fresh = "\(folder)/loopbook-\(getuid())-fresh0"
      mkdir(fresh, 0o700)
      let old = "\(folder)/loopbook-\(getuid())-old000"
      mkdir(old, 0o700)
      var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
      utimensat(AT_FDCWD, old, &times, 0)
      let others = "\(folder)/loopbook-notes"
      mkdir(others, 0o700)
      let next = try Scratch(in: folder)
      #expect(Set(FileTree.paths(in: folder)) == [living.folder, next.folder, fresh, others])
      living.remove()
      next.remove()
    }
  }
}

extension LivingProcesses {
  /// Whether a process is there, and does not only wait to be reaped.
  static func isAlive(_ pid: Int32) -> Bool {
    guard let bytes = Disk.bytes(of: "/proc/\(pid)/stat") else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let close = text.lastIndex(of: ")") else { return false }
    return !text[close...].hasPrefix(") Z")
  }
}
