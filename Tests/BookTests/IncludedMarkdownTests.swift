import Book
import DifferentialModel
import Files
import Markdown
import TestSupport
import Testing
import Text

/// A package with a book in its folder `guide`, of which a chapter includes the package's README.
@Suite("Included Markdown of a package")
struct IncludedMarkdownTests {
  private static let files = [
    "Package.swift": "", "LICENSE": "", ".github/a.yml": "", "media/logo.png": "", "media/my logo (2).png": "",
    "media/film.mp4": "", "docs/more.md": "", "guide/deep/other.md": "# Other", "guide/own.txt": "",
    "guide/media/taken.png": "", "media/taken.png": "", "guide/deep/README.md": "# Deep", "guide/empty/a.txt": "",
  ]

  private func book(
    _ readme: String, chapter: String = "{{#include ../../README.md}}", _ configuration: String = ""
  ) throws -> (Book, [Diagnostic], TemporaryBook) {
    let folder = try TemporaryBook(
      Self.files.merging([
        "README.md": readme, "guide/loopbook.yml": "package: ..\n\(configuration)", "guide/deep/x.md": chapter,
      ]) { $1 })
    let (book, diagnostics) = Book.load("\(folder.folder)/guide")
    return (try #require(book), diagnostics, folder)
  }

  private func text(_ readme: String, _ configuration: String = "") throws -> String {
    let (book, _, _) = try book(readme, configuration)
    let chapter = try #require(book.chapters.first { $0.path == "deep/x.md" })
    return String(decoding: chapter.file.bytes, as: UTF8.self)
  }

  @Test(
    "links lead where they are meant to, and what the book does not have is named in words",
    arguments: [
      ("[a](https://example.org) [b](#c) [d](mailto:a@b.c)", "[a](https://example.org) [b](#c) [d](mailto:a@b.c)"),
      ("[a](LICENSE) and [`b` *c*](docs/more.md#d)", "a and `b` *c*"), ("[a](.github/a.yml)", "a"),
      ("![a *b*](.github/a.yml 'T')", "a *b*"),
      ("[*a* `]`](LICENSE \"(T)\") [a\\]](<LICENSE>)", "*a* `]` a\\]"),
      ("[a](guide/deep/other.md#b)", "[a](other.md#b)"), ("[a](/guide/own.txt)", "[a](../own.txt)"),
      ("[a](guide/deep)", "[a](README.md)"), ("[a](guide) [b](guide/)", "[a](../index.html) [b](../index.html)"),
      ("[a](guide/empty) [b](guide/loopbook.yml)", "a b"),
      ("![a](media/logo.png)", "![a](../media/logo.png)"),
      ("![a](/media/logo.png?raw=true)", "![a](../media/logo.png)"),
      ("![a](<media/my logo (2).png>)", "![a](<../media/my%20logo%20%282%29.png>)"),
      ("![a](media/my%20logo%20%282%29.png)", "![a](../media/my%20logo%20%282%29.png)"),
      ("![a](media/taken.png)", "![a](../included/media/taken.png)"),
      ("[![a](media/logo.png)](LICENSE)", "![a](../media/logo.png)"),
      ("[a](media/logo.png) [b](media/film.mp4)", "[a](../media/logo.png) b"),
      ("[*a*][r] [r][] [r]\n\n[r]: LICENSE", "*a* r r\n\n[r]: LICENSE"),
      ("[a][r] [b][r]\n\n[r]: guide/own.txt 'T'", "[a][r] [b][r]\n\n[r]: ../own.txt 'T'"),
      ("[a](../../issues) [b](../other/README.md)", "a b"),
      ("[a](gone.md) ![b](gone.png)", "[a](gone.md) ![b](gone.png)"),
      ("[a](README.md#b) [c](./README.md)", "[a](#b) c"),
      ("`[a](LICENSE)` \\[a](LICENSE)", "`[a](LICENSE)` \\[a](LICENSE)"),
      ("```md\n[a](LICENSE)\n```", "```md\n[a](LICENSE)\n```"),
      ("| a |\n|---|\n| [b](LICENSE) ![c](media/logo.png) |", "| a |\n|---|\n| b ![c](../media/logo.png) |"),
      ("> - [a](LICENSE)\n>   [b](guide/own.txt)", "> - a\n>   [b](../own.txt)"),
      ("<a href=\"LICENSE\"><img src='media/logo.png'></a>", "<a><img src='../media/logo.png'></a>"),
      (
        "<source srcset=\"media/logo.png 2x, media/taken.png\">",
        "<source srcset=\"../media/logo.png 2x, ../included/media/taken.png\">"
      ),
      ("<video src=\"media/film.mp4\"></video>", "<video src=\"../media/film.mp4\"></video>"),
      ("<img src=\".github/a.yml\">", ""), ("# A\n\n[a](LICENSE)\r\n", "# A\n\na"),
    ])
  func links(readme: String, expanded: String) throws {
    #expect(try text(readme) == expanded)
  }

  @Test("other files can be read where the book says that sources can")
  func sourceLink() throws {
    let configuration = "reference: {source-link: 'https://example.org/{path}?a#L{line}'}"
    let readme = "[a](LICENSE#b) [c](.github/a.yml) <a href=\"docs/more.md\">d</a> [e](../../issues)"
    let address = "https://example.org"
    #expect(
      try text(readme, configuration)
        == "[a](\(address)/LICENSE?a#b) [c](\(address)/.github/a.yml?a) <a href=\"\(address)/docs/more.md?a\">d</a> e")
  }

