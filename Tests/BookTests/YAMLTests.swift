import Book
import Testing
import Text

@Suite("YAML")
struct YAMLTests {
  private func read(_ text: String) -> YAMLDocument {
    YAMLDocument(SourceFile(path: "a.yml", text: text))
  }

  /// What the value says, with the text of each value's range behind it.
  private func form(_ value: YAMLValue, _ file: SourceFile) -> String {
    let place = "<" + String(decoding: file.bytes[value.range], as: UTF8.self) + ">"
    switch value.content {
    case .scalar(let scalar): return (scalar.isPlain ? "" : "'") + scalar.text + place
    case .list(let values): return "[" + values.map { form($0, file) }.joined(separator: ", ") + "]"
    case .mapping(let entries):
      return "{"
        + entries.map { entry in
          "\(entry.key)<\(String(decoding: file.bytes[entry.keyRange], as: UTF8.self))>: \(form(entry.value, file))"
        }.joined(separator: ", ") + "}"
    }
  }

  @Test(
    "values keep their order and the bytes they were written in",
    arguments: [
      ("b: 1\na: \"x\\ty\"", "{b<b>: 1<1>, a<a>: 'x\ty<\"x\\ty\">}"),
      ("'é': [ä, \"ö\"]\nz: {q: ü}", "{é<'é'>: [ä<ä>, 'ö<\"ö\">], z<z>: {q<q>: ü<ü>}}"),
      ("a:\n- 1\n- 2\n\n# end\nb:", "{a<a>: [1<1>, 2<2>], b<b>: <>}"),
      ("\u{FEFF}a: 日本\nb: 2\n", "{a<a>: 日本<日本>, b<b>: 2<2>}"),
      ("a: 1\r\nb:\r\n  c: 2\r\n", "{a<a>: 1<1>, b<b>: {c<c>: 2<2>}}"),
      ("---\na: 1\n...\n# nothing more\n", "{a<a>: 1<1>}"),
    ])
  func ranges(text: String, expected: String) throws {
    let document = read(text)
    #expect(BookTests.text(document.diagnostics) == "")
    #expect(form(try #require(document.value), SourceFile(path: "a.yml", text: text)) == expected)
  }

  @Test("a list or group of lines ends with its last value, not at the next thing")
  func blockRanges() throws {
    let text = "a:\n  - 1\n  - 2\n\n\nb:\n"
    guard case .mapping(let entries) = try #require(read(text).value).content else { return #expect(Bool(false)) }
    #expect(String(decoding: Array(text.utf8)[entries[0].value.range], as: UTF8.self) == "- 1\n  - 2")
  }

  @Test("an empty text is no value", arguments: ["", "\n\n", "# only this\n", "\u{FEFF}"])
  func empty(text: String) {
    #expect(read(text).value == nil)
    #expect(read(text).diagnostics == [])
  }

  @Test(
    "words are numbers, truth values and text as in YAML 1.2",
    arguments: [
      ("1", "a number"), ("-1.5e3", "a number"), ("0x1F", "a number"), ("0o17", "a number"), (".inf", "a number"),
      (".5", "a number"), ("+3", "a number"), ("1_000", "text"), ("1.2.3", "text"), ("0xZ", "text"),
      ("1e", "text"), (".", "text"), ("-", "text"), ("true", "true or false"), ("FALSE", "true or false"),
      ("yes", "text"), ("no", "text"), ("~", "empty"), ("null", "empty"), ("", "empty"), ("2s", "text"),
    ])
  func kinds(text: String, kind: String) {
    #expect(YAMLScalar(text, isPlain: true).kind == kind)
    #expect(YAMLScalar(text, isPlain: false).kind == "text")
  }

