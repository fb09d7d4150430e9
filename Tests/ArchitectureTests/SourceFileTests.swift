import Testing

/// The rules see what they are meant to see: an invariant held by a blind test is not held.
@Suite("Reading of sources")
struct SourceFileTests {
  private func file(_ text: String) -> SourceFile {
    SourceFile(path: "Sources/Module/File.swift", text: text)
  }

  @Test(
    "an import is seen with any access level, attribute or kind",
    arguments: [
      "import Name", "public import Name", "@preconcurrency import Name", "internal import struct Name.Type",
      "@_spi(Some) @testable import Name  // why", "  import Name", "import Name.Submodule",
    ])
  func seesImports(text: String) {
    #expect(file(text).imports.map(\.module) == ["Name"])
  }

  @Test(
    "what only looks like an import is not one",
    arguments: [
      "// import Name", "let text = \"import Name\"", "important Name", "\"\"\"\nimport Name\n\"\"\"",
    ])
  func ignoresOtherText(text: String) {
    #expect(file(text).imports.isEmpty)
  }

  @Test("a word counts in code, not in comments, string literals or longer words")
  func wordsOfCode() {
    let lines = file(
      """
      exit(1)
      // exit(1)
      let text = "exit(1) \\" exit(1)"
      call(); exit(1)  // exit(1)
      onexit(1)
      case exit(Int)
      return .exit(1)
      Swift.exit(1)
      let raw = #"exit(1) "exit(1)"#, pattern = /exit(1)/
      /* exit(1)
      exit(1) */
      let interpolated = "\\(exit(1))"
      """
    ).linesOfCode(containing: "exit(")
    #expect(lines == [1, 4, 8, 12])
  }

  @Test(
    "a comment on the line or right above explains it",
    arguments: [
      "try! a()  // why", "// why\ntry! a()", "/// Why.\n@inline(__always)\nprivate\ntry! a()",
    ])
  func explained(text: String) {
    let file = file(text)
    #expect(file.isExplained(file.lines.count))
  }

  @Test(
    "a comment that is far away, or past an empty line, does not",
    arguments: [
      "try! a()", "// why\n\ntry! a()", "// why\nb()\nb()\nb()\nb()\ntry! a()", "let url = \"http://name\"\ntry! a()",
    ])
  func notExplained(text: String) {
    let file = file(text)
    #expect(!file.isExplained(file.lines.count))
  }

  @Test("lines are counted as an editor counts them", arguments: [("", 0), ("a", 1), ("a\n", 1), ("a\n\n", 2)])
  func lineCount(text: String, count: Int) {
    #expect(file(text).lines.count == count)
  }
}
