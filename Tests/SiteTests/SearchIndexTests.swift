import Book
import Testing
import Verification

@testable import Site

@Suite("Search index")
struct SearchIndexTests {
  private func section(_ page: Int, _ heading: String, _ text: String) -> SearchableSection {
    SearchableSection(
      kind: .heading, page: "p\(page).html", title: "Page \(page)", heading: heading, anchor: "a",
      text: Array(text.utf8))
  }

  /// A book whose pages say what no other says, and things that all say.
  private func book(pages: Int) -> [SearchableSection] {
    (0..<pages).flatMap { page in
      [
        section(page, "Page \(page)", "The loop waits for timers and sources, as page \(page) says. \(page &* 7_919)"),
        section(page, "More", "What a \"quoted\" word and a back\\slash\tdo. word\(page) word\(page / 2)"),
      ]
    }
  }

  private func text(_ file: SiteFile) -> String { String(decoding: file.bytes, as: UTF8.self) }

  @Test(
    "small numbers take one character, and all come back from their digits",
    arguments: [0, 44, 45, 90, 91, 2_114, 2_115, 1_000_000])
  func packedNumbers(number: Int) {
    var packed = PackedNumbers()
    packed.append(number)
    #expect((packed.bytes.count == 1) == (number <= 44))
    #expect(packed.bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
    var value = 0
    var unit = 1
    for byte in packed.bytes {
      let digit = byte == UInt8(ascii: "!") ? 57 : Int(byte) - 35
      value += (digit < 45 ? digit : digit - 45) * unit
      unit *= 46
    }
    #expect(value == number)
  }

  @Test("a book without pages has an index without words")
  func emptyBook() {
    let files = SearchIndex.files(of: [])
    #expect(files.map(\.path) == ["assets/search/index.js"])
    #expect(text(files[0]).contains(#""words":"","pages":[]"#))
  }

  /// What the index says of sections that have each word: how often the text has it, and whether the heading does.
  private func weights(_ page: SearchPage) -> [String: [Int]] {
    guard let content = page.content else { return [:] }
    return Dictionary(
      content.occurrences.map { (String(decoding: content.words[$0.word], as: UTF8.self), [Int($0.weight)]) },
      uniquingKeysWith: +)
  }

  @Test("a weight tells how often the text has a word, and whether the heading does")
  func headings() {
    let page = SearchPage(
      [section(1, "The loop", "loop loop turns " + String(repeating: "many ", count: 30))], bookTitle: nil)
    #expect(weights(page) == ["page": [1], "the": [1], "loop": [5], "turns": [2], "many": [42]])
    #expect(page.headingLengths == [2])
  }

  @Test(
    "a name counts as one word, and its parts count as text", arguments: [SearchableSection.Kind.example, .heading])
  func names(kind: SearchableSection.Kind) {
    var name = section(1, "timer-tolerance", "late")
    name.kind = kind
    let page = SearchPage([section(1, "Timers", ""), name], bookTitle: nil)
    #expect(weights(page)["timer_tolerance"] == [1])
    #expect(weights(page)["tolerance"] == [2])
    #expect(page.headingLengths == [2, 0])
  }

  @Test("a heading is as long as its words and the parts of its names, without small words")
  func headingLengths() {
    let page = SearchPage([section(1, "Why is run() in the CFRunLoop?", "")], bookTitle: nil)
    // page, run, cfrunloop, cf, loop
    #expect(page.headingLengths == [5])
  }

  @Test("what the book is called is not what its first page is about")
  func bookTitle() {
    let page = SearchPage([section(1, "Swift in short", "Welcome")], bookTitle: "Swift in short")
    #expect(weights(page)["swift"] == [2])
    #expect(weights(page)["page"] == [1])
  }

