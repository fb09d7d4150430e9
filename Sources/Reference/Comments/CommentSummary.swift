internal import Markdown
internal import Text

/// The first paragraph of a text, as lists have it.
struct CommentSummary {
  /// The page that the text is shown on, where its links are looked up.
  let page: String
  let index: SymbolIndex

  /// The paragraph as Markdown on one line, without links: they would be links of another page.
  func text(of text: CommentText) -> String {
    let document = MarkdownDocument(text.file)
    guard case let first = Int(document.nodes[0].firstChild), first >= 0, document.nodes[first].kind == .paragraph
    else {
      return ""
    }
    return document.descendants(of: first).map { node in
      switch document.nodes[node].kind {
      case .text: shown(document.string(document.nodes[node].text), as: node, of: document)
      case .code: MarkdownEscaping.code(Self.name(document.string(document.nodes[node].text)))
      case .softBreak, .lineBreak: " "
      default: ""
      }
    }.joined()
  }

  /// A text as it is; the name in `<doc:…>` as a page shows it.
  private func shown(_ text: String, as node: Int, of document: MarkdownDocument) -> String {
    let parent = Int(document.nodes[node].parent)
    guard document.nodes[parent].kind == .link, text == document.string(document.nodes[parent].text),
      text.hasPrefix("doc:")
    else { return MarkdownEscaping.text(text) }
    if text.hasPrefix("doc:#"), let heading = document.headingText(called: HeadingID.slug(String(text.dropFirst(4)))) {
      return MarkdownEscaping.text(heading)
    }
    if let target = try? index.resolve(document: String(text.dropFirst(4)), from: page).get() {
      return target.shownName
    }
    let name = text.dropFirst(4).prefix { $0 != "#" }.split(separator: "/").last
    return name.map { MarkdownEscaping.code(String($0)) } ?? MarkdownEscaping.text(text)
  }

  /// A symbol's own name; the code itself where it is not the name of one.
  private static func name(_ code: String) -> String {
    guard code.contains("/"), !code.contains(where: \.isWhitespace), let last = code.split(separator: "/").last else {
      return code
    }
    return last.first.map { $0.isLetter || $0 == "_" } ?? false ? String(last) : code
  }
}