  @Test(
    "what is no YAML is told in a plain sentence, at its place",
    arguments: [
      (
        "title: The \"Loop\": a story\n",
        """
        a.yml:1:18: error: this line has a second ':', or wrong indentation [yaml-syntax]
         1 | title: The "Loop": a story
           |                  ^
        help: put text that contains ': ' in quotes

        """
      ),
      (
        "title: \"Loop\nauthors: []\n",
        """
        a.yml:1:8: error: the quote that begins here is never closed [yaml-syntax]
         1 | title: "Loop
           |        ^
        help: add the closing quote

        """
      ),
      (
        "title: x\nauthors\nlanguage: en\n",
        """
        a.yml:2:1: error: this line has neither a ':' after a key nor a '-' before an item [yaml-syntax]
         2 | authors
           | ^
        help: write 'key: value', or indent the line to go on with the one above

        """
      ),
      (
        "authors: [a, b\ntitle: x\n",
        """
        a.yml:1:10: error: the list that begins here is missing its ']' or a ',' [yaml-syntax]
         1 | authors: [a, b
           |          ^

        """
      ),
      (
        "examples:\n\ttimeout: 2s\n",
        """
        a.yml:2:1: error: a value cannot begin with this character [yaml-syntax]
         2 | \ttimeout: 2s
           | ^
        help: put the value in quotes; indent with spaces, not with tabs

        """
      ),
      (
        "title: *loop\n",
        """
        a.yml:1:8: error: '&' and '*' before a word name and repeat values, which is not supported here [yaml-syntax]
         1 | title: *loop
           |        ^~~~~
        help: write the value out, or put text that begins with '&' or '*' in quotes

        """
      ),
      (
        "title: *Loops* are fun\n",
        """
        a.yml:1:8: error: '&' and '*' before a word name and repeat values, which is not supported here [yaml-syntax]
         1 | title: *Loops* are fun
           |        ^
        help: write the value out, or put text that begins with '&' or '*' in quotes

        """
      ),
      (
        "a: !!str 5\n",
        """
        a.yml:1:4: error: '!' before a value gives it a type, which is not supported here [yaml-syntax]
         1 | a: !!str 5
           |    ^~~~~~~
        help: leave the type out, or put text that begins with '!' in quotes

        """
      ),
      (
        "a: 1\n---\nb: 2\n",
        """
        a.yml:2:1: error: there is more after the end of the values [yaml-syntax]
         2 | ---
           | ^~~
        help: keep only one part, without '---' between parts

        """
      ),
      (
        "%YAML 1.1\n---\na: 1\n",
        """
        a.yml:1:1: error: lines that begin with '%' are not supported here [yaml-syntax]
         1 | %YAML 1.1
           | ^~~~~~~~~
        help: remove the line

        """
      ),
      (
        "? [a]\n: 1\n",
        """
        a.yml:1:3: error: a key must be a word, not a list or a group of keys [yaml-syntax]
         1 | ? [a]
           |   ^

        """
      ),
      (
        "a: \"bell \u{7}\"\n",
        """
        a.yml:1:10: error: the character U+0007 is not allowed here [yaml-syntax]
         1 | a: "bell \u{FFFD}"
           |          ^

        """
      ),
      (
        "title: x\n  - a\n- b\n",
        """
        a.yml:3:1: error: this line fits neither the keys nor the indentation above it [yaml-syntax]
         3 | - b
           | ^
        help: indent all keys of one group alike

        """
      ),
    ])
  func syntax(source: String, expected: String) {
    #expect(read(source).value == nil)
    #expect(text(read(source).diagnostics) == expected)
  }

  @Test(
    "a line break that no editor shows as one cannot hide a directive",
    arguments: ["#\u{85}%TAG !a! b\n", "#\u{2028}%TAG !a! b\n", "\n\u{FEFF}\n%TAG !a! b\n"])
  func hiddenDirectives(source: String) {
    // Directives that get to libyaml are compared with each other, so a file of them takes quadratic time.
    #expect(read(source).diagnostics.map(\.message).allSatisfy { $0.hasSuffix("is not allowed here") })
    #expect(read(source).diagnostics.count == 1)
  }

  @Test("a key that comes twice is an error that shows both places")
  func duplicates() {
    #expect(
      text(read("title: a\nlanguage: en\n'title': b\n").diagnostics) == """
        a.yml:3:1: error: 'title' is given twice [duplicate-key]
         3 | 'title': b
           | ^~~~~~~
        a.yml:1:1: note: it is first given here
         1 | title: a
           | ^~~~~

        """)
  }

  @Test("a file that is not UTF-8 is refused at its first bad byte")
  func encoding() {
    let latin = SourceFile(path: "a.yml", bytes: Array("title: x\nauthors: [Ren".utf8) + [0xE9, 0x5D, 0x0A])
    #expect(
      text(YAMLDocument(latin).diagnostics) == """
        a.yml:2:14: error: the file is not UTF-8: the byte E9 is not text [not-utf8]
         2 | authors: [Ren\u{FFFD}]
           |              ^
        help: save the file as UTF-8

        """)
    let wide = SourceFile(path: "a.yml", bytes: [0xFF, 0xFE, 0x61, 0x00])
    #expect(text(YAMLDocument(wide).diagnostics).contains("the file is UTF-16, not UTF-8 [not-utf8]"))
  }

  @Test("nesting and size have limits")
  func limits() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(read(deep).diagnostics.map(\.message) == ["lists and keys nest more than 32 levels deep here"])
    let block = (0..<200).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
    #expect(read(block).diagnostics.map(\.message) == ["lists and keys nest more than 32 levels deep here"])
    #expect(read(String(repeating: "[", count: 32) + String(repeating: "]", count: 32)).diagnostics == [])
    let large = "a: " + String(repeating: "x", count: YAMLDocument.maximumSize)
    #expect(read(large).diagnostics.map(\.message) == ["this is larger than 256 KB"])
  }
}
