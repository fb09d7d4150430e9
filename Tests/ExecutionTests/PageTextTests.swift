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
    let body = try #require(file.firstRange(of: "func _loopbook_page_program_3"))
    #expect(file[..<body.lowerBound].contains("extension S"))
    #expect(file[body.upperBound...].contains("struct S {}") && file[body.upperBound...].contains("let s = S()"))
  }

  @Test("errors of any type have the one type that the program throws, at every place that has to say it")
  func errors() throws {
    let text = """
      import LoopEngine
      func one() throws -> Int { try two { 1 } }
      func two(_ body: () throws -> Int) rethrows -> Int { try body() }
      let all = try [1].map { try cell($0, $0) }
      let named = try [1].map { number in try cell(number) }
      let held = { [all] in try cell(all) }
      let caught = { do { try one() } catch { print("no") } }
      let calm = { try? one() }
      func tell(_ error: any Error) {}

      """
    let file = try Self.written(text, keeping: Set(0..<9))
    for piece in [
      "func one() throws(SystemError) -> Int { try two { 1 } }", "body: () throws(SystemError) -> Int) rethrows -> Int",
      "{ number throws(SystemError) in try cell(number) }", "{ [all] () throws(SystemError) in try cell(all) }",
      "let caught = { do {", "let calm = { try? one() }", "func tell(_ error: SystemError) {}",
    ] {
      #expect(file.contains(piece), "\(piece) in \(file)")
    }
    let nameless = try Regex(#"\{ (_loopbook_\d+_0) throws\(SystemError\) in  try cell\((\S+), (\S+)\) \}"#)
    let match = try #require(file.firstMatch(of: nameless), "\(file)")
    #expect(match[1].substring == match[2].substring && match[1].substring == match[3].substring)
    // Another type that it declares, and none where it has none.
    let own = "enum Own { enum Bad: Error { case bad } }\nfunc one() throws { throw Own.Bad.bad }\n"
    #expect(try Self.written(own).contains("func one() throws(Own.Bad) {"))
    #expect(try Self.written("func one() throws {}\n").contains("func one() throws {}"))
    let second = try PageText("import LoopEngine\n" + own)
    #expect(second.file(3, form: .globals, keeping: [], failing: 0).contains("throws(SystemError)"))
    #expect(second.file(3, form: .globals, keeping: [], failing: 2).contains("throws(Own.Bad)"))
  }

  @Test("an error that is not caught ends the program, and one that is caught does not make it one that can fail")
  func uncaught() throws {
    for text in ["try run()\n", "if true { throw Bad.bad }\n", "do { try run() } catch Bad.bad {}\n"] {
      #expect(try Self.written(text).contains("catch { loopbookFailed(error.description) }"), "\(text)")
    }
    for text in ["do { try run() } catch {}\n", "func run() throws { throw Bad.bad }\n", "let body = { try run() }\n"] {
      #expect(try !Self.written(text).contains("loopbookFailed"), "\(text)")
    }
  }

  @Test("weak references hold a watch that each class ends before all else in its deinit")
  func weak() throws {
    let text = """
      class Base { let name = "x" }
      final class Derived: Base { deinit { print("gone") } }
      struct Holder { private weak var base: Base? }
      weak let seen = made
      run { [weak made, weak other = found(made)] in
        made?.call(other.made)
        if let made { made.call() } else { made?.call() }
        guard let other else { return other?.call() ?? 1 }
        run { [other, weak made] made in other.call(made) }
        run { [weak self = made] in self?.call() }
      }

      """
    let file = try Self.written(text, .body, keeping: [0, 1, 2])
    let plain = file.replacing(try Regex(#"_loopbook_(made|other|self)_\d+"#)) { "weak_\($0[1].substring ?? "")" }
    for piece in [
      "class Base: LoopbookWatched { let _loopbookWatch = LoopbookWatch(); deinit { _loopbookWatch.end(); }; let name",
      "final class Derived: Base { deinit { _loopbookWatch.end(); print(",
      "struct Holder { @LoopbookWeak private  var base: Base? }",
      "@LoopbookWeak  var seen = made",
      "[weak_made = LoopbookWeak(wrappedValue: made), weak_other = LoopbookWeak(wrappedValue: found(made))] in",
      "weak_made.wrappedValue?.call(weak_other.wrappedValue.made)",
      "if let made = weak_made.wrappedValue { made.call() } else { weak_made.wrappedValue?.call() }",
      "guard let other = weak_other.wrappedValue else { return weak_other.wrappedValue?.call() ?? 1 }",
      "[other, weak_made = LoopbookWeak(wrappedValue: weak_made.wrappedValue)] made in other.call(made)",
      "[weak_self = LoopbookWeak(wrappedValue: weak_made.wrappedValue)] in weak_self.wrappedValue?.call()",
    ] {
      #expect(plain.contains(piece), "\(piece) in \(plain)")
    }
    #expect(try !Self.written("class Base {}\n").contains("Loopbook"))
  }

  @Test("what the compiler takes for more than it is stays away from it")
  func known() throws {
    let file = try Self.written(
      "while true { if true { break } }\nDispatchQueue.main.async(1)\nprint(DispatchQueue.main)\n")
    #expect(file.contains("while true { if loopbookFlag(0, true) { break } }"))
    #expect(file.contains("(DispatchQueue.main).async(loopbookNumber(1, 1))"))
    #expect(file.contains("loopbookText(DispatchQueue.main)"))
  }

  @Test("a value that is printed as any value is printed as itself, but for one that takes the place of another")
  func anyValue() throws {
    #expect(try Self.written("print(mode as Any)\n").contains("print(loopbookText(mode))"))
    #expect(try Self.written("print(one ?? two as Any)\n").contains("print(loopbookText(one ?? two as Any))"))
  }

  @Test(
    "what a page does not have is told without asking the compiler",
    arguments: [
      ("import Foundation\nprint(1)\n", "imports Foundation, which pages do not have"),
      ("await Task { }.value\n", "uses tasks, which the toolchain does not support for pages"),
      ("actor A {}\n", "uses tasks, which the toolchain does not support for pages"),
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
