import Execution
import Testing

@Suite("Programs as they are written for pages")
struct PageTextTests {
  private static func written(
    _ text: String, _ form: PageText.Form = .globals, keeping kept: Set<Int> = []
  ) throws -> String {
    try PageText(text).file(3, form: form, keeping: kept)
  }

  @Test("literals become reads of values, numbered in their order, and what is printed becomes text")
  func literals() throws {
    let file = try Self.written("let wait = 250\nprint(\"waits\", wait, true, separator: \", \")\n")
    #expect(file.contains("fileprivate let wait = loopbookNumber(0, 250)"))
    #expect(
      file.contains(
        "print(loopbookText(loopbookString(1, \"waits\")), loopbookText(wait), loopbookText(loopbookFlag(2, true)), "
          + "separator: loopbookString(3, \", \"))"))
    #expect(file.contains("loopbookTouch(wait);"))
  }

  @Test(
    "any two statements become a program that parses, with all their literals, also where a statement ends with one",
    arguments: [PageText.Form.globals, .body])
  func pairs(form: PageText.Form) throws {
    let statements = [
      "let a = 4", "let b = 4 // four", "print(4)", "_ = 4", "let c = \"four\"", "let d = true, e = 4.5",
      "let f = [4].map(\\.description)", "func g() -> Int { 4 }", "extension Int { var h: Int { 4 } }",
      "g(4) { _ in 4 }", "if 4 > 3 {\n  print(4)\n}", "print(\"\\(4)\")", "var i: Int { 4 }",
    ]
    for first in statements {
      for second in statements {
        for separator in ["\n", "\n\n", "; ", "\n// Words.\n"] {
          let text = first + (first.contains("//") ? "\n" : separator) + second + "\n"
          let program = try #require(try? PageText(text), "\(text)")
          let file = program.file(3, form: form, keeping: [])
          // It parses, and has no other literals than the numbers and the old values, one behind the other.
          let again = try #require(try? PageText(file), "\(text)\n\(file)")
          #expect(again.literals.count >= program.literals.count * 2, "\(text)")
          for number in program.literals.indices {
            let calls = ["Number", "Decimal", "Flag", "String"].map { "loopbook\($0)(\(number), " }
            #expect(calls.contains(where: file.contains), "\(number) of \(text)")
          }
        }
      }
    }
  }

  @Test("a literal that stays has no number, and those behind it have the next ones")
  func kept() throws {
    let file = try Self.written("print(1, 2.5, 3)\n", keeping: [1])
    #expect(file.contains("loopbookNumber(0, 1)") && file.contains("loopbookNumber(1, 3)"))
    #expect(file.contains("loopbookText(2.5)"))
  }

  @Test("interpolations become text, with the literals in them")
  func interpolations() throws {
    let file = try Self.written("print(\"\\(1 + 2) of \\(values[0], default: 3)\")\n")
    #expect(file.contains("\\(loopbookText(loopbookNumber(0, 1) + loopbookNumber(1, 2)))"))
  }

  @Test("no line moves: what the compiler says has its place")
  func lines() throws {
    let text = "import LoopEngine\n\n\nlet one = 1\nfunc two() -> Int {\n  2\n}\nprint(\n  one,\n  two())\n"
    let file = try Self.written(text)
    var line = 0
    var seen: [String: Int] = [:]
    for row in file.split(separator: "\n", omittingEmptySubsequences: false) {
      if row.hasPrefix("#sourceLocation(file: \"3/main.swift\", line: ") {
        line = Int(row.drop { $0 != ":" }.dropFirst().drop { $0 != ":" }.dropFirst(2).dropLast()) ?? -1
        continue
      }
      for word in ["one =", "loopbookNumber(1, 2)", "two())"] where row.contains(word) { seen[word] = line }
      line += 1
    }
    #expect(seen == ["one =": 4, "loopbookNumber(1, 2)": 6, "two())": 10])
  }

  @Test("key paths that stand for closures become closures")
  func keyPaths() throws {
    #expect(try Self.written("let names = all.map(\\.first.name)\n").contains("all.map({ $0.first.name })"))
  }

  @Test("what must be a literal stays one")
  func fixed() throws {
    let file = try Self.written("enum E: Int { case a = 7 }\nlet text = \"a\\n\"\n#if DEBUG\nlet x = 1\n#endif\n")
    #expect(file.contains("case a = 7") && file.contains("\"a\\n\"") && file.contains("let x = 1"))
    #expect(try PageText("enum E: Int { case a = 7 }\n").literals.isEmpty)
  }

  @Test("as a function's body, variables and types are its own, and extensions stay outside")
  func body() throws {
    let file = try Self.written("struct S {}\nextension S { func f() {} }\nlet s = S()\n", .body)
    let body = try #require(file.firstRange(of: "func _loopbook_page_body"))
    #expect(file[..<body.lowerBound].contains("extension S"))
    #expect(file[body.upperBound...].contains("struct S {}") && file[body.upperBound...].contains("let s = S()"))
  }

  @Test(
    "what a page does not have is told without asking the compiler",
    arguments: [
      ("import Foundation\nprint(1)\n", "imports Foundation, which pages do not have"),
      ("await Task { }.value\n", "uses tasks, which the toolchain has none of for pages"),
      ("actor A {}\n", "uses tasks, which the toolchain has none of for pages"),
      ("let let\n", "does not parse"),
    ])
  func refusals(text: String, reason: String) {
    #expect(throws: PageText.Refusal(reason)) { try PageText(text) }
  }

  @Test("what is imported without being said is imported, if a page has it")
  func implicitImports() throws {
    let file = try PageText("print(Loop.current)\n", implicitImports: ["LoopEngine"]).file(
      3, form: .globals, keeping: [])
    #expect(file.contains("import LoopEngine\n"))
    #expect(throws: PageText.Refusal("imports Garden, which pages do not have")) {
      try PageText("print(1)\n", implicitImports: ["LoopEngine", "Garden"])
    }
  }

  @Test("places of literals count bytes, also behind letters of several")
  func places() throws {
    let literal = try #require(PageText("let ä = \"ö\"; let b = 12\n").literals.last)
    #expect(literal.line == 1 && literal.columns == 23..<25 && literal.kind == .integer && literal.text == "12")
  }
}
