internal import Markdown
internal import Recordings
internal import Text

/// Finds examples in footnotes that nothing refers to: Markdown leaves them out.
enum LostFootnotes {
  /// What is wrong with each example in such a footnote.
  static func problems(in document: MarkdownDocument) -> [Diagnostic] {
    let labels = labels(in: document.file.bytes)
    // Those that are shown are among them.
    guard labels.count > document.footnotes.count else { return [] }
    // Before the text, where nothing can keep them from being references.
    let references = Array((labels.sorted().map { "[^\($0)]" }.joined(separator: " ") + "\n\n").utf8)
    let bytes = Array(document.file.bytes[..<document.offset] + references + document.file.bytes[document.offset...])
    let whole = MarkdownDocument(SourceFile(path: document.file.path, bytes: bytes), from: document.offset)
    let found = Set(document.fences.map(\.opening.lowerBound))
    return whole.fences.compactMap { fence in
      let opening = fence.opening.lowerBound - references.count..<fence.opening.upperBound - references.count
      guard !found.contains(opening.lowerBound), InfoString(bytes, fence.infoRange).language == "swift",
        let label = footnote(of: fence, in: whole)
      else { return nil }
      return Diagnostic(
        id: "lost-example",
        "nothing refers to the footnote `\(label)`, so this example is neither run nor shown",
        at: document.file.place(opening), cure: "write `[^\(label)]` in the text, or remove the footnote")
    }
  }

  /// Whatever stands in the text as the label of a footnote does.
  private static func labels(in bytes: [UInt8]) -> Set<String> {
    var labels: Set<String> = []
    var rest = bytes[...]
    while let mark = rest.firstRange(of: Array("[^".utf8)) {
      rest = rest[mark.upperBound...]
      let label = rest.prefix { !" \t\r\n]".utf8.contains($0) }
      if !label.isEmpty, rest[label.endIndex...].starts(with: "]:".utf8) {
        labels.insert(String(decoding: label, as: UTF8.self))
      }
    }
    return labels
  }

  /// The label of the footnote that a fence stands in.
  private static func footnote(of fence: Fence, in document: MarkdownDocument) -> String? {
    var node = fence.parent
    while node > 0, document.nodes[node].kind != .footnoteDefinition { node = Int(document.nodes[node].parent) }
    return node > 0 ? document.string(document.nodes[node].text) : nil
  }
}
