import Markdown
import Testing
import Text

/// cmark keeps a table of the whole process while it parses; see `CmarkParser`.
@Suite("Parsing from several threads")
struct ThreadTests {
  @Test("every thread gets what one thread alone gets")
  func manyThreads() async {
    var random = RandomMarkdown(seed: 7)
    let texts = (0..<60).map { _ in
      // Strikethrough and automatic links are what the table is for.
      Array("~~gone~~ www.example.com me@example.com\n\n".utf8) + random.prose() + Array("\n\n~~a~~ http://b.cd".utf8)
    }
    let expected = texts.map { html($0) }
    let different = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<150).reduce(0) { sum, round in
            let index = (task * 7 + round) % texts.count
            return sum + (html(texts[index]) == expected[index] ? 0 : 1)
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(different == 0)
  }

  private nonisolated func html(_ bytes: [UInt8]) -> [UInt8] {
    var renderer = HTMLRenderer(hooks: PlainHooks())
    return renderer.render(MarkdownDocument(SourceFile(path: "page.md", bytes: bytes)))
  }
}
