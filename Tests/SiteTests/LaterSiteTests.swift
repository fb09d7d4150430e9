import Book
import Examples
import Synchronization
import Testing
import Text
import Verification

@testable import Site

/// What is taken over from an earlier site must not be seen: a book that changes step by step has the site of a book
/// that was always so.
@Suite("The site of a book that has changed")
struct LaterSiteTests {
  /// A book on disk that random edits are made to.
  private struct Draft {
    let folder = TemporaryFolder()
    var chapters: [String: String] = [:]
    private var number = 0
    private var generator: Generator

    init(seed: UInt64) {
      generator = Generator(state: seed)
      folder.write("book/loopbook.yml", "examples:\n  use: quote\n")
      for _ in 0..<6 { add() }
      for path in chapters.keys { change(path) }
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: values.indices, using: &generator)]
    }

    private mutating func add() {
      number += 1
      let path = pick(["", "part/", "part/inner/"]) + "chapter-\(number).md"
      chapters[path] = "# Chapter \(number)\n"
      change(path)
    }

    /// Gives a chapter other headings, examples and links, of which some lead nowhere.
    private mutating func change(_ path: String) {
      var text = pick(["", "", "---\ndraft: true\n---\n"]) + "# \(pick(["One", "Two", "Three"])) \(path.utf8.count)\n"
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        let other = pick(chapters.keys.sorted())
        let up = String(repeating: "../", count: path.split(separator: "/").count - 1)
        let anchor = pick(["", "", "#a", "#b", "#example", "#example.example", "#none"])
        text += pick([
          "\n## \(pick(["A", "B", "C"]))\n", "\n[a link](\(up)\(other)\(anchor))\n", "\n<b id=\"b\">named</b>\n",
          "\n```swift id=example\nprint(1)\n```\n", "\n![a picture](\(up)picture.svg)\n",
          "\nText[^1].\n\n[^1]: A note.\n",
          "\n{{#include other.md}}\n", "\n[file](\(up)picture.svg)\n",
        ])
      }
      chapters[path] = text
      folder.write("book/\(path)", text)
    }

    mutating func edit() {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: add()
      case 1 where chapters.count > 2:
        let path = pick(chapters.keys.sorted())
        chapters[path] = nil
        folder.remove(file: "book/\(path)")
      case 2:
        let listed = chapters.keys.sorted().filter { _ in Bool.random(using: &generator) }
        folder.write("book/SUMMARY.md", listed.map { "- [Listed](\($0))\n" }.joined())
      case 3: folder.remove(file: "book/SUMMARY.md")
      case 4:
        folder.write(
          "book/picture.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(pick([1, 2]))\" height=\"2\"/>")
      case 5: folder.remove(file: "book/picture.svg")
      case 6: folder.write("book/loopbook.yml", "html: \(pick(["true", "false"]))\nexamples:\n  use: quote\n")
      default: change(pick(chapters.keys.sorted()))
      }
    }

    /// The book as it is now, read after it was read before.
    func read(after before: VerifiedBook?) throws -> VerifiedBook {
      let (loaded, _) = Book.load("\(folder.path)/book", after: before?.book)
      let book = try #require(loaded)
      var known: [String: (Chapter, ChapterExamples)] = [:]
      for (chapter, examples) in zip(before?.book.chapters ?? [], before?.chapters ?? []) {
        known[chapter.path] = (chapter, examples)
      }
      return VerifiedBook(
        book: book,
        chapters: book.chapters.map { chapter in
          if let (old, examples) = known[chapter.path], old === chapter { return examples }
          return ChapterExamples(
            chapter: String(chapter.path.dropLast(3)), document: chapter.document, rules: FenceRules(usual: .quote))
        }, examples: [:], report: VerificationReport(verdicts: [], diagnostics: [], duration: .zero))
    }
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }

  private func files(_ site: Site) -> [String: [UInt8]] {
    let files = Mutex<[String: [UInt8]]>([:])
    site.files { file in files.withLock { $0[file.path] = file.bytes } }
    return files.withLock { $0 }
  }

  @Test(
    "is that of a book which was always as it is now, with the same messages", arguments: 1...6 as ClosedRange<UInt64>)
  func isTheSame(seed: UInt64) throws {
    var draft = Draft(seed: seed)
    let theme = Theme(folder: nil)
    var book = try draft.read(after: nil)
    var site = Site(book, theme: theme)
    var kept = 0
    for _ in 0..<25 {
      draft.edit()
      let next = try draft.read(after: book)
      kept += zip(book.book.chapters, next.book.chapters).count { $0 === $1 }
      site = Site(next, theme: theme, after: site)
      book = next
      let fresh = Site(try draft.read(after: nil), theme: theme)
      try #require(site.diagnostics == fresh.diagnostics)
      let (made, wanted) = (files(site), files(fresh))
      try #require(made.keys.sorted() == wanted.keys.sorted())
      for (path, bytes) in wanted { try #require(made[path] == bytes, "\(path)") }
    }
    #expect(kept > 0)
  }
}
