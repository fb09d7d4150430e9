internal import Markdown
internal import Text

/// Finds `[^name]` where no footnote is called so: Markdown takes it for text.
enum FootnoteCheck {
  /// How many are looked for in the file, where each takes as long as its paragraph.
  private static let lookups = 1000

  /// The uses of footnotes in a text that are not there, at most `limit` of them.
  static func diagnostics(of document: MarkdownDocument, limit: Int) -> [Diagnostic] {
    guard document.text.contains(UInt8(ascii: "^")) else { return [] }
    let places = LinkPlaces(document)
    var found: [Diagnostic] = []
    var defined: [String]?
    var lookups = 0
    var node = 0
    while node < document.nodes.count, found.count < limit {
      guard document.nodes[node].kind == .text else {
        node += 1
        continue
      }
      let first = node
      var text: [UInt8] = []
      // cmark cuts text wherever markup might have begun.
      while node < document.nodes.count, document.nodes[node].kind == .text,
        document.nodes[node].parent == document.nodes[first].parent
      {
        text += document.bytes(document.nodes[node].text)
        node += 1
      }
      for label in labels(in: text) where found.count < limit && lookups < Self.lookups {
        lookups += 1
        // With a backslash before it, it is meant as text.
        guard let place = places.place(of: "[^\(label)]", notAfter: UInt8(ascii: "\\"), near: first) else { continue }
        let known = defined ?? definitions(in: document)
        defined = known
        found.append(
          Diagnostic(
            id: "broken-footnote", "there is no footnote '\(Excerpt.short(label))' in this chapter",
            at: place,
            cure: NearestPath.nearest(label, among: Set(known)).map { "did you mean '[^\($0)]'?" }
              ?? "write it as '[^\(Excerpt.short(label))]: …', or '\\[^' where no footnote is meant"))
      }
    }
    return found
  }

  /// What stands between `[^` and `]` and could name a footnote.
  private static func labels(in text: [UInt8]) -> [String] {
    var labels: [String] = []
    var rest = text[...]
    while let caret = rest.firstIndex(of: UInt8(ascii: "^")) {
      let isOpened = caret > text.startIndex && text[caret - 1] == UInt8(ascii: "[")
      rest = rest[(caret + 1)...]
      guard isOpened, let end = rest.firstIndex(where: { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: "]") }),
        rest[end] == UInt8(ascii: "]"), end > rest.startIndex, !rest[..<end].contains(UInt8(ascii: "["))
      else { continue }
      labels.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[end...]
    }
    return labels
  }

  /// The names of all footnotes of a chapter, also of those that nothing refers to, which cmark drops.
  private static func definitions(in document: MarkdownDocument) -> [String] {
    let file = document.file
    return (1...file.lineCount).filter { file.lineStarts[$0 - 1] >= document.offset }.compactMap { line in
      let text = file.bytes[file.lineRange(line)].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ">") }
      guard text.starts(with: "[^".utf8), let end = text.firstIndex(of: UInt8(ascii: "]")),
        text[end...].dropFirst().first == UInt8(ascii: ":")
      else { return nil }
      return String(decoding: text[(text.startIndex + 2)..<end], as: UTF8.self)
    }
  }
}
