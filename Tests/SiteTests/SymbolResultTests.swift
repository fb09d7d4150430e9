import Book
import Foundation
import Testing
import Text
import Verification
import Words

@testable import Reference
@testable import Site

/// What results of the search show of symbols: the declaration apart from the text, and what should not be used.
@Suite("Symbols among the results of the search")
struct SymbolResultTests {
  /// The sections of a page of the reference.
  private static func sections(title: String, kind: String) throws -> [SearchableSection] {
    let text = """
      # \(title)

      ``` swift-declaration s:box
      struct \(title)
      ```

      > [!WARNING]
      > **Deprecated.**

      ## parse(\\_: Int) {#parse}

      ``` swift-declaration s:parse
      @MainActor
      func parse(
        _ text: Int,
        to end: Int = 0
      ) async -> [Int]
      where Element : Hashable
      ```

      Returns the numbers.

      `Box.swift:12`

      ## More

      `Box.swift:13`

      ``` swift quote
      let a = 1
      ```
      """
    let book = SampleBook(["box.md": text], summary: "- [Box](box.md)\n").verified
    let page = ReferencePage(
      path: "box.md", title: title, kind: kind, module: "Kit", parent: nil,
      file: SourceFile(path: "box.md", text: text),
      symbols: [
        PageSymbol(usr: "s:box", anchor: nil, name: title, kind: kind, level: 1, source: nil),
        PageSymbol(
          usr: "s:parse", anchor: "parse", name: "parse(_:)", kind: "Instance Method", level: 2,
          source: SourceLine(file: "Sources/Kit/Box.swift", line: 12), listedName: "parse(_: Int)",
          caveat: "Deprecated."),
      ], caveat: "Deprecated.")
    return SectionReading.sections(
      of: try #require(book.book.chapters.first), try #require(book.chapters.first), page: "box.html", symbols: page)
  }

  @Test("a declaration stands apart from the text, on one line; a symbol is found by its own name")
  func reading() throws {
    let sections = try Self.sections(title: "Box", kind: "Structure")
    #expect(sections.map(\.heading).prefix(3) == ["Box", "parse(_:)", "More"])
    #expect(sections.map(\.symbolKind).prefix(3) == ["Structure", "Instance Method", nil])
    #expect(sections.map(\.caveat).prefix(3) == ["Deprecated.", "Deprecated.", nil])
    #expect(
      sections.prefix(3).map { String(decoding: $0.declaration, as: UTF8.self) } == [
        "struct Box", "@MainActor func parse(_ text: Int, to end: Int = 0) async -> [Int] where Element : Hashable", "",
      ])
    // Where the symbol is declared is not what its text says.
    #expect(
      sections.prefix(3).map { String(decoding: $0.text, as: UTF8.self).trimmingCharacters(in: .newlines) } == [
        "Deprecated.", "Returns the numbers.", "Box.swift:13",
      ])
    // "Functions, Functions" would say nothing of which module they belong to.
    #expect(try Self.sections(title: "Functions", kind: "Functions").first?.symbolKind == "Kit")
  }

  @Test("the index has them behind a section's text, and words of declarations are found")
  func writing() throws {
    let sections = try Self.sections(title: "Box", kind: "Structure")
    var script = ScriptText()
    for section in sections.prefix(3) { script.section(section) }
    let list = String(decoding: script.bytes, as: UTF8.self)
    #expect(list.contains(#"["","Box","Structure","Deprecated.","struct Box","Deprecated."]"#))
    #expect(list.contains(#""Returns the numbers.","@MainActor func parse(_ text: Int"#))
    #expect(list.contains(#"["more","More",0,"Box.swift:13"]"#))
    let page = SearchPage(sections[...], bookTitle: nil)
    let content = try #require(page.content)
    let words = content.occurrences.map { String(decoding: content.words[Int($0.word)], as: UTF8.self) }
    #expect(words.contains("hashable") && words.contains("mainactor"))
  }

  @Test(
    "what should not be used is struck out and says so; declarations are code", .enabled(if: Browser.isInstalled))
  func looks() throws {
    let folder = try TemporarySite()
    for file in SearchIndex.files(of: try Self.sections(title: "Box", kind: "Structure")) {
      try folder.write(file.path, file.bytes)
    }
    let theme = Theme(folder: nil, words: InterfaceWords("en"))
    for script in ["assets/book.js", "assets/search.js"] { try folder.write(script, theme.assets[script] ?? []) }
    let page = """
      <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Search</title><body><pre id="answer"></pre>
      <script src="assets/book.js"></script>
      <script src="assets/search.js" data-index="assets/search/" data-root="" data-version="1"></script>
      <script>(async () => {
        loopbookSearch.open("parse numbers");
        const list = document.querySelector(".search-results");
        for (let tries = 0; tries < 100 && !list.querySelector("ul a"); tries++) {
          await new Promise((done) => setTimeout(done, 20));
        }
        const looks = (link) => [
          link.querySelector(".search-title").localName, link.querySelector(".search-title").textContent,
          ...[...link.querySelectorAll(".search-kind, code")].map(({ textContent }) => textContent),
          link.querySelector(".search-text").lastChild.textContent,
        ];
        document.querySelector("#answer").textContent = JSON.stringify([...list.querySelectorAll("a")].map(looks));
      })()</script></body></html>
      """
    try folder.write("page.html", Array(page.utf8))
    let answer = try Browser.text(of: "answer", in: folder.url("page.html"))
    let looks = try JSONDecoder().decode([[String]].self, from: Data(answer.utf8))
    // The page is told of though only one of its members was found.
    #expect(looks.first?.prefix(4) == ["s", "Box", "Structure", "Deprecated"])
    #expect(looks.last?.prefix(4) == ["s", "parse(_:)", "Instance Method", "Deprecated"])
    #expect(
      looks.last?.dropFirst(4).first
        == "@MainActor func parse(_ text: Int, to end: Int = 0) async -> [Int] where Element : Hashable")
  }
}
