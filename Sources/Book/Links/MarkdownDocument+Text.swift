internal import Markdown

extension MarkdownDocument {
  /// The numbers of all nodes within a node, in the order of rendering.
  func descendants(of node: Int) -> Range<Int> {
    // Nodes are numbered a container before what it holds, so those within one follow it without a gap.
    var current = node
    while true {
      if nodes[current].nextSibling >= 0 { return node + 1..<Int(nodes[current].nextSibling) }
      guard nodes[current].parent >= 0 else { return node + 1..<nodes.count }
      current = Int(nodes[current].parent)
    }
  }

  /// What a node says without its markup: the texts, the code and the descriptions of images.
  func plainText(of node: Int) -> String {
    var text = ""
    for inner in descendants(of: node) {
      switch nodes[inner].kind {
      case .text, .code: text += string(nodes[inner].text)
      case .softBreak, .lineBreak: text += " "
      default: break
      }
    }
    return text
  }
}
