import Text

/// What a document's blocks stand in, as their lines have to be read: from the outside to the inside.
struct Containers {
  private let file: SourceFile
  private let nodes: [Node]
  private let offset: Int
  private let firstLine: Int

  /// The indentation that belongs to each item met so far.
  private var itemWidths: [Int: Int] = [:]

  /// The containers of each footnote met so far; cmark takes footnotes out of them.
  private var footnoteContainers: [Int: [Int]] = [:]

  init(file: SourceFile, nodes: [Node], from offset: Int) {
    self.file = file
    self.nodes = nodes
    self.offset = offset
    firstLine = file.line(at: offset)
  }

  /// The bytes of a line, counted as cmark does from where the Markdown begins.
  func lineRange(_ line: Int) -> Range<Int> {
    let number = min(max(line, 1) + firstLine - 1, file.lineStarts.count)
    let range = file.lineRange(number)
    return max(range.lowerBound, min(offset, range.upperBound))..<range.upperBound
  }

  /// The number of lines from where the Markdown begins.
  var lineCount: Int { file.lineCount - firstLine + 1 }

  /// The containers of a block, the outermost first.
  mutating func containers(of node: Int) -> [Int] {
    var chain: [Int] = []
    var current = Int(nodes[node].parent)
    while current > 0 {
      switch nodes[current].kind {
      case .blockQuote, .item: chain.append(current)
      case .footnoteDefinition:
        chain.append(current)
        return containers(ofFootnote: current) + chain.reversed()
      default: break
      }
      current = Int(nodes[current].parent)
    }
    return chain.reversed()
  }

  /// Walks over the marks of `containers` on one of their lines, as far as they are there.
  mutating func walk(_ containers: [Int], line: Int) -> (walk: ContainerWalk, isComplete: Bool) {
    var walk = ContainerWalk(LineCursor(file.bytes, line: lineRange(line)))
    for container in containers {
      guard pass(container, of: containers, on: line, with: &walk) else { return (walk, false) }
    }
    return (walk, true)
  }

  /// Walks over all marks before a fence, where its containers are not known.
  ///
  /// cmark drops footnotes that nothing refers to, and footnotes within them lose what they stood in.
  func walkToFence(line: Int, indentation: Int) -> ContainerWalk {
    var walk = ContainerWalk(LineCursor(file.bytes, line: lineRange(line)))
    while true {
      let mark = walk.cursor.nextNonblank
      switch walk.cursor.byte(at: mark.offset) {
      case UInt8(ascii: "`"), UInt8(ascii: "~"), nil:
        while mark.offset - walk.cursor.offset > indentation { _ = walk.passIndentation(1) }
        return walk
      case UInt8(ascii: ">"):
        _ = walk.passIndentation(mark.column - walk.cursor.column)
        _ = walk.passQuote()
      case UInt8(ascii: "["):
        _ = walk.passIndentation(mark.column - walk.cursor.column)
        guard walk.passFootnoteLabel() else { return walk }
      default:
        _ = walk.passIndentation(mark.column - walk.cursor.column)
        guard walk.passMarker() != nil else { return walk }
      }
    }
  }

  private mutating func pass(_ node: Int, of chain: [Int], on line: Int, with walk: inout ContainerWalk) -> Bool {
    let startsHere = Int(nodes[node].startLine) == line
    switch nodes[node].kind {
    case .blockQuote:
      return walk.passQuote()
    case .footnoteDefinition:
      return startsHere ? walk.passFootnoteLabel() : walk.passIndentation(4)
    case .item:
      guard startsHere else { return walk.passIndentation(width(of: node, in: chain)) }
      guard let width = walk.passMarker() else { return false }
      itemWidths[node] = width
      return true
    default:
      return true
    }
  }

  private mutating func width(of item: Int, in chain: [Int]) -> Int {
    if let width = itemWidths[item] { return width }
    // The containers around the item come first in a walk, so their widths are known by now.
    let before = chain.prefix { $0 != item }
    _ = walk(Array(before) + [item], line: Int(nodes[item].startLine))
    return itemWidths[item, default: 2]
  }

  /// What a footnote stood in: the containers that are open on its first line.
  private mutating func containers(ofFootnote node: Int) -> [Int] {
    if let known = footnoteContainers[node] { return known }
    let line = nodes[node].startLine
    // What begins in the first column is in no container, whatever else is open.
    if file.bytes[lineRange(Int(line))].first == UInt8(ascii: "[") {
      footnoteContainers[node] = []
      return []
    }
    let open = nodes.indices.filter { candidate in
      switch nodes[candidate].kind {
      case .blockQuote, .item, .footnoteDefinition: break
      default: return false
      }
      guard candidate != node, nodes[candidate].startLine <= line, line <= nodes[candidate].endLine else {
        return false
      }
      return !isWithin(candidate, node)
    }
    .sorted {
      (nodes[$0].startLine, nodes[$0].startColumn, $0) < (nodes[$1].startLine, nodes[$1].startColumn, $1)
    }
    footnoteContainers[node] = open
    return open
  }

  private func isWithin(_ node: Int, _ container: Int) -> Bool {
    var current = node
    while current > container { current = Int(nodes[current].parent) }
    return current == container
  }
}
