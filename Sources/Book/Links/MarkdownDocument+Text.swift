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

  /// The text that begins at a node, which cmark cuts wherever markup might have begun, and the node after it; `nil`
  /// where none begins.
  func wholeText(at first: Int) -> (text: [UInt8], next: Int)? {
    guard nodes[first].kind == .text else { return nil }
    var (text, node): ([UInt8], Int) = ([], first)
    while node < nodes.count, nodes[node].kind == .text, nodes[node].parent == nodes[first].parent {
      text += bytes(nodes[node].text)
      node += 1
    }
    return (text, node)
  }
}
