extension MarkdownDocument {
  /// The text in a node without any markup, as an image's description or a heading's anchor needs it.
  package func plainText(of node: Int) -> String {
    var bytes: [UInt8] = []
    eachPlainText(in: node) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Calls `body` with each piece of text in a node; breaks of lines are blanks.
  func eachPlainText(in node: Int, _ body: (ArraySlice<UInt8>) -> Void) {
    let blank: ArraySlice = [UInt8(ascii: " ")]
    for descendant in descendants(of: node) {
      switch nodes[descendant].kind {
      case .text, .code, .htmlInline: body(bytes(nodes[descendant].text))
      case .softBreak, .lineBreak: body(blank)
      default: break
      }
    }
  }

  /// The numbers of all nodes in a node: they follow it without a gap.
  package func descendants(of node: Int) -> Range<Int> {
    var last = node
    while nodes[last].nextSibling < 0, nodes[last].parent >= 0 { last = Int(nodes[last].parent) }
    return node + 1..<(nodes[last].nextSibling < 0 ? nodes.count : Int(nodes[last].nextSibling))
  }

  /// Whether a paragraph stands in a list without space between its items, and so needs no tags.
  package func isTight(_ paragraph: Int) -> Bool {
    let parent = nodes[paragraph].parent
    guard parent > 0 else { return false }
    let list = nodes[Int(nodes[Int(parent)].parent)]
    return list.kind == .list && list.traits.contains(.tight)
  }
}
