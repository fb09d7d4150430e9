import Highlighting
import Testing

/// What is easily mistaken in languages that a table describes.
@Suite("Languages of a table")
struct TableLanguageTests {
  @Test(
    "Rust",
    arguments: [
      (
        "fn f<'a>(x: &'a str) -> char { 'a' }",
        "⟦k fn⟧ f<⟦a 'a⟧>(x: &⟦a 'a⟧ ⟦t str⟧) -> ⟦t char⟧ { ⟦s 'a'⟧ }"
      ),
      (
        "r#\"a\"b\"# r#type br##\"\"#\"## '\\'' '\"'",
        "⟦s r#\"a\"b\"#⟧ r#⟦k type⟧ ⟦s br##\"\"#\"##⟧ ⟦s '\\''⟧ ⟦s '\"'⟧"
      ),
      ("/* a /* b */ c */ x //! d", "⟦c /* a /* b */ c */⟧ x ⟦c //! d⟧"),
      (
        "#![allow(x)]\n#[doc = \"]\"] println!(\"{}\", a != b);",
        "⟦a #![allow(x)]⟧\n⟦a #[doc = \"]\"]⟧ ⟦p println!⟧(⟦s \"{}\"⟧, a != b);"
      ),
      (
        "for i in 0..10 { 1_000u32; 1.5e-3; x.0 }",
        "⟦k for⟧ i ⟦k in⟧ ⟦n 0⟧..⟦n 10⟧ { ⟦n 1_000u32⟧; ⟦n 1.5e-3⟧; x⟦n .0⟧ }"
      ),
      ("let s = \"a\nb\"; x.await?", "⟦k let⟧ s = ⟦s \"a\nb\"⟧; x.⟦k await⟧?"),
      ("'outer: loop { break 'outer }", "⟦a 'outer⟧: ⟦k loop⟧ { ⟦k break⟧ ⟦a 'outer⟧ }"),
    ])
  func rust(text: String, marked: String) {
    #expect(Highlighter.marked(text, .rust) == marked)
  }

  @Test(
    "Python",
    arguments: [
      (
        "f\"a {x!r:>{w}} {{b}} {d['k']}\" 'c'",
        "⟦s f\"a ⟧{x!r⟦s :>⟧{w}⟦s } {{b}} ⟧{d[⟦s 'k'⟧]}⟦s \"⟧ ⟦s 'c'⟧"
      ),
      ("f'{ {1: 2}[1] }'", "⟦s f'⟧{ {⟦n 1⟧: ⟦n 2⟧}[⟦n 1⟧] }⟦s '⟧"),
      ("\"\"\"a\n'b\" \"\"\" # c", "⟦s \"\"\"a\n'b\" \"\"\"⟧ ⟦c # c⟧"),
      ("rb'\\'' x'y'", "⟦s rb'\\''⟧ x⟦s 'y'⟧"),
      ("@a.b(1)\ndef f(x): return a @ B", "⟦a @a.b⟧(⟦n 1⟧)\n⟦k def⟧ ⟦f f⟧(x): ⟦k return⟧ a @ B"),
      (
        "match x:\n  case [1]: pass\nmatch = re.match(y)",
        "⟦k match⟧ x:\n  ⟦k case⟧ [⟦n 1⟧]: ⟦k pass⟧\nmatch = re.⟦f match⟧(y)"
      ),
      ("'a\nb 'c\\\nd'", "⟦s 'a⟧\nb ⟦s 'c\\\nd'⟧"),
      ("#!/usr/bin/python3\nNone", "⟦c #!/usr/bin/python3⟧\n⟦k None⟧"),
    ])
  func python(text: String, marked: String) {
    #expect(Highlighter.marked(text, .python) == marked)
  }

  @Test(
    "JavaScript",
    arguments: [
      ("`a ${b + `${c}`} ${{d: 1}}`", "⟦s `a ⟧${b + ⟦s `⟧${c}⟦s `⟧}⟦s  ⟧${{d: ⟦n 1⟧}}⟦s `⟧"),
      ("x = /[/\"]\\/'/gi; a / b / c", "x = ⟦s /[/\"]\\/'/gi⟧; a / b / c"),
      ("return /a/.test(b) / 2", "⟦k return⟧ ⟦s /a/⟧.⟦f test⟧(b) / ⟦n 2⟧"),
      ("(a) / b; this / c / d; x[0] / 1 / 2", "(a) / b; ⟦k this⟧ / c / d; x[⟦n 0⟧] / ⟦n 1⟧ / ⟦n 2⟧"),
      ("p.catch(e).finally(f); x.default", "p.⟦f catch⟧(e).⟦f finally⟧(f); x.default"),
      ("$a.b$c, 10n, 0x1F, 1e-3 // x", "$a.b$c, ⟦n 10n⟧, ⟦n 0x1F⟧, ⟦n 1e-3⟧ ⟦c // x⟧"),
      ("a = 1 /* b */ / c /d", "a = ⟦n 1⟧ ⟦c /* b */⟧ / c /d"),
      ("@dec class A { #b = null }", "⟦a @dec⟧ ⟦k class⟧ A { #b = ⟦k null⟧ }"),
    ])
  func javaScript(text: String, marked: String) {
    #expect(Highlighter.marked(text, .javaScript) == marked)
  }

  @Test("TypeScript has words that JavaScript has not")
  func typeScript() {
    let text = "type A1b = string"
    #expect(Highlighter.marked(text, .typeScript) == "⟦k type⟧ ⟦t A1b⟧ = ⟦t string⟧")
    #expect(Highlighter.marked(text, .javaScript) == "type ⟦t A1b⟧ = string")
  }

