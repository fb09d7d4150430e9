import Execution
import Files
import Glibc
import ProgramFuzzing
import Testing

extension ProcessSuites {
  /// Modules of the author's own, which programs import.
  @Suite("Imported modules")
  struct ImportedModuleTests {
    /// Compiles a module, and answers what programs need to import it.
    private func module(_ name: String, _ text: String, in workshop: Workshop) async throws -> ModuleSettings {
      let folder = workshop.scratch.objects
      try Disk.write(Array(text.utf8), to: "\(folder)/\(name).swift")
      let result = try await workshop.supervisor.run(
        Command(
          "\(workshop.compiler.toolchain.folder)/bin/swiftc",
          [
            "-emit-module", "-emit-library", "-parse-as-library", "-module-name", name, "\(name).swift", "-o",
            "lib\(name).so",
          ],
          environment: workshop.compiler.environment, folder: folder))
      try #require(result.succeeded, "\(String(decoding: result.errors, as: UTF8.self))")
      var settings = ModuleSettings()
      settings.importFolders = [folder]
      settings.libraries = [name: ["\(folder)/lib\(name).so"]]
      return settings
    }

    private func run(_ texts: [String], _ settings: ModuleSettings, in workshop: Workshop) async -> [(Bool, String)] {
      let sources = texts.enumerated().map { ProgramSource(name: "p\($0)", text: $1, settings: settings) }
      var results: [(Bool, String)] = []
      for program in await workshop.build(sources) {
        let result = await workshop.run(program)
        results.append(
          (
            program.aloneReason == nil,
            result.map { String(decoding: $0.output, as: UTF8.self) } ?? "\(program.outcome)"
          ))
      }
      return results
    }

    @Test("a module whose functions ask where they are called keeps programs alone")
    func telling() async throws {
      try await Workshop.open { workshop in
        let text = "public func log(line: Int = #line, function: String = #function) { print(line, function) }"
        let settings = try await module("Kit", text, in: workshop)
        let results = await run([String](repeating: "import Kit\n\nlog()\n", count: 4), settings, in: workshop)
        #expect(results.map(\.0) == [false, false, false, false])
        #expect(results.map(\.1) == [String](repeating: "3 main\n", count: 4))
      }
    }

    @Test("a plain module is shared")
    func plain() async throws {
      try await Workshop.open { workshop in
        let settings = try await module("Plain", "public func twice(_ n: Int) -> Int { n * 2 }", in: workshop)
        let results = await run((0..<4).map { "import Plain\nprint(twice(\($0)))\n" }, settings, in: workshop)
        #expect(results.map(\.0) == [true, true, true, true])
        #expect(results.map(\.1) == ["0\n", "2\n", "4\n", "6\n"])
      }
    }
  }
}
