import Execution
import Testing

/// Texts that leave something out, and texts that must not pass for such.
@Suite("Outlines of programs")
struct OutlineTests {
  private func outline(_ text: String) -> ProgramOutline { .of(text, lookingForSignatures: true) }

  @Test(
    "declarations without bodies are signatures",
    arguments: [
      "func a()", "public func a<T>(_ t: T...) async throws -> T where T: P",
      "@available(*, deprecated)\nfunc a(x: Int = 5, y: [Int] = [])", "init(x: Int)", "init?()",
      "subscript(i: Int) -> Int", "subscript(i: Int) -> Int { get set }", "var a: Int { get async throws }",
      "extension A {\n  // words\n  func a()\n  var b: Int { get }\n}\n\nfunc c()",
      "struct A: P {\n  typealias B = Int\n  let x: Int\n  init(x: Int)\n  struct C { func d() }\n}",
      "enum E { case a, b(Int)\n func f() }", "actor A { func a() }", "class A { class func a() }",
      "import A\nfunc a()", "protocol P { func a() }\nextension P { func b() }",
    ])
  func signatures(text: String) {
    #expect(outline(text) == .signatures)
    #expect(ProgramOutline.of(text, lookingForSignatures: false) == .whole)
  }

  @Test(
    "anything else is a program, even beside signatures",
    arguments: [
      "", "// func a()", "print(1)", "func a() {}", "func a()\nfunc b() { undefined }", "func a()\nb()",
      "func a()\nlet b = undefined", "func a()\nlet b: Int = undefined", "func a()\nvar b: Int { undefined }",
      "struct A { func a()\n let b = undefined }", "func a(_ b: () -> Int = { undefined })",
      "func a(", "func a() ->", "func a() -> Int Int", "func a(x Int:)", "struct A {\n  func a()", "struct A",
      // These compile as they stand, or are to.
      "protocol P { func a() }", "protocol P { var a: Int { get } }", "struct A { let x: Int }", "enum E { case a }",
      "typealias A = Int", "import A", "let x: Int",
      "#if DEBUG\nfunc a()\n#endif", "func a()\n#warning(\"b\")", "func a()\n#b", "enum E { func a()\n case b = 1 + }",
      "if true { func a() }", "do { func a() }", "func a(); print(1)", "macro a() = undefined\nfunc b()",
      "func a()\noperator", "func a()\nreturn", "@main struct A { func a()\n static func main() { undefined } }",
    ])
  func programs(text: String) {
    #expect(outline(text) == .whole)
  }

  @Test("a body that is an ellipsis is replaced, and nothing moves")
  func bodies() throws {
    let cases = [
      ("func a() { ... }", "func a() { ꙮ }"), ("func a() {…}; let b = 1", "func a() {ꙮ}; let b = 1"),
      ("func a() -> Int {\n  …\n}\n", "func a() -> Int {\n  ꙮ\n}\n"), ("func a() {...}", "func a() {ꙮ}"),
      ("struct S { ... }\nextension S { … }", "struct S {     }\nextension S {     }"),
      ("var a: Int { ... }", "var a: Int { ꙮ }"),
      ("var a: Int { get { ... } set { … } }", "var a: Int { get { ꙮ } set { ꙮ } }"),
      ("let a = { (x: Int) -> Int in ... }", "let a = { (x: Int) -> Int in %%0 }"),
      ("let a = b { ... }; \"%\"", "let a = b { %%0 }; \"%\""), ("b { … }; \"%%\"", "b { ꙮ }; \"%%\""),
      ("if a { ... } else { ... }", "if a { ꙮ } else { ꙮ }"),
      ("for x in y { /* b */ ...\n }", "for x in y { /* b */ ꙮ\n }"),
    ]
    for (text, expected) in cases {
      guard case .abridged(let code, let support) = outline(text) else {
        Issue.record("\(text) is not abridged")
        continue
      }
      #expect(code == expected.replacing("{     }", with: "{     }"))
      #expect(code.utf8.count == text.utf8.count, "\(text)")
      #expect(support.contains("Never"))
    }
  }

  @Test(
    "an ellipsis elsewhere is what it is",
    arguments: [
      "let a = x[...]", "let a = \"{ ... }\"", "// { ... }\nf()", "/* { … } */ f()", "func a() { b ... }",
      "func a() { ... c }", "for i in 0... {}", "let r = { 0... }", "func a() { b() ... }",
      "let ꙮ = 1; func a() { ... }",
      "let a = [...]", "#if compiler(>=99)\nfunc a() { ... }\n#endif\nprint(1)", "#\"\"\"\n{ ... }\n\"\"\"#",
      "func a(x: Int...) {}", "case a: ...",
    ])
  func elsewhere(text: String) {
    #expect(ProgramOutline.of(text, lookingForSignatures: false) == .whole)
  }

  @Test("text that is nested too deeply is left to the compiler")
  func deep() {
    let text = String(repeating: "{", count: 2_000) + " ... " + String(repeating: "}", count: 2_000)
    #expect(outline(text) == .whole)
  }
}
