import Execution
import ProgramFuzzing
import Testing

/// Texts that once ended the process, or held the parser up for ever.
@Suite("Deeply nested text")
struct NestingTests {
  private static func nested(_ begin: String, _ inner: String, _ end: String, _ count: Int) -> String {
    String(repeating: begin, count: count) + inner + String(repeating: end, count: count)
  }

  @Test(
    "is not handed to the parser where that could not be done with it",
    arguments: [
      "let x: " + nested("[", "Int", "]", 1_500) + " = []",
      "let x = " + nested("[(", "1", ")]", 17),
      "let x = \"" + nested("\\(\"", "", "\")", 300) + "\"",
      "let x = " + nested("(", "1", ")", 257),
      "print(a" + String(repeating: "<b", count: 1_000) + ")",
      "let text = \"" + String(repeating: "x", count: 300_000) + "\"",
    ])
  func refused(text: String) throws {
    let syntax = ScriptSyntax(text)
    let problem = try #require(syntax.problem)
    #expect(problem.hasPrefix("nests ") || problem.hasPrefix("has "))
    #expect(syntax.imports.isEmpty)
  }

  @Test(
    "is parsed however long the recursion",
    arguments: [
      "let x: " + nested("() -> ", "Void", "", 10_000),
      "if a {}" + String(repeating: " else if b {}", count: 5_000),
      "_ = a" + String(repeating: ".b", count: 20_000),
      "let x = " + String(repeating: "true ? 1 : ", count: 5_000) + "2",
      "let x = 1" + String(repeating: " + 1", count: 20_000),
      "let x = y" + String(repeating: "!", count: 20_000),
      "let x = " + nested("[", "1", "]", TextNesting.mostSquareBrackets),
    ])
  func parsed(text: String) {
    let syntax = ScriptSyntax("import Glibc\n" + text)
    #expect(syntax.problem == nil)
    #expect(syntax.imports == ["Glibc"])
  }

  @Test(
    "what stands in quotation marks and comments is not nested",
    arguments: [
      "let art = \"" + String(repeating: "[", count: 400) + "\"",
      "let art = \"\"\"\n" + String(repeating: "[\n", count: 400) + "\"\"\"",
      "let art = #\"\\(" + String(repeating: "[", count: 400) + "\"#",
      "// " + String(repeating: "[", count: 400) + "\nlet a = 1",
      "/* /* " + String(repeating: "[", count: 400) + "*/ */ let a = 1",
      "let text = \"\\(a[0]) [[[[[[[[ \\(b(\"[[[[[[[[[\"))\"",
    ])
  func quoted(text: String) {
    #expect(ScriptSyntax(text).problem == nil)
  }

  @Test("fails the example alone, with a sentence")
  func failsAlone() async throws {
    let deep = "let x: " + Self.nested("[", "Int", "]", 1_500) + " = []\n"
    try await Workshop.open { workshop in
      let texts = ["print(1)\n", deep, "print(2)\n", "print(3)\n"]
      let programs = await workshop.build(
        texts.enumerated().map { ProgramSource(name: "p\($0)", text: $1, settings: ModuleSettings()) })
      var outputs: [String] = []
      for program in programs {
        if case .broken(let sentence) = program.outcome {
          outputs.append(sentence)
        } else {
          outputs.append(await workshop.run(program).map { String(decoding: $0.output, as: UTF8.self) } ?? "")
        }
      }
      #expect(outputs[0] + outputs[2] + outputs[3] == "1\n2\n3\n")
      #expect(
        outputs[1] == "the example nests square brackets 1500 deep, and the Swift parser's time doubles with each: "
          + "at most 16 may be open at once")
    }
  }
}
