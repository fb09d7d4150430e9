import Book
import Files
import Testing
import Text

@Suite("Books of mdBook")
struct MDBookTests {
  private func load(_ toml: String, _ files: [String: String] = [:]) throws -> (Configuration, [Diagnostic]) {
    let usual = ["book.toml": toml, "src/loopbook.yml": "", "src/SUMMARY.md": "- [A](a.md)\n", "src/a.md": "# A\n"]
    let temporary = try TemporaryBook(usual.merging(files) { $1 })
    let (book, diagnostics) = Book.load("\(temporary.folder)/src")
    return (try #require(book).configuration, diagnostics)
  }

  @Test("what book.toml says holds where loopbook.yml is silent")
  func values() throws {
    let toml = """
      # A comment
      [book]
      title = "The \\"Book\\" \\u00e9"
      authors = [
        "A", # first
        'B',
      ]
      description = '''
      All of it'''
      language = "de"
      [output.html]
      git-repository-url = "https://example.org/r"
      edit-url-template = "https://example.org/edit/{path}"
      redirect = {"/old.html" = "new.html"}
      [output.html.redirect]
      "/a/b.html" = "c.html"
      "/d.html" = "https://example.org/"
      """
    let (configuration, diagnostics) = try load(toml)
    #expect(diagnostics == [])
    #expect(configuration.title == "The \"Book\" é")
    #expect(configuration.authors == ["A", "B"])
    #expect(configuration.description == "All of it")
    #expect(configuration.language == "de")
    #expect(configuration.repository == "https://example.org/r")
    #expect(configuration.editLink == "https://example.org/edit/src/{path}")
    #expect(configuration.redirects.map(\.old) == ["old.html", "a/b.html", "d.html"])
    #expect(configuration.redirects.map(\.target) == ["new.html", "a/c.html", "https://example.org/"])
    #expect(try load(toml, ["src/loopbook.yml": "title: Mine\n"]).0.title == "Mine")
  }

  @Test("what is not read is told once, with the keys that say the same")
  func unread() throws {
    let toml =
      "[output.html]\nmathjax-support = true\n[preprocessor.x]\na = [{b = 1}, 2]\n[[c]]\nd = 1979-05-27\n"
      + "[preprocessor.y]\n[output.html.fold]\n"
    let (_, diagnostics) = try load(toml)
    #expect(diagnostics.map(\.severity) == [.warning])
    #expect(
      diagnostics.map(\.message) == [
        "loopbook ignores 'output.html.mathjax-support', 'preprocessor.x.a', 'c.d', 'preprocessor.y' in book.toml"
      ])
    #expect(
      diagnostics.map(\.cure) == [
        "write in loopbook.yml: 'math: true', and in the chapters each formula as code between dollar signs, $`x^2`$, "
          + "or in a fence with `math` (for 'output.html.mathjax-support'); no key says the same as the rest"
      ])
    #expect(
      try load("[preprocessor.y]").1.map(\.cure) == ["no key of loopbook.yml says the same, so this can stay"])
  }

  @Test("the prefix of hidden lines is named as it is there; where Swift has none, no key says the same")
  func hiddenLines() throws {
    let swift = try load("[output.html.code.hidelines]\npython = \"#\"\nswift = \"~\"\n").1
    #expect(
      swift.map(\.cure) == ["write in loopbook.yml: 'examples: {hidden-lines: \"~\"}' (for 'output.html.code')"])
    #expect(
      try load("[output.html.code.hidelines]\npython = \"#\"\n").1.map(\.cure)
        == ["no key of loopbook.yml says the same, so this can stay"])
  }

  @Test(
    "what other tools read, and what is text here, is told once of each kind",
    arguments: [
      ("{{#template a.md}} and {{#template b.md}}, {{ #unknown thing }}", ["1:1 {{#template}}", "1:44 {{#unknown}}"]),
      ("- a {{#shiftinclude auto:x.rs}}", ["1:5 {{#shiftinclude}}"]), ("# {{#toc}}", ["1:3 {{#toc}}"]),
      ("> [!CAUTION] Custom title\n> Text", ["1:3 [!CAUTION]"]), ("> [!BUG]\n> Text", ["1:3 [!BUG]"]),
      ("> [!NOTE]", ["1:3 [!NOTE]"]), ("x $$a^2$$", ["1:3 $$"]), ("$$\na_1 b_1\n$$", ["1:1 $$"]),
      ("x \\\\(a\\\\) and\n\\\\(b\\\\)", ["1:3 \\\\("]), ("\\\\[ a \\\\]", ["1:1 \\\\["]),
      ("`{{#template a}}` `$$x$$` $`x`$ and \\{{#template a}}", []), ("```text\n{{#a b}}\n> [!BUG]\n$$x$$\n```", []),
      ("> [!NOTE]\n> Text", []), ("> [!note]\n> Text", []), ("> [!BUG](a.md) x", []), ("> \\[!BUG]\n> Text", []),
      ("{{a}} {{ b #c }} {{#1 a}} {#a} {{/a}} [!BUG]", []), ("$`a`$$`b`$$`c`$", []), ("costs $$, \\\\(", []),
      ("\\{{#include a.md}}", []),
      ("> a\n> [!BUG]", []),
    ])
  func foreign(text: String, told: [String]) throws {
    let folder = try TemporaryBook([
      "loopbook.yml": "math: true", "a.md": text + "\n",
    ])
    let (book, diagnostics) = Book.load(folder.folder)
    #expect(diagnostics == [])
    let read = try #require(book)
    let problems = LinkCheck(read, index: LinkIndex(read)).diagnostics.filter { $0.id == "foreign-directive" }.sorted()
    #expect(
      problems.map { problem in
        let position = problem.place?.position
        return "\(position?.line ?? 0):\(position?.column ?? 0) \(problem.message.split(separator: "`")[0])"
      } == told)
    #expect(problems.allSatisfy { $0.severity == .warning && $0.cure != nil })
    let plain = try TemporaryBook(["loopbook.yml": "", "a.md": "$$x$$\n"])
    let other = try #require(Book.load(plain.folder).0)
    #expect(LinkCheck(other, index: LinkIndex(other)).diagnostics == [])
  }

  @Test(
    "what is not TOML is told at its place",
    arguments: [
      ("[book\ntitle = 1", 1, "expected ']' after the name of the table"),
      ("[book]\ntitle \"a\"", 2, "expected '=' and a value after the key"),
      ("[book]\ntitle = \"a\n", 2, "the quote that begins here is never closed"),
      ("a = \"\\q\"", 1, "this escape is unknown"),
      ("a = [1 2]", 1, "expected ']' or ',' after this item of a list"),
      ("a = 1 b", 1, "expected the end of the line here"),
      ("= 1", 1, "expected a key: letters, digits, '-' and '_', or text in quotes"),
      ("a = ", 1, "expected a value: text in quotes, a number, true, false or a list"),
      ("[book]\ntitle = 5", 2, "'title' must be text in quotes"),
    ])
  func mistakes(toml: String, line: Int, message: String) throws {
    let (_, diagnostics) = try load(toml)
    let error = diagnostics.first { $0.severity == .error }
    #expect(error?.message == message)
    #expect(error?.place?.position?.line == line)
  }

  @Test("a file that the summary does not list is a warning where mdBook builds the book, too, and else an error")
  func unlisted() throws {
    let files = ["src/404.md": "# No\n", "src/part.md": "p", "src/a.md": "{{#include part.md}}"]
    let (_, diagnostics) = try load("[book]\n", files)
    #expect(diagnostics.map(\.id) == ["unlisted-chapter"])
    #expect(diagnostics.map(\.severity) == [.warning])
    #expect(try load("[book]\nsrc = \"other\"\n", ["src/404.md": "# No\n"]).1.map(\.severity) == [.error])
  }

  @Test("hostile files are read in time", arguments: ["[", "a=[", "a={b=", "\"\"\"", "a.", "'"])
  func hostile(piece: String) throws {
    #expect(!(try load(String(repeating: piece, count: 20_000)).1.isEmpty))
  }
}
