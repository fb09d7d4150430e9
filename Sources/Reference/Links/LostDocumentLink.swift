package import Markdown
package import Text

/// Text that its author took for a link such as `<doc:My Page>`: a blank ends the address of a link.
package struct LostDocumentLink {
  /// What is told about it.
  package let diagnostic: Diagnostic
  /// Where it stands in the text.
  package let range: Range<Int>

  /// Those of a text.
  package static func all(in document: MarkdownDocument) -> [LostDocumentLink] {
    document.nodes.indices.flatMap { node -> [LostDocumentLink] in
      guard [.paragraph, .heading].contains(document.nodes[node].kind), let range = document.range(of: node) else {
        return []
      }
      let text = String(decoding: document.file.bytes[range], as: UTF8.self)
      guard text.contains("doc:") else { return [] }
      let others = document.descendants(of: node).filter {
        [.code, .link, .image, .htmlInline].contains(document.nodes[$0].kind)
      }.compactMap(document.range)
      let found = text.matches(of: /(?:^|[^\\])(<doc:([^<>]*\s[^<>]*)>|\]\(doc:([^()<>]*\s[^()<>]*)\))/)
      return found.compactMap { match in
        let start = range.lowerBound + text[..<match.output.1.startIndex].utf8.count
        guard !others.contains(where: { $0.contains(start) }) else { return nil }
        let words = (match.output.2 ?? match.output.3 ?? "").split(whereSeparator: \.isWhitespace)
        let address = "doc:\(words.joined(separator: "-"))"
        return LostDocumentLink(
          at: start..<start + match.output.1.utf8.count, in: document.file,
          meant: match.output.2 == nil ? "](\(address))" : "<\(address)>")
      }
    }
  }

  private init(at range: Range<Int>, in file: SourceFile, meant: String) {
    self.range = range
    diagnostic = Diagnostic(
      .warning, id: "lost-link", "this is text, and not a link, because there is a blank in its address",
      at: file.place(range), cure: "write \(meant)")
  }
}
