package import Text

extension MarkdownDocument {
  /// The place that a message about a node points at: all of a link or image, and of other nodes at least their line.
  package func place(of node: Int) -> SourcePlace {
    if let range = range(of: node) { return file.place(range) }
    return SourcePlace(path: file.path)
  }

  /// The bytes of the file that a node takes up; `nil` for the document, and for what cmark makes up itself.
  ///
  /// A block's range goes from the start of its first line's own text to the end of its last line. An inline that
  /// cannot be found has its block's range.
  package func range(of node: Int) -> Range<Int>? {
    guard nodes.indices.contains(node), node > 0 else { return nil }
    guard nodes[node].kind.isInline else { return blockRange(node) }
    var block = Int(nodes[node].parent)
    while nodes[block].kind.isInline { block = Int(nodes[block].parent) }
    return inlineRange(node, in: block) ?? blockRange(block)
  }

  private func blockRange(_ node: Int) -> Range<Int>? {
    var block = node
    // Cells that a row lacks have no position; the row has one.
    while nodes[block].startLine < 1, nodes[block].parent > 0 { block = Int(nodes[block].parent) }
    guard nodes[block].startLine >= 1 else { return nil }
    var containers = Containers(file: file, nodes: nodes, from: offset)
    let first = containers.lineRange(Int(nodes[block].startLine))
    let last = containers.lineRange(max(Int(nodes[block].startLine), Int(nodes[block].endLine)))
    let walk = containers.walk(containers.containers(of: block), line: Int(nodes[block].startLine)).walk
    let start = min(walk.cursor.nextNonblank.offset, first.upperBound)
    return start..<max(start, last.upperBound)
  }

  private func inlineRange(_ node: Int, in block: Int) -> Range<Int>? {
    // A row's cells are followed together, since only their order tells where they begin.
    let unit = nodes[block].kind == .tableCell ? Int(nodes[block].parent) : block
    guard nodes[unit].startLine >= 1 else { return nil }
    var containers = Containers(file: file, nodes: nodes, from: offset)
    let chain = containers.containers(of: unit)
    var content = BlockContent()
    for line in Int(nodes[unit].startLine)...max(Int(nodes[unit].startLine), Int(nodes[unit].endLine)) {
      let range = containers.lineRange(line)
      let start = min(containers.walk(chain, line: line).walk.cursor.offset, range.upperBound)
      content.append(start..<range.upperBound, of: file)
    }
    var locator = InlineLocator(self, content: content, from: startOfInlines(unit, in: content))
    if unit == block {
      locator.follow(block)
    } else {
      for cell in children(of: unit) { locator.follow(cell) }
    }
    guard let found = locator.found[node], !found.isEmpty else { return nil }
    return content.offsets[found.lowerBound]..<content.offsets[found.upperBound - 1] + 1
  }

  /// Where in a block's text its inlines begin: after a heading's marks, an item's box, and definitions of links.
  private func startOfInlines(_ block: Int, in content: BlockContent) -> Int {
    let node = nodes[block]
    var start = content.skippingBlanks(from: 0)
    if node.kind == .heading, content[start] == UInt8(ascii: "#") {
      while content[start] == UInt8(ascii: "#") { start += 1 }
      return start
    }
    let parent = nodes[Int(node.parent)]
    if parent.traits.contains(.task), parent.startLine == node.startLine { return start + 3 }
    guard node.kind == .paragraph || node.kind == .heading else { return start }
    while let end = content.endOfDefinition(from: start) { start = end }
    return start
  }
}
