import Book
import Files
import Glibc
import Testing
import Text

@Suite("Included files")
struct IncludeTests {
  private static let listing = "one\n// ANCHOR: a\ntwo\n// ANCHOR: b\nthree\n// ANCHOR_END: b\n// ANCHOR_END: a\nfour\n"

  /// The chapter of a book with these files, and what is told of them.
  private func chapter(_ text: String, _ files: [String: String] = [:]) throws -> (text: String, told: [String]) {
    let usual = ["loopbook.yml": "", "x.md": text, "l.txt": Self.listing]
    let book = try TemporaryBook(usual.merging(files) { $1 })
    let (read, diagnostics) = Book.load(book.folder)
    let chapter = try #require(read?.chapters.first { $0.path == "x.md" })
    return (String(decoding: chapter.file.bytes, as: UTF8.self), diagnostics.map(\.message))
  }

  @Test(
    "a directive stands for a file or a part of it",
    arguments: [
      ("{{#include l.txt:1}}", "one"), ("{{ #include  l.txt:1 }}", "one"),
      ("\\{{ #include l.txt}}", "{{ #include l.txt}}"),
      ("{{ #rustdoc_include l.txt:b}}", "three"), ("{{ include l.txt}}", "{{ include l.txt}}"),
      ("{{#include l.txt:8:}}", "four"), ("{{#include l.txt::1}}", "one"),
      ("{{#include l.txt:7:9}}", "// ANCHOR_END: a\nfour"),
      ("a {{#include l.txt:b}} z", "a three z"), ("{{#include l.txt:a}}", "two\nthree"),
      ("{{#rustdoc_include l.txt:b}}", "three"), ("\\{{#include l.txt}}", "{{#include l.txt}}"),
      ("{{#playground l.txt:8 editable}}", "```rust\nfour\n```"), ("{{#title T}}x", "x"),
      ("{{#if a}}{{#include}}", "{{#if a}}{{#include}}"), ("{{#include l.txt:8}}{{#include l.txt:1}}", "fourone"),
      ("{{#include l.txt:0}}", "one"), ("{{#include l.txt:8:2}}", "four"),
      ("{{#include l.txt:1}", "{{#include l.txt:1}"),
      ("> {{#include l.txt:a}}\nz", "> two\n> three\nz"),
      ("1. a\n\n   > > {{#include l.txt:a}}", "1. a\n\n   > > two\n   > > three"),
      ("> a {{#include l.txt:a}}", "> a two\nthree"), ("> {{#playground l.txt:8}}", "> ```rust\n> four\n> ```"),
      ("> {{#include l.txt:8:}}{{#include l.txt:a}}\n{{#include l.txt:a}}", "> fourtwo\nthree\ntwo\nthree"),
    ])
  func parts(text: String, expanded: String) throws {
    let (found, told) = try chapter(text)
    #expect(found == expanded)
    #expect(told == [])
  }