  @Test("what the text shows comes into the book")
  func assets() throws {
    let (book, diagnostics, folder) = try book("![a](media/logo.png) ![b](media/taken.png)")
    #expect(diagnostics == [])
    #expect(book.assets == ["empty/a.txt", "media/taken.png", "own.txt", "included/media/taken.png", "media/logo.png"])
    #expect(book.file(ofAsset: "included/media/taken.png") == "\(folder.folder)/media/taken.png")
    #expect(book.file(ofAsset: "media/taken.png") == "\(folder.folder)/guide/media/taken.png")
  }

  @Test("in a listing, Markdown is as it is written, and so are files of the book")
  func unchanged() throws {
    let chapter = "```md\n{{#include ../../README.md}}\n```\n\n{{#include part.md}}"
    let (book, _, folder) = try book("[a](LICENSE)", chapter: chapter)
    try folder.write("guide/deep/part.md", Array("[b](../own.txt)".utf8))
    let again = try #require(Book.load(book.folder).0?.chapters.first { $0.path == "deep/x.md" })
    #expect(String(decoding: again.file.bytes, as: UTF8.self) == "```md\n[a](LICENSE)\n```\n\n[b](../own.txt)")
  }

  @Test("messages point at the link as it is written")
  func places() throws {
    let (book, _, folder) = try book("# A\n\n[a](guide/deep/other.md#nowhere), [b](gone.md)")
    let problems = LinkCheck(book, index: LinkIndex(book)).diagnostics
    #expect(problems.map(\.place?.path) == ["\(folder.folder)/README.md", "\(folder.folder)/README.md"])
    #expect(problems.map(\.place?.position?.line) == [3, 3])
    #expect(problems.map(\.place?.position?.column) == [5, 39])
  }

  /// Edits of a text, written into the files that it is made of, give the same text when it is read again.
  @Test("edits of a text are the same edits of its files", arguments: 0..<60)
  func edits(seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    func lines() -> String {
      let all = [
        "a word", "[a](LICENSE) b", "![c](media/logo.png)", "> d", "- e", "", "```\nf\n```", "{{#include l.txt}}",
      ]
      return (0..<Int.random(in: 1...6, using: &random)).map { _ in all.randomElement(using: &random) ?? "" }
        .joined(separator: "\n")
    }
    let includes = [
      "{{#include ../../README.md}}", "> {{#include ../../README.md}}", "{{#include ../../docs/more.md}}",
    ]
    let chapter = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      lines().replacing("](", with: "](../../") + "\n" + (includes.randomElement(using: &random) ?? "") + "\n"
    }.joined()
    let (_, _, folder) = try book(lines(), chapter: chapter + lines().replacing("](", with: "](../../"))
    try folder.write("docs/more.md", Array((lines() + "\n").utf8))
    for path in ["l.txt", "docs/l.txt", "guide/deep/l.txt"] { try folder.write(path, Array("text".utf8)) }
    func read() throws -> SourceFile {
      try #require(Book.load("\(folder.folder)/guide").0?.chapters.first { $0.path == "deep/x.md" }).file
    }
    var made = 0
    for _ in 0..<40 {
      let text = try read()
      let starts = text.lineStarts + text.bytes.indices.filter { text.bytes[$0] == UInt8(ascii: "w") }
      let start = starts.randomElement(using: &random) ?? 0
      let edit = TextEdit(
        range: start..<start,
        bytes: Array(start < text.bytes.count && text.bytes[start] == UInt8(ascii: "w") ? "w".utf8 : "g\n".utf8))
      guard let (changed, files) = TextEdit.apply([edit], to: text) else { continue }
      made += 1
      for (file, edits) in files {
        #expect(!file.path.hasSuffix(".txt"))
        let path = try #require(BookPath.relative(file.path, to: folder.folder))
        try folder.write(path, TextEdit.apply(edits, to: file.bytes))
      }
      let again = try read()
      #expect(String(decoding: again.bytes, as: UTF8.self) == String(decoding: changed.bytes, as: UTF8.self))
      #expect(again.pieces.map(\.range) == changed.pieces.map(\.range) || again.pieces.count != changed.pieces.count)
      if again.bytes != changed.bytes { break }
    }
    #expect(made > 5)
  }
}
