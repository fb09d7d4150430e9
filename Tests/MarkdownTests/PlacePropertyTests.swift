import Markdown
import Testing
import Text

/// Links are found wherever they stand.
@Suite("Places in random documents")
struct PlacePropertyTests {
  @Test("each link's range is the link, from its bracket to its end")
  func links() {
    var count = 0
    for seed in UInt64(1)...1500 {
      var random = RandomMarkdown(seed: seed)
      let bytes = random.links()
      let document = MarkdownDocument(SourceFile(path: "random.md", bytes: bytes))
      for (number, node) in document.nodes.enumerated() where node.kind == .link || node.kind == .image {
        let url = document.string(node.text)
        guard let mark = url.firstRange(of: "/u").map({ String(url[$0.lowerBound...]) }),
          let range = document.range(of: number)
        else { continue }
        count += 1
        let source = String(decoding: bytes[range], as: UTF8.self)
        #expect(
          isLink(source, leadingTo: mark),
          "\(mark): \(source.debugDescription) in \(String(decoding: bytes, as: UTF8.self).debugDescription)")
      }
    }
    #expect(count > 5000)
  }

  private func isLink(_ source: String, leadingTo url: String) -> Bool {
    let forms = [
      "[text](\(url))", "[te *x*](<\(url)> \"ti ) tle\")", "![text `]`](\(url))", "<http:/\(url)>",
      "http://example.com\(url)", "[full][\(url)]", "[\(url)]", "[![in](/img)](\(url))",
    ]
    return forms.contains(source) || source.hasPrefix("[a") && source.contains(url) && source.hasSuffix("line')")
  }
}
