import Testing

@Suite("The text of a case")
struct CaseFileTests {
  private static func file(_ text: String) throws -> CaseFile { try CaseFile(Array(text.utf8)) }

  @Test("has the command, and each section's lines up to the next mark")
  func sections() throws {
    let file = try Self.file("# Why.\nloopbook verify\n-- stdout --\none\n\n-- input/a b.md --\n-- exit --\n2\n")
    #expect(file.command == Array("# Why.\nloopbook verify\n".utf8))
    #expect(
      file.sections == ["stdout": Array("one\n\n".utf8), "input/a b.md": [], "exit": Array("2\n".utf8)])
  }

  @Test(
    "keeps any bytes of a file",
    arguments: [
      [], Array("\n".utf8), Array("no end".utf8), Array("a\r\nb\r\n".utf8), Array("\u{FEFF}mark\n".utf8),
      [0xFF, 0x0A, 0xC3], [0, 0x1B, 0x7F, 0x0A], Array("-- exit --\n2\n".utf8), Array("-- x --".utf8),
      Array("a\\\nb\\r\\x41\n\\".utf8), Array("é\u{0301}\n".utf8), Array("\r".utf8),
    ] as [[UInt8]])
  func bytes(bytes: [UInt8]) throws {
    var file = try Self.file("true\n")
    file.sections = ["input/odd": bytes, "stdout": Array("after\n".utf8)]
    let text = file.text
    #expect(try CaseFile(text) == file)
    #expect(!text.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F })
    #expect(text.last == 0x0A)
  }

  @Test("shows text as it is where a text file can")
  func plain() throws {
    let text = "true\n-- input/a.md --\n\tkeeps \\ and é, and -- this --\n-- stdout --\na\n-- exit --\n1\n"
    #expect(String(decoding: try Self.file(text).text, as: UTF8.self) == text)
  }

  @Test(
    "that means nothing is refused with its line",
    arguments: [
      ("true\n-- exit --\n1\n-- exit --\n2\n", 4), ("true\n-- stdout (escaped) --\na\n\\q\n", 4),
      ("true\n-- stdout (escaped) --\n\\xG0\n", 3), ("true\n-- stdout --\nno end", 1),
    ])
  func mistakes(text: String, line: Int) throws {
    let mistake = #expect(throws: CaseFile.Mistake.self) { try Self.file(text) }
    #expect(mistake?.line == line)
  }
}