  @Test(
    "a slice of a snippet stands between its marks, or ends where another begins",
    arguments: [
      ("one", "two\n// snippet.hide\nthree"), ("other", "four\nfive"), ("last", "six"), ("a-b", "seven"),
    ])
  func slices(name: String, expanded: String) throws {
    let snippet = """
      // snippet.one
      two
      // snippet.hide
      three
        // snippet.other
      four
      five
      // snippet.end
      not snippet.one
      // snippet.last
      six
      // snippet.a-b
      seven

      """
    let (found, told) = try chapter("{{#include s.swift:\(name)}}", ["s.swift": snippet])
    #expect(found == expanded)
    #expect(told == [])
    #expect(
      try chapter("{{#include s.swift:end}}", ["s.swift": snippet]).told == ["'s.swift' has no anchor of this name"])
  }

  @Test(
    "only a line that has nothing but a comment is a mark",
    arguments: [
      ("let t = f() // ANCHOR: t\nprint(\"ANCHOR: x\")\n/* ANCHOR: b */ g()", nil), ("ANCHOR: b\n# ANCHOR_END: b", ""),
      ("/* ANCHOR: b */\n<!-- ANCHOR: c -->\n  -- ANCHOR_END: c\n", ""), ("// snippet.x\nf()\n// snippet.end", "f()"),
    ])
  func marks(lines: String, shown: String?) throws {
    let listing = "// ANCHOR: a\n\(lines)\n// ANCHOR_END: a\nno\n"
    let (found, told) = try chapter("{{#include a.swift:a}}", ["a.swift": listing])
    #expect(found == shown ?? lines)
    #expect(told == [])
  }

  @Test(
    "a region that has no end, or stands twice, is told where it is included",
    arguments: [
      ("// ANCHOR: a\nf()\n", "begins this anchor in line 1, but never ends it"),
      ("// ANCHOR: a\nf()\n// snippet.end\n", "begins this anchor in line 1, but never ends it"),
      (
        "// ANCHOR: a\n// ANCHOR_END: a\n// ANCHOR: a\n// ANCHOR_END: a\n",
        "has two anchors of this name, in lines 1 and 3"
      ),
      ("// snippet.a\nf()\n// snippet.b\n// snippet.a\n", "has two anchors of this name, in lines 1 and 4"),
    ])
  func regions(listing: String, message: String) throws {
    #expect(try chapter("{{#include a.swift:a}}", ["a.swift": listing]).told == ["'a.swift' \(message)"])
  }

  @Test("files include each other as seen from their own folders, but not themselves")
  func nesting() throws {
    let files = ["sub/a.txt": "a {{#include b.txt}}", "sub/b.txt": "b", "loop.txt": "{{#include loop.txt}}"]
    #expect(try chapter("{{#include sub/a.txt}}", files).text == "a b")
    #expect(try chapter("{{#include loop.txt}}", files).told == ["'loop.txt' includes itself"])
    #expect(try chapter("{{#include x.md}}").told == ["'x.md' includes itself"])
  }

  @Test("a directive whose name is mistyped stays as it is, and is told")
  func misspelt() throws {
    let (text, told) = try chapter("{{#inlude l.txt}} {{#each items}} \\{{#inlude l.txt}}")
    #expect(text == "{{#inlude l.txt}} {{#each items}} {{#inlude l.txt}}")
    #expect(told == ["this directive does not exist, so the text is left as it is"])
  }

  @Test(
    "what is not part of the book is not included",
    arguments: [
      ("{{#include /etc/passwd}}", "'/etc/passwd' leads out of the book"),
      ("{{#include ../../../../../../../../etc/passwd}}", "leads out of the book"),
      ("{{#include link.txt}}", "'link.txt' leads out of the book"),
      ("{{#include .secret}}", "'.secret' is hidden, and not part of the book"),
      ("{{#include sub}}", "'sub' is not a file"), ("{{#include no.txt}}", "there is no file 'no.txt' to include"),
      ("{{#include l.txt:zzz}}", "'l.txt' has no anchor of this name"),
      ("{{#include l.txt:9}}", "'l.txt' has no line 9: its last one is 8"),
      ("{{#include l.txt:99:}}", "'l.txt' has no line 99: its last one is 8"),
    ])
  func confinement(text: String, message: String) throws {
    let book = try TemporaryBook([
      "loopbook.yml": "", "x.md": text, "l.txt": Self.listing, ".secret": "s", "sub/a.txt": "",
    ])
    #expect(symlink("/etc/passwd", "\(book.folder)/link.txt") == 0)
    let (read, diagnostics) = Book.load(book.folder)
    #expect(diagnostics.contains { $0.id == "include" && $0.message.contains(message) }, "\(diagnostics)")
    #expect(read?.chapters.allSatisfy { !String(decoding: $0.file.bytes, as: UTF8.self).contains("root:") } == true)
  }

  @Test("what came from another file has its place there, and what follows its own")
  func places() throws {
    let text = "# X\n\n{{#include l.txt:8}}\n\nend"
    let book = try TemporaryBook(["loopbook.yml": "", "x.md": text, "l.txt": Self.listing])
    let chapter = try #require(Book.load(book.folder).0?.chapters.first)
    let bytes = chapter.file.bytes
    func place(_ word: String) throws -> SourcePlace {
      let text = String(decoding: bytes, as: UTF8.self)
      let range = try #require(text.firstRange(of: word))
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      return chapter.file.place(start..<start + word.utf8.count)
    }
    #expect(try place("four").path == "\(book.folder)/l.txt")
    #expect(try place("four").position?.line == 8)
    #expect(try place("end").path == "\(book.folder)/x.md")
    #expect(try place("end").position?.line == 5)
  }

  @Test("a chapter is read again when a file that it includes changes, or comes to be there")
  func changes() throws {
    let book = try TemporaryBook(["loopbook.yml": "", "x.md": "{{#include l.txt}}", "y.md": "y"])
    let (without, told) = Book.load(book.folder)
    #expect(told.count == 1)
    try book.write("l.txt", Array("now".utf8))
    let (with, none) = Book.load(book.folder, after: without)
    #expect(none == [])
    let chapter = try #require(with?.chapters.first { $0.path == "x.md" })
    #expect(String(decoding: chapter.file.bytes, as: UTF8.self) == "now")
    let again = Book.load(book.folder, after: with).0
    #expect(again?.chapters.first { $0.path == "x.md" } === chapter)
    #expect(again?.includedFiles.map(\.path) == ["\(book.folder)/l.txt"])
  }
}