  @Test(
    "Kotlin",
    arguments: [
      (
        "val s = \"a $b.c ${d(\"e\")} \\$f $\"",
        "⟦k val⟧ s = ⟦s \"a ⟧⟦v $b⟧⟦s .c ⟧${⟦f d⟧(⟦s \"e\"⟧)}⟦s  \\$f $\"⟧"
      ),
      ("\"\"\"a\\\n\"b\" $c\"\"\" + 'x'", "⟦s \"\"\"a\\\n\"b\" ⟧⟦v $c⟧⟦s \"\"\"⟧ + ⟦s 'x'⟧"),
      ("@file:JvmName(\"x\")\nreturn@each 1..2", "⟦a @file:JvmName⟧(⟦s \"x\"⟧)\n⟦k return⟧⟦a @each⟧ ⟦n 1⟧..⟦n 2⟧"),
      ("/* /* */ */ fun f(): Int? = null", "⟦c /* /* */ */⟧ ⟦k fun⟧ ⟦f f⟧(): ⟦t Int⟧? = ⟦k null⟧"),
    ])
  func kotlin(text: String, marked: String) {
    #expect(Highlighter.marked(text, .kotlin) == marked)
  }

  @Test(
    "Java",
    arguments: [
      (
        "@Override @interface X1a { String s = \"\"\"\n \"a\" \\\"\"\" b\"\"\"; }",
        "⟦a @Override⟧ ⟦k @interface⟧ ⟦t X1a⟧ { ⟦t String⟧ s = ⟦s \"\"\"\n \"a\" \\\"\"\" b\"\"\"⟧; }"
      ),
      (
        "char c = '\\''; long l = 0xFFL; A.class /* /* */ x",
        "⟦t char⟧ c = ⟦s '\\''⟧; ⟦t long⟧ l = ⟦n 0xFFL⟧; A.⟦k class⟧ ⟦c /* /* */⟧ x"
      ),
    ])
  func java(text: String, marked: String) {
    #expect(Highlighter.marked(text, .java) == marked)
  }

  @Test("Go")
  func go() {
    #expect(
      Highlighter.marked("func (s *Server) F() error {\n  r := `a\\`; c := '`'; fmt.Println(\"x\", 1i)\n}", .go)
        == "⟦k func⟧ (s *⟦t Server⟧) ⟦f F⟧() ⟦t error⟧ {\n  r := ⟦s `a\\`⟧; c := ⟦s '`'⟧; "
        + "fmt.⟦f Println⟧(⟦s \"x\"⟧, ⟦n 1i⟧)\n}")
  }

  @Test(
    "C++",
    arguments: [
      (
        "auto s = R\"x(a)\" )\")x\"; int n = 1'000'000; char c = 'a';",
        "⟦k auto⟧ s = ⟦s R\"x(a)\" )\")x\"⟧; ⟦t int⟧ n = ⟦n 1'000'000⟧; ⟦t char⟧ c = ⟦s 'a'⟧;"
      ),
      (
        "#include <vector>\n[[nodiscard]] T f(); a[b[0]]; u8\"x\"",
        "⟦p #include⟧ ⟦s <vector>⟧\n⟦a [[nodiscard]]⟧ T ⟦f f⟧(); a[b[⟦n 0⟧]]; ⟦s u8\"x\"⟧"
      ),
      (
        "template <typename Name> class A1b : public std::string {}",
        "⟦k template⟧ <⟦k typename⟧ ⟦t Name⟧> ⟦k class⟧ ⟦t A1b⟧ : ⟦k public⟧ std::string {}"
      ),
    ])
  func cPlusPlus(text: String, marked: String) {
    #expect(Highlighter.marked(text, .cPlusPlus) == marked)
  }

  @Test(
    "TOML",
    arguments: [
      (
        "[a.\"b]\"] # c\nkey-a.b = 1979-05-27T07:32:00Z\n[[d]]",
        "⟦t [a.\"b]\"]⟧ ⟦c # c⟧\n⟦v key-a⟧.⟦v b⟧ = ⟦n 1979-05-27T07:32:00Z⟧\n⟦t [[d]]⟧"
      ),
      ("a = [\n  [1, -2],\n  [\"x\"],\n]", "⟦v a⟧ = [\n  [⟦n 1⟧, ⟦n -2⟧],\n  [⟦s \"x\"⟧],\n]"),
      (
        "\"k\" = 'C:\\'\nb = {c = true, d = '''\n'e'''}",
        "⟦v \"k\"⟧ = ⟦s 'C:\\'⟧\n⟦v b⟧ = {⟦v c⟧ = ⟦k true⟧, ⟦v d⟧ = ⟦s '''\n'e'''⟧}"
      ),
    ])
  func toml(text: String, marked: String) {
    #expect(Highlighter.marked(text, .toml) == marked)
  }

  @Test(
    "SQL",
    arguments: [
      (
        "SELECT 'it''s', \"a b\", count(*) from t WHERE x_id = 1 -- c",
        "⟦k SELECT⟧ ⟦s 'it''s'⟧, ⟦s \"a b\"⟧, ⟦f count⟧(*) ⟦k from⟧ t ⟦k WHERE⟧ x_id = ⟦n 1⟧ ⟦c -- c⟧"
      ),
      (
        "Create Table t (id INTEGER Primary Key, at timestamp); '\\' t.order",
        "⟦k Create⟧ ⟦k Table⟧ t (id ⟦t INTEGER⟧ ⟦k Primary⟧ ⟦k Key⟧, at ⟦t timestamp⟧); ⟦s '\\'⟧ t.order"
      ),
    ])
  func sql(text: String, marked: String) {
    #expect(Highlighter.marked(text, .sql) == marked)
  }
}
