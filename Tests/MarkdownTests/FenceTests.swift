import Markdown
import Testing
import Text

/// Where fences stand, one construct at a time.
@Suite("Fences")
struct FenceTests {
  private func document(_ text: String, from offset: Int = 0) -> MarkdownDocument {
    MarkdownDocument(SourceFile(path: "page.md", text: text), from: offset)
  }

  private func text(_ range: Range<Int>?, of document: MarkdownDocument) -> String? {
    range.map { String(decoding: document.file.bytes[$0], as: UTF8.self) }
  }

  private func changed(_ document: MarkdownDocument, by edits: [TextEdit]?) -> String {
    String(decoding: TextEdit.apply(edits ?? [], to: document.file.bytes), as: UTF8.self)
  }

  @Test("a fence tells its info string, its lines and its ends")
  func plain() throws {
    let document = document("Words\n\n``` swift id=a \nlet x = 1\n\nx\n```\n")
    let fence = try #require(document.fences.first)
    #expect(fence.infoString == "swift id=a")
    #expect(text(fence.infoRange, of: document) == "swift id=a")
    #expect(text(fence.opening, of: document) == "``` swift id=a ")
    #expect(text(fence.closing, of: document) == "```")
    #expect(fence.lines.map(\.text) == ["let x = 1", "", "x"])
    #expect(fence.lines.map { text($0.range, of: document) } == ["let x = 1", "", "x"])
    #expect(fence.lines.map { text($0.end, of: document) } == ["\n", "\n", "\n"])
    #expect(text(fence.fullLines, of: document) == "``` swift id=a \nlet x = 1\n\nx\n```\n")
  }

  @Test("escapes and entities of an info string are resolved, its range is what the author wrote")
  func infoString() throws {
    let document = document("~~~ sw\\*ift &amp; `x` \n~~~")
    let fence = try #require(document.fences.first)
    #expect(fence.infoString == "sw*ift & `x`")
    #expect(text(fence.infoRange, of: document) == "sw\\*ift &amp; `x`")
    #expect(fence.character == UInt8(ascii: "~"))
    #expect(fence.lines == [])
  }

  @Test(
    "a new line begins as the container demands",
    arguments: [
      ("```\na\n```", ""), ("> ```\n> a\n> ```", "> "), (">```\n>a\n>```", "> "), ("- ```\n  a\n  ```", "  "),
      ("1.  x\n\n    ```\n    a\n    ```", "    "), ("> - ```\n>   a\n>   ```", ">   "),
      ("- > ```\n  > a\n  > ```", "  > "),
      ("-\t```\n\ta\n\t```", " \t"), ("* x\n\n\t> ```\n\t> a\n\t> ```", "\t> "), (">\t```\n>\ta\n>\t```", "> "),
      ("[^n]: ```\n    a\n    ```\n\nx[^n]", "    "), (">- ```\n>   a\n>   ```", ">   "), ("  ```\n  a\n  ```", ""),
      ("- [ ] x\n\n  ```\n  a\n  ```", "  "), ("> > ```\n> > a\n", "> > "), ("   > ```\n > a\n> ```", "   > "),
    ])
  func prefixes(markdown: String, prefix: String) throws {
    let document = document(markdown)
    let fence = try #require(document.fences.first)
    #expect(document.fences.count == 1)
    #expect(String(decoding: fence.containerPrefix, as: UTF8.self) == prefix)
    let after = self.document(changed(document, by: fence.edits(replacingLinesBy: ["new", "", "  two"])))
    #expect(after.fences.first?.lines.map(\.text) == ["new", "", "  two"])
  }

  @Test("what is left of a tab that belongs in part to a quote counts as spaces")
  func splitTab() throws {
    let document = document("> ```\n>\ta\n> ```\n")
    let line = try #require(document.fences.first?.lines.first)
    #expect(line.text == "  a")
    #expect(line.splitSpaces == 2)
    #expect(text(line.range, of: document) == "a")
  }

  @Test("line ends are CRLF, LF or CR, and stay what they are", arguments: ["\r\n", "\n", "\r"])
  func lineEnds(end: String) throws {
    let document = document("\u{FEFF}> ```" + end + "> 漢 👍" + end + "> b\0" + end + "> ```" + end)
    let fence = try #require(document.fences.first)
    #expect(fence.lines.map(\.text) == ["漢 👍", "b\u{FFFD}"])
    #expect(fence.lines.map { text($0.range, of: document) } == ["漢 👍", "b\0"])
    #expect(
      changed(document, by: fence.edits(replacingLinesBy: ["漢 👍", "new", "b\u{FFFD}"]))
        == "\u{FEFF}> ```" + end + "> 漢 👍" + end + "> new" + end + "> b\0" + end + "> ```" + end)
  }

  @Test("a fence that is not closed ends with its quote, its item or the file")
  func unclosed() {
    let document = document("> ```\n> a\n\n- ```\n  b\n\nwords\n\n```\nc")
    #expect(document.fences.map(\.closing) == [nil, nil, nil])
    #expect(document.fences.map { $0.lines.map(\.text) } == [["a"], ["b", ""], ["c"]])
    #expect(document.fences.map(\.endsWithoutLineEnd) == [false, false, true])
  }

  @Test("a fence that closes only by the look of it belongs to another container")
  func closingElsewhere() {
    let document = document("> ```\n> a\n```\nb\n```\n")
    #expect(document.fences.map { $0.closing == nil } == [true, false])
    #expect(document.fences.map { $0.lines.map(\.text) } == [["a"], ["b"]])
  }

  @Test("positions are the file's where the Markdown begins after front matter")
  func frontMatter() throws {
    let text = "---\ntitle: x\n---\n> ```\n> a\n> ```\n"
    let document = document(text, from: 17)
    let fence = try #require(document.fences.first)
    #expect(self.text(fence.opening, of: document) == "```")
    #expect(document.file.position(at: fence.lines[0].range.lowerBound) == SourcePosition(line: 5, column: 3))
  }

  @Test("a fence is directly before the next only if nothing is between them")
  func siblings() {
    let document = document("```\n```\n\n```\n```\nwords\n```\n```\n> ```\n")
    let fences = document.fences
    #expect(zip(fences, fences.dropFirst()).map { $0.isDirectlyBefore($1) } == [true, false, false])
  }

  @Test("a fence is made longer where a line would close it")
  func longer() throws {
    let document = document("- ```\n  a\n  ```\n")
    let fence = try #require(document.fences.first)
    #expect(changed(document, by: fence.edits(replacingLinesBy: ["````"])) == "- `````\n  ````\n  `````\n")
    #expect(fence.edits(replacingLinesBy: [String(repeating: "`", count: 255)]) == nil)
  }

  @Test("an added fence stands in the container, after the fence")
  func adding() throws {
    let document = document("1. > ```swift\n   > a\n   > ```\n\nend\n")
    let edit = try #require(document.fences.first?.addition(infoString: "output", lines: ["x", ""], isSeparated: true))
    #expect(
      changed(document, by: [edit])
        == "1. > ```swift\n   > a\n   > ```\n   >\n   > ```output\n   > x\n   >\n   > ```\n\nend\n")
  }

  @Test("an added fence after one that the file's end cuts off closes it first")
  func addingAfterUnclosed() throws {
    let document = document("- ~~~swift\r\n  a")
    let edit = try #require(document.fences.first?.addition(infoString: "output", lines: ["x"], isSeparated: false))
    #expect(changed(document, by: [edit]) == "- ~~~swift\r\n  a\r\n  ~~~\r\n  ~~~output\r\n  x\r\n  ~~~\r\n")
  }
}
