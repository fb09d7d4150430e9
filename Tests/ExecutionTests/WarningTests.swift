import ProgramFuzzing
import Testing

@testable import Execution

extension ProcessSuites {
  @Suite("Warnings of programs")
  struct WarningTests {
    private static let text = "func one() -> Int { 1 }\none()\n"

    @Test("a program has the warnings that it has in a file of its own")
    func warned() async throws {
      let warnings = try await Workshop.open { workshop in
        await workshop.compiler.warnings(
          about: Self.text, name: "w", parsedAsLibrary: false, settings: ModuleSettings())
      }
      #expect(warnings?.map(\.line) == [2])
    }

    @Test("a compiler that gives no answer has not said that there are none")
    func unknown() async throws {
      let warnings = try await Workshop.open { workshop in
        var compiler = workshop.compiler
        compiler.limit = .microseconds(1)
        return await compiler.warnings(
          about: Self.text, name: "w", parsedAsLibrary: false, settings: ModuleSettings())
      }
      #expect(warnings == nil)
    }
  }
}
