package import Markdown
package import Text

/// A name between two backquotes on each side, or a link whose address begins with `doc:`.
package struct SymbolLink: Sendable {
  /// What a page says in its place.
  enum Destination {
    /// Markdown.
    case text(String)
    /// Markdown that is not a link, and why.
    case wrong(String, Diagnostic)
  }

  /// How it is written.
  package enum Form: Hashable, Sendable {
    /// ` ``Loop/run()`` `, which shows the symbol's name.
    case symbol
    /// `<doc:Name>`, which shows the title of what it leads to.
    case document
    /// `[words](doc:Name)`, of which only the destination is looked up.
    case words(String)
  }

  package var form: Form
  /// The name that is looked up.
  package var name: String
  /// Where all of it stands in the text.
  package var range: Range<Int>
  /// Where a message points.
  package var place: SourcePlace

  /// Takes a node of a text if it is one.
  ///
  /// What has a blank or a backquote in it is code as before.
  package init?(_ node: Int, in document: MarkdownDocument) {
    switch document.nodes[node].kind {
    case .code:
      guard let range = document.range(of: node) else { return nil }
      let bytes = document.file.bytes[range]
      guard bytes.prefix(while: { $0 == UInt8(ascii: "`") }).count == 2 else { return nil }
      let name = String(decoding: bytes.dropFirst(2).dropLast(2), as: UTF8.self)
      guard !name.isEmpty, !name.contains(where: { $0 == "`" || $0.isWhitespace }) else { return nil }
      self.name = name
      self.range = range
      form = .symbol
      place = document.file.place(range.lowerBound + 2..<range.upperBound - 2)
    case .link:
      let address = document.string(document.nodes[node].text)
      guard address.hasPrefix("doc:"), let range = document.range(of: node) else { return nil }
      name = String(address.dropFirst(4))
      self.range = range
      place = document.file.place(range)
      form =
        document.file.bytes[range.lowerBound] == UInt8(ascii: "<")
        ? .document : .words(document.plainText(of: node))
    default: return nil
    }
  }
}
