import Highlighting
import Testing

@Suite("Swift")
struct SwiftTests {
  @Test(
    "words are what they are where they stand",
    arguments: [
      ("let open = get + some", "⟦k let⟧ open = get + some"),
      ("open class A {}", "⟦k open⟧ ⟦k class⟧ ⟦t A⟧ {}"),
      (
        "var a: Int { get { 1 } set { b = 2 } }",
        "⟦k var⟧ a: ⟦t Int⟧ { ⟦k get⟧ { ⟦n 1⟧ } ⟦k set⟧ { b = ⟦n 2⟧ } }"
      ),
      ("x.default(in: 1, for: y.self)", "x.⟦f default⟧(in: ⟦n 1⟧, for: y.⟦k self⟧)"),
      ("func f(in a: pid_t) async -> [some P]", "⟦k func⟧ ⟦f f⟧(in a: ⟦t pid_t⟧) ⟦k async⟧ -> [⟦k some⟧ ⟦t P⟧]"),
      (
        "d[k, default: 0]; switch x { default: y }",
        "d[k, default: ⟦n 0⟧]; ⟦k switch⟧ x { ⟦k default⟧: y }"
      ),
      ("run { [weak self] in $0 }", "run { [⟦k weak⟧ ⟦k self⟧] ⟦k in⟧ ⟦v $0⟧ }"),
      ("`class`.`go`()", "`class`.⟦f `go`⟧()"),
      ("(1, 2).0.1 + 1...2_0 + 0x1p-3", "(⟦n 1⟧, ⟦n 2⟧).⟦n 0⟧.⟦n 1⟧ + ⟦n 1⟧...⟦n 2_0⟧ + ⟦n 0x1p-3⟧"),
      ("@MainActor @available(macOS 15, *) var a", "⟦a @MainActor⟧ ⟦a @available⟧(⟦k macOS⟧ ⟦n 15⟧, *) ⟦k var⟧ a"),
      ("#if os(Linux) // c\n#else\n#endif", "⟦p #if os(Linux)⟧ ⟦c // c⟧\n⟦p #else⟧\n⟦p #endif⟧"),
      ("#expect(a == .b)", "⟦p #expect⟧(a == .b)"),
    ])
  func words(text: String, marked: String) {
    #expect(Highlighter.marked(text, .swift) == marked)
  }

  @Test(
    "strings and regular expressions end where they do",
    arguments: [
      (#""a \(b + "c\(1)") \\" + d"#, #"⟦s "a ⟧\(b + ⟦s "c⟧\(⟦n 1⟧)⟦s "⟧)⟦s  \\"⟧ + d"#),
      (##"#"a \(b) \#(c)"# + ""d"##, ##"⟦s #"a \(b) ⟧\#(c)⟦s "#⟧ + ⟦s ""⟧d"##),
      (##"#"""#.a"##, ##"⟦s #"""#⟧.a"##),
      ("\"\"\"\n a\" \\(b)\n \"\"\" + c", "⟦s \"\"\"\n a\" ⟧\\(b)⟦s \n \"\"\"⟧ + c"),
      ("\"not ended\nlet", "⟦s \"not ended⟧\n⟦k let⟧"),
      ("a = /b(c|d)\\/e/; f / g / h", "a = ⟦s /b(c|d)\\/e/⟧; f / g / h"),
      ("#/a/b/#.c, #/\n d\n/#", "⟦s #/a/b/#⟧.c, ⟦s #/\n d\n/#⟧"),
      ("/* a /* b */ c */ d // e", "⟦c /* a /* b */ c */⟧ d ⟦c // e⟧"),
    ])
  func literals(text: String, marked: String) {
    #expect(Highlighter.marked(text, .swift) == marked)
  }
}