  @Test("a page is found by its summary, and by its keywords, which nothing shows")
  func keywords() {
    var first = section(1, "Stalls", "A line to blame.")
    first.keywords = ["blocked thread", "hang"]
    first.summary = "A line to blame."
    var page = SearchPage([first], bookTitle: nil)
    #expect(weights(page)["blocked"] == [1])
    #expect(weights(page)["hang"] == [1])
    #expect(weights(page)["blame"] == [8])
    #expect(page.lengths == [3, 0, 0])
    #expect(page.headingLengths == [2, 2, 1])
    #expect(!String(decoding: page.takeSections(), as: UTF8.self).contains("hang"))
  }

  @Test("the same sections give the same bytes, however the threads share the work")
  func determinism() {
    let sections = book(pages: 300)
    let first = SearchIndex.files(of: sections)
    for _ in 0..<5 {
      let again = SearchIndex.files(of: sections)
      #expect(again.map(\.path) == first.map(\.path))
      #expect(again.map(\.bytes) == first.map(\.bytes))
    }
  }

  @Test("a page that changes its text touches one file of texts")
  func changes() {
    var sections = book(pages: 100)
    let before = SearchIndex.files(of: sections)
    sections[100].text += Array(" word word".utf8)
    let after = SearchIndex.files(of: sections)
    let changed = zip(before, after).filter { $0.bytes != $1.bytes }.map(\.0.path).filter { $0.contains("text") }
    #expect(changed == ["assets/search/text-3.js"])
  }

  @Test("the index of a text is not much larger than the text")
  func size() {
    // Prose in which words come back, as they do in books.
    let words = (0..<4_000).map { "word\($0 &* $0 % 2_003)" }
    let sections = (0..<400).map { page in
      section(page, "Heading", (0..<150).map { words[(page &* 31 &+ $0 &* $0) % words.count] }.joined(separator: " "))
    }
    let written = SearchIndex.files(of: sections).reduce(0) { $0 + $1.bytes.count }
    let said = sections.reduce(0) { $0 + $1.text.count + $1.heading.utf8.count }
    #expect(Double(written) < 1.5 * Double(said))
  }

  @Test("the mark of a callout is not among the texts, as it is not on the page")
  func callouts() throws {
    let text = "# One\n\n> [!NOTE]\n> Kept.\n\n> A quote\n> [!NOTE]\n"
    let book = SampleBook(["one.md": text], summary: "- [One](one.md)\n").verified
    let sections = SectionReading.sections(
      of: try #require(book.book.chapters.first), try #require(book.chapters.first), page: "one.html")
    #expect(sections.map { String(decoding: $0.text, as: UTF8.self) } == ["Kept.\nA quote [!NOTE]"])
  }

  @Test("what an example did is found with it, and does not tear the text around it")
  func recordings() throws {
    let text = "# One\n\nBefore.\n\n```swift id=hello\nprint(1)\n```\n\n```output\n1\n```\n\nAfter.\n"
    let book = SampleBook(["one.md": text], summary: "- [One](one.md)\n").verified
    let sections = SectionReading.sections(
      of: try #require(book.book.chapters.first), try #require(book.chapters.first), page: "one.html")
    #expect(sections.map(\.heading) == ["One", "hello"])
    let texts = sections.map { String(decoding: $0.text, as: UTF8.self) }
    #expect(texts == ["Before.\nAfter.", "print(1)\n1\n"])
  }

  @Test("texts stand in scripts as strings: quotes, backslashes and control characters do no harm")
  func strings() {
    var script = ScriptText()
    script.string(Array(" a \"b\"\n\n\\c\u{0}\u{7F}d  é</script> ".utf8))
    #expect(String(decoding: script.bytes, as: UTF8.self) == #""a \"b\" \\c d é</script>""#)
  }

  @Test("words that begin alike are written once")
  func vocabulary() {
    let files = SearchIndex.files(of: [section(1, "loop", "loop loops looped")])
    #expect(text(files[0]).contains(#""words":"!Aloop!Eed!Es!Apage""#))
  }
}
