import Markdown
import Testing
import Text

/// Our HTML is cmark's HTML.
@Suite("HTML of random documents")
struct HTMLPropertyTests {
  @Test("the tree renders as cmark renders", arguments: [MarkdownDialect.github, .book])
  func sameBytes(dialect: MarkdownDialect) {
    for seed in UInt64(1)...1500 {
      var random = RandomMarkdown(seed: seed)
      let bytes = seed.isMultiple(of: 3) ? random.document() : random.prose()
      let document = MarkdownDocument(SourceFile(path: "random.md", bytes: bytes), dialect: dialect)
      var renderer = HTMLRenderer(hooks: PlainHooks())
      let ours = String(decoding: renderer.render(document), as: UTF8.self)
      let theirs = String(decoding: CmarkHTML.render(bytes, dialect: dialect), as: UTF8.self)
      #expect(ours == theirs, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }
}
