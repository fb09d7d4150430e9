internal import Markdown
internal import Text

/// Members that a comment puts below one heading.
struct Topic {
  var title: String
  /// What the comment says about them.
  var text = PageText()
  var links: [SymbolLink] = []
}

extension DocComment {
  /// Tells of items that lists of symbols do not show: those that are not links to symbols or articles, and words
  /// beside a link.
  mutating func warnOfWords(in list: Int) {
    for block in document.descendants(of: list) {
      guard document.nodes[block].kind == .paragraph, let range = document.range(of: block) else { continue }
      let links = document.descendants(of: block).filter { SymbolLink($0, in: document) != nil }
      let linked = Set(links + links.flatMap(document.descendants))
      let hasWords = document.descendants(of: block).contains { node in
        !linked.contains(node) && [.text, .code, .image].contains(document.nodes[node].kind)
          && document.string(document.nodes[node].text).contains { $0.isLetter || $0.isNumber }
      }
      guard hasWords else { continue }
      diagnostics.append(
        Diagnostic(
          .warning, id: "unshown-item",
          links.isEmpty
            ? "this item is not shown, because it is not a link to a symbol or an article"
            : "what this item says besides its link is not shown: lists have the first paragraph of what it leads to",
          at: file.place(range), cure: "write it as a paragraph below the heading"))
    }
  }
}
