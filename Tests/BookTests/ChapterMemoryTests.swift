import Files
import Markdown
import Testing

@testable import Book

/// What is remembered of chapters saves time, and must not be seen.
@Suite("What is remembered of chapters")
struct ChapterMemoryTests {
  private static let text = """
    # A "title" {#named .wide}

    [a link](b.md#there), ![a picture](p.svg), <https://example.org/>, <b id="here">named</b>, <a name="old" href="b.md">
    again</a>, [a link](b.md#there), [^none] and $`x`$.

    ## Other

    ```dot alt="A"
    digraph {}
    ```
    """

  private func book() throws -> TemporaryBook {
    let book = try TemporaryBook()
    try book.write("loopbook.yml", Array("quotation-marks: typographic\n".utf8))
    try book.write("a.md", Array(Self.text.utf8))
    try book.write("b.md", Array("# B\n\n## There\n\n{{#include piece.txt}}\n".utf8))
    try book.write("piece.txt", Array("A piece.\n".utf8))
    return book
  }

  private func read(_ book: TemporaryBook, _ memory: ChapterMemory?) throws -> [Chapter] {
    let folder = book.folder
    return try #require(
      Book.load(
        folder, configured: Configuration.load(folder), includesDrafts: false, after: nil, knowing: memory
      ).0
    ).chapters
  }

  private func facts(_ chapter: Chapter) -> [UInt8] {
    var writer = ByteWriter()
    chapter.facts.write(to: &writer)
    return writer.bytes
  }

  @Test("a text that is the same is not parsed, and known as it was")
  func isKnown() throws {
    let book = try self.book()
    let first = ChapterMemory(in: "\(book.folder)/.cache", identity: "one")
    let plain = try read(book, first)
    first.save()
    let known = try read(book, ChapterMemory(in: "\(book.folder)/.cache", identity: "one"))
    for (chapter, old) in zip(known, plain) {
      #expect(old.isParsed && !chapter.isParsed)
      #expect(facts(chapter) == facts(old))
      #expect(chapter.headings == old.headings)
      #expect(chapter.title == old.title)
      #expect(chapter.document.text == old.document.text)
      #expect(chapter.isParsed)
      chapter.forgetText()
      #expect(chapter.shown.text == old.shown.text)
    }
    #expect(known[0].facts.lacksDefinitions)
    #expect(known[0].facts.mayHaveFigures)
    #expect(known[0].facts.links.count == 4)
    #expect(known[0].facts.htmlNames == ["here", "old"])
  }

  @Test("what changed is parsed: a chapter of the same size, what it includes, or another program")
  func isNotKnown() throws {
    let book = try self.book()
    func parsed(_ identity: String = "one") throws -> [String] {
      let memory = ChapterMemory(in: "\(book.folder)/.cache", identity: identity)
      let chapters = try read(book, memory)
      memory.save()
      return chapters.filter(\.isParsed).map(\.path)
    }
    #expect(try parsed() == ["a.md", "b.md"])
    #expect(try parsed() == [])
    try book.write("a.md", Array(Self.text.replacing("Other", with: "Third").utf8))
    #expect(try parsed() == ["a.md"])
    try book.write("piece.txt", Array("A place.\n".utf8))
    #expect(try parsed() == ["b.md"])
    #expect(try parsed() == [])
    #expect(try parsed("two") == ["a.md", "b.md"])
    #expect(try parsed("two") == [])
  }

  @Test("what is damaged is found again")
  func isDamaged() throws {
    let book = try self.book()
    let cache = CacheFolder("\(book.folder)/.cache")
    let memory = ChapterMemory(in: cache.path, identity: "one")
    let plain = try read(book, memory)
    memory.save()
    let bytes = try #require(Disk.bytes(of: cache.chapters))
    for place in stride(from: 0, to: bytes.count, by: 7) {
      var damaged = bytes
      damaged[place] ^= 1
      try Disk.put(damaged, at: cache.chapters)
      #expect(try read(book, ChapterMemory(in: cache.path, identity: "one")).allSatisfy(\.isParsed))
      try Disk.put(Array(bytes.prefix(place)), at: cache.chapters)
      #expect(try read(book, ChapterMemory(in: cache.path, identity: "one")).allSatisfy(\.isParsed))
    }
    // Where the hash of all is right and a part is not.
    for length in 0..<facts(plain[0]).count {
      let other = ChapterMemory(in: "\(book.folder)/.none", identity: "one")
      other.note(
        Array(facts(plain[0]).prefix(length)), as: .facts, ofChapter: "a.md", madeFrom: plain[0].textHash)
      #expect(other.facts(ofChapter: "a.md", madeFrom: plain[0].textHash) == nil)
    }
  }
}
