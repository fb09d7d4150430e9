import Execution
import Files
import Glibc
import ProgramFuzzing
import TestSupport
import Testing

extension ProcessSuites {
  /// Servers outside that an example would like to talk to.
  @Suite("Sockets of the machine", .serialized)
  struct HostileSocketTests {
    /// A server at a path, or, where the path begins with `@`, at a name without a file.
    private static func listen(_ path: String) throws -> Int32 {
      let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) {
        $0.copyBytes(from: path.utf8.map { $0 == UInt8(ascii: "@") ? 0 : $0 })
      }
      let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(server, $0, length) }
      }
      try #require(bound == 0 && Glibc.listen(server, 10) == 0, "\(path): \(String(cString: strerror(errno)))")
      return server
    }

    @Test("none can be connected to: in a home, a temporary folder, beside a library, or without a file")
    func connect() async throws {
      try await Workshop.open { workshop in
        var folders = [workshop.scratch.folder, workshop.scratch.objects, workshop.scratch.runs, BuiltProducts.folder]
        folders += [Workshop.environment["HOME", default: "/tmp"], "/var/tmp", "/tmp", "/dev/shm"]
        // A home may be one of the others, and a machine need not have them all.
        var paths = Set(folders).sorted().filter { access($0, W_OK) == 0 }.map { "\($0)/loopbook-\(getpid()).s" }
        defer { for path in paths { unlink(path) } }
        // A path of a socket has 108 bytes at most.
        paths = paths.filter { $0.utf8.count < 108 }
        paths.append("@loopbook-\(getpid())")
        try #require(paths.count > 2)
        let servers = try paths.map(Self.listen)
        defer { for server in servers { close(server) } }
        // Inside, the folders of the scratch folder are found under another name.
        let inside =
          paths + ["/run/loopbook/made/objects", "/run/loopbook/made/runs"].map { "\($0)/loopbook-\(getpid()).s" }
        let text =
          HostileProgram.preamble + """
            for path in \(inside) {
              let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
              var address = sockaddr_un()
              address.sun_family = sa_family_t(AF_UNIX)
              withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.map { $0 == UInt8(ascii: "@") ? 0 : $0 }) }
              let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
              let result = withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(client, $0, length) } }
              if client < 0 || result == 0 { print("connected to", path) }
            }
            print("tried")
            """
        // Libraries of the folder with a server are shown to the program; the server is not.
        let source = ProgramSource(name: "connect", text: text, settings: ModuleSettings())
        let program = await workshop.builder.buildAlone(source, because: AloneReason("is asked for alone"))
        guard case .loadable(var loadable) = program.outcome else {
          throw Workshop.NotLoadable(outcome: "\(program.outcome)")
        }
        loadable.libraries.append("\(BuiltProducts.folder)/libLoopbookRuntime.so")
        let result = await workshop.supervisor.run(ProgramRun(loadable, limits: Limits()), in: workshop.hosts)
        #expect(String(decoding: result.output, as: UTF8.self) == "tried\n", "\(result.ending)")
        for (path, server) in zip(paths, servers) { #expect(accept(server, nil, nil) == -1, "\(path)") }
      }
    }

    @Test(
      "what a recorded program writes into its recording's folder has the limit of its files",
      arguments: ["large", "many", "hidden", "deep"])
    func recordingFolder(kind: String) async throws {
      let bodies = [
        "large": """
        let block = [UInt8](repeating: 1, count: 1 << 20)
        for n in 0..<8 {
          let file = open("/run/loopbook/trace/\\(n)", O_CREAT | O_WRONLY, 0o600)
          for _ in 0..<8 { _ = write(file, block, block.count) }
        }
        """,
        "many": "for n in 0..<40_000 { close(open(\"/run/loopbook/trace/\\(n)\", O_CREAT | O_WRONLY, 0o600)) }",
        "deep": "chdir(\"/run/loopbook/trace\")\nwhile mkdir(\"d\", 0o700) == 0 && chdir(\"d\") == 0 {}",
        "hidden":
          "mkdir(\"/run/loopbook/trace/x\", 0o700)\nchmod(\"/run/loopbook/trace/x\", 0)\nchmod(\"/run/loopbook/trace\", 0)",
      ]
      let text = HostileProgram.preamble + (bodies[kind] ?? "") + "\nsleep(100)\n"
      let limits = Limits(timeout: .seconds(kind == "hidden" ? 2 : 20), files: 16 << 20)
      try await Workshop.open { workshop in
        let source = ProgramSource(name: "recorded", text: text, settings: ModuleSettings())
        let program = await workshop.builder.buildAlone(source, because: AloneReason("is asked for alone"))
        guard case .loadable(var loadable) = program.outcome else {
          throw Workshop.NotLoadable(outcome: "\(program.outcome)")
        }
        loadable.libraries.append("\(BuiltProducts.folder)/libLoopbookRuntime.so")
        let recording = ProgramRun.Recording(clock: "real", schedule: "")
        let result = await workshop.supervisor.run(
          ProgramRun(loadable, limits: limits, recording: recording), in: workshop.hosts)
        // Root may look into what is closed to others.
        let endings: [ProgramResult.Ending] = [
          .files(16 << 20), kind == "hidden" && getuid() == 0 ? .process(.timedOut) : .files(16 << 20),
        ]
        #expect(endings.contains(result.ending), "\(result.ending)")
        let folder = try #require(result.traceFolder)
        FileTree.remove(folder)
        #expect(access(folder, F_OK) != 0)
      }
    }

    @Test("of what a program leaves in its recording's folder only files are read, and none through a link")
    func recordingLinks() async throws {
      let text =
        HostileProgram.preamble + """
          for name in names("/run/loopbook/trace") { unlink("/run/loopbook/trace/" + name) }
          print(symlink("/etc/passwd", "/run/loopbook/trace/output.txt"), mkfifo("/run/loopbook/trace/errors.txt", 0o600))
          print(symlink("/dev/zero", "/run/loopbook/trace/journal"), mkdir("/run/loopbook/trace/x", 0))
          chmod("/run/loopbook/trace", 0)
          """
      try await Workshop.open { workshop in
        let source = ProgramSource(name: "links", text: text, settings: ModuleSettings())
        let program = await workshop.builder.buildAlone(source, because: AloneReason("is asked for alone"))
        guard case .loadable(var loadable) = program.outcome else {
          throw Workshop.NotLoadable(outcome: "\(program.outcome)")
        }
        loadable.libraries.append("\(BuiltProducts.folder)/libLoopbookRuntime.so")
        let result = await workshop.supervisor.run(
          ProgramRun(loadable, limits: Limits(), recording: ProgramRun.Recording(clock: "real", schedule: "")),
          in: workshop.hosts)
        let folder = try #require(result.traceFolder)
        #expect(FileTree.names(in: folder) == [])
        FileTree.remove(folder)
      }
    }
  }
}
