internal import Markdown
internal import Text

/// Finds text that Markdown takes for a tag of HTML, so that no page shows it: `Array<Int>` outside of code.
enum TagCheck {
  /// So many bytes of blocks are followed for the exact places of tags.
  ///
  /// After that, the first tag of the same text is pointed at: blocks full of tags must not take long.
  private static let mostFollowed = 200_000

  /// So many bytes before a tag may belong to the name of a type.
  private static let mostBytes = 200

  /// The tags in a text that begin no element of the web, at most `limit` of them.
  static func diagnostics(of document: MarkdownDocument, limit: Int) -> [Diagnostic] {
    let places = LinkPlaces(document)
    var found: [Diagnostic] = []
    var followed = 0
    for number in document.nodes.indices where found.count < limit {
      let node = document.nodes[number]
      guard node.kind == .htmlInline || node.kind == .htmlBlock else { continue }
      let html = document.bytes(node.text)
      // An inline piece is one tag, and the text around it stands in the nodes beside it.
      let isInline = node.kind == .htmlInline
      let before = isInline ? text(of: number - 1, ifBefore: number, in: document) : ""
      for tag in HTMLAttributes.tags(in: html) where found.count < limit {
        let written = text(html[tag.range])
        let word = word(endingWith: isInline ? before : text(html[..<tag.range.lowerBound].suffix(mostBytes)))
        guard !isMeant(tag, written, after: word) else { continue }
        let isFollowed = isInline && followed < mostFollowed
        if isFollowed { followed += places.lines(of: number)?.count ?? 0 }
        let open = String(repeating: ">", count: word.count { $0 == "<" })
        found.append(
          Diagnostic(
            .warning, id: "unknown-tag",
            "`\(Excerpt.short(written))` is taken for an HTML tag, so the page does not show it",
            at: isFollowed ? document.place(of: number) : places.place(ofHTML: number, tag.range),
            cure: isInline
              ? "write it as code: `\(Excerpt.short(word + written + open))`" : "write `&lt;` in place of `<`"))
      }
    }
    return found
  }

  /// Whether a tag begins an element: one that there is, or one that a script may define, whose name has a hyphen.
  ///
  /// Some types of Swift are called like elements: in `Array<Data>`, none is meant.
  private static func isMeant(_ tag: HTMLAttributes.Tag, _ written: String, after word: Substring) -> Bool {
    if tag.element.contains("-") || tag.element.contains(":") { return true }
    guard WebElements.names.contains(tag.element) else { return false }
    let name = written.dropFirst().prefix(2)
    return word.isEmpty || name.first?.isUppercase != true || name.last?.isLowercase != true
  }

  /// What a text ends with that can belong to the name of a type.
  private static func word(endingWith text: String) -> Substring {
    let length = text.reversed().prefix { $0.isLetter || $0.isNumber || "_.<".contains($0) }.count
    return text.suffix(length)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func text(of number: Int, ifBefore next: Int, in document: MarkdownDocument) -> String {
    guard number >= 0, case let node = document.nodes[number], node.kind == .text, node.nextSibling == next else {
      return ""
    }
    return text(document.bytes(node.text).suffix(mostBytes))
  }
}
