extension MarkdownDocument {
  /// The same document in which some nodes say something else.
  ///
  /// Places of nodes are found by what the file says, so they have to be asked of the document that was read.
  package func replacing(_ texts: [Int: [UInt8]]) -> MarkdownDocument {
    var nodes = nodes
    var text = text
    for (number, bytes) in texts.sorted(by: { $0.key < $1.key }) {
      nodes[number].text = Node.TextRange(start: Int32(text.count), count: Int32(bytes.count))
      text += bytes
    }
    return MarkdownDocument(self, nodes: nodes, text: text)
  }
}
