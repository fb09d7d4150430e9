import Glibc
import Programs
import Testing

extension ProcessSuites {
  /// Programs that do harm fail alone: those that run beside them pass, and nothing is left behind.
  @Suite("Hostile programs", .serialized)
  struct HostileTests {
    private static let limits = Limits(
      timeout: .milliseconds(1500), processorSeconds: 1, memory: 256 << 20, files: 16 << 20)

    @Test("each fails by itself, beside programs that pass", arguments: [Sandbox?.none])
    func failAlone(_ sandbox: Sandbox?) async throws {
      let hostile = HostileProgram.all
      // A neighbour after each.
      let sources = hostile.flatMap { program in
        [
          ProgramSource(name: program.name, text: HostileProgram.preamble + program.text, settings: ModuleSettings()),
          ProgramSource(name: "beside-\(program.name)", text: "print(\"fine\")\n", settings: ModuleSettings()),
        ]
      }
      try await Workshop.open(sandbox: sandbox) { workshop in
        let compiled = await workshop.build(sources)
        let slots = Slots(6)
        await withTaskGroup(of: Void.self) { tasks in
          for (index, program) in compiled.enumerated() {
            tasks.addTask {
              await slots.run {
                guard let result = await workshop.run(program, limits: Self.limits) else {
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
      #expect(FileTree.names(in: "/etc").filter { $0.hasPrefix("loopbook-hostile") } == [])
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

/// The processes that a process has started, and theirs.
struct LivingProcesses {
  var pid: Int32
  var name: String
  var parentName: String

  /// Every process below the one given, those that wait to be reaped left out.
  static func below(_ ancestor: Int32) -> [LivingProcesses] {
    var names: [Int32: String] = [:]
    var parents: [Int32: Int32] = [:]
    for entry in FileTree.names(in: "/proc") {
      guard let pid = Int32(entry), let bytes = FileTree.bytes(of: "/proc/\(pid)/stat") else { continue }
      // number (name) state parent …
      let text = String(decoding: bytes, as: UTF8.self)
      guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else { continue }
      let rest = text[close...].split(separator: " ")
      guard rest.count > 2, rest[1] != "Z", let parent = Int32(rest[2]) else { continue }
      names[pid] = String(text[text.index(after: open)..<close])
      parents[pid] = parent
    }
    return parents.keys.sorted().compactMap { pid in
      var next = parents[pid]
      while let current = next, current > 1, current != ancestor { next = parents[current] }
      guard next == ancestor, let parent = parents[pid] else { return nil }
      return LivingProcesses(pid: pid, name: names[pid] ?? "", parentName: names[parent] ?? "")
    }
  }
}
