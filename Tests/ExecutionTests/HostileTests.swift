import Execution
import Files
import Glibc
import ProgramFuzzing
import Testing

extension ProcessSuites {
  /// Programs that do harm fail alone: those that run beside them pass, and nothing is left behind.
  @Suite("Hostile programs", .serialized)
  struct HostileTests {
    private static let limits = Limits(
      timeout: .milliseconds(1500), processorSeconds: 1, memory: 256 << 20, files: 16 << 20)

    @Test("each fails by itself, beside programs that pass")
    func failAlone() async throws {
      let before = Self.outside
      let hostile = HostileProgram.all
      // A neighbor after each.
      let sources = hostile.flatMap { program in
        [
          ProgramSource(name: program.name, text: HostileProgram.preamble + program.text, settings: ModuleSettings()),
          ProgramSource(name: "beside-\(program.name)", text: "print(\"fine\")\n", settings: ModuleSettings()),
        ]
      }
      try await Workshop.open { workshop in
        let compiled = await workshop.build(sources)
        let slots = Slots(6)
        await withTaskGroup(of: Void.self) { tasks in
          for (index, program) in compiled.enumerated() {
            tasks.addTask {
              await slots.run {
                guard let result = await workshop.run(program, limits: Self.limits(of: sources[index].name)) else {
                  Issue.record("\(sources[index].name): \(program.outcome)")
                  return
                }
                let output = String(decoding: result.output.prefix(2000), as: UTF8.self)
                if index % 2 == 1 {
                  #expect(result.ending == .process(.exited(0)), "\(sources[index].name)")
                  #expect(output == "fine\n", "\(sources[index].name)")
                } else if let problem = hostile[index / 2].problem(with: result, output) {
                  let errors = String(decoding: result.errors.prefix(500), as: UTF8.self)
                  Issue.record(
                    "\(sources[index].name): \(problem)\n\(result.ending) \(result.stage)\n\(output)\n\(errors)")
                }
              }
            }
          }
        }
        // What a host has left must be nothing.
        #expect(LivingProcesses.below(getpid()).filter { $0.parentName == "main" }.map(\.name) == [])
        #expect(FileTree.names(in: "\(workshop.scratch.folder)/runs") == [])
      }
      #expect(Self.outside == before)
    }

    /// Those that are about memory, or come to their end after many calls, must not meet another limit first, on a
    /// machine that is busy.
    private static func limits(of name: String) -> Limits {
      var limits = limits
      if name.hasPrefix("memory-") || name.hasPrefix("queue-") {
        (limits.timeout, limits.processorSeconds) = (.seconds(30), 20)
      }
      return limits
    }

    /// What programs could leave behind in the machine's folders, were they to get there.
    private static var outside: [String] {
      let home = Workshop.environment["HOME", default: "/"]
      return ["/", "/etc", "/usr", "/var/tmp", "/dev/shm", "/run", home].flatMap { folder in
        FileTree.names(in: folder).filter { $0.contains("loopbook-hostile") }.map { "\(folder)/\($0)" }
      }
    }

    @Test("the reviewers' number of them is reached")
    func number() { #expect(HostileProgram.all.count + HostileCall.all.count >= 150) }

    @Test("the tests that SECURITY.md names are there, and the calls that are refused are documented")
    func documented() throws {
      let repository = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
      func text(_ path: String) throws -> String {
        String(decoding: try #require(Disk.bytes(of: "\(repository)/\(path)")), as: UTF8.self)
      }
      let names = Set(HostileProgram.all.map(\.name))
      let promises = try text("SECURITY.md").split(separator: "\n").filter {
        $0.contains("Hostile") && $0.hasPrefix("|")
      }
      try #require(promises.count > 8)
      for promise in promises {
        let tests = promise.split(separator: "|").last ?? ""
        for word in tests.split(whereSeparator: { " ,;:`".contains($0) }) where word.contains("-") {
          #expect(names.contains(String(word)), "\(word)")
        }
      }
      let table = try text("docs/verification.md")
      for call in HostileCall.all where !call.name.contains(" ") {
        #expect(table.contains("`\(call.name)`"), "\(call.name)")
      }
      for option in Execution.Sandbox.explain("Operation not permitted").cure.split(whereSeparator: {
        " \n,".contains($0)
      })
      where option.contains("unconfined") || option == "--privileged" {
        #expect(table.contains(option), "\(option)")
      }
    }

    @Test("system calls that no example needs are refused", arguments: [true, false])
    func calls(network: Bool) async throws {
      let result = try await Workshop.open { workshop in
        let source = ProgramSource(name: "calls", text: HostileCall.program, settings: ModuleSettings())
        let program = await workshop.builder.buildAlone(source, because: AloneReason("is asked for alone"))
        guard case .loadable(var loadable) = program.outcome else {
          throw Workshop.NotLoadable(outcome: "\(program.outcome)")
        }
        loadable.needsNetwork = network
        return await workshop.supervisor.run(ProgramRun(loadable, limits: Self.limits), in: workshop.hosts)
      }
      #expect(String(decoding: result.output, as: UTF8.self) == "all\n")
      #expect(result.ending == .process(.exited(0)))
    }

    @Test("without a network of its own a program has no sockets but connected pairs")
    func noNetwork() async throws {
      let text =
        HostileProgram.preamble + """
          var ends: [Int32] = [0, 0]
          for kind in [SOCK_STREAM, SOCK_SEQPACKET, SOCK_DGRAM] {
            print(socketpair(AF_UNIX, Int32(kind.rawValue), 0, &ends), socket(AF_UNIX, Int32(kind.rawValue), 0))
          }
          print(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), 0))
          """
      let result = try await Workshop.open { workshop in
        let source = ProgramSource(name: "pairs", text: text, settings: ModuleSettings())
        let program = await workshop.builder.buildAlone(source, because: AloneReason("is asked for alone"))
        guard case .loadable(var loadable) = program.outcome else {
          throw Workshop.NotLoadable(outcome: "\(program.outcome)")
        }
        loadable.needsNetwork = false
        return await workshop.supervisor.run(ProgramRun(loadable, limits: Self.limits), in: workshop.hosts)
      }
      #expect(String(decoding: result.output, as: UTF8.self) == "0 -1\n0 -1\n-1 -1\n-1 -1\n")
    }

    @Test("two programs listen at the same port at the same time")
    func samePort() async throws {
      let text =
        HostileProgram.preamble + """
          let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
          var address = sockaddr_in()
          address.sin_family = sa_family_t(AF_INET)
          address.sin_port = UInt16(8123).bigEndian
          address.sin_addr.s_addr = inet_addr("127.0.0.1")
          let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
          }
          print(bound, listen(listener, 1))
          usleep(300_000)
          """
      try await Workshop.open { workshop in
        let source = ProgramSource(name: "listen", text: text, settings: ModuleSettings())
        let program = await workshop.builder.buildAlone(source, because: AloneReason("is asked for alone"))
        async let first = workshop.run(program)
        async let second = workshop.run(program)
        for result in [await first, await second] {
          #expect(result?.ending == .process(.exited(0)))
          #expect(result.map { String(decoding: $0.output, as: UTF8.self) } == "0 0\n")
        }
      }
    }
  }
}
