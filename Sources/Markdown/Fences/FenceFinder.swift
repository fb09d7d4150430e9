import Text

/// Finds the bytes of a document's fenced code blocks.
///
/// cmark says on which line a fence begins and what its lines say. A line's text is always the end of the file's line,
/// so containers need not be taken apart to find it, only to tell how a new line would have to begin.
struct FenceFinder {
  private let file: SourceFile
  private let nodes: [Node]
  private let text: [UInt8]
  private var containers: Containers

  init(file: SourceFile, nodes: [Node], text: [UInt8], from offset: Int) {
    self.file = file
    self.nodes = nodes
    self.text = text
    containers = Containers(file: file, nodes: nodes, from: offset)
  }

  /// All fences, in the order of the file.
  mutating func fences() -> [Fence] {
    let blocks = nodes.indices.filter { nodes[$0].kind == .codeBlock && nodes[$0].traits.contains(.fenced) }
    guard !blocks.isEmpty else { return [] }
    return blocks.map { fence($0) }.sorted { $0.opening.lowerBound < $1.opening.lowerBound }
  }

  private mutating func fence(_ number: Int) -> Fence {
    let node = nodes[number]
    let line = Int(node.startLine)
    var chain: [Int]? = containers.containers(of: number)
    let isInFootnote = chain?.contains { nodes[$0].kind == .footnoteDefinition } ?? false
    let indentation = Int(node.count)
    var (walk, isComplete) = containers.walk(chain ?? [], line: line)
    var start = walk.cursor.nextNonblank.offset
    if !isComplete || !isFence(at: start) || start - walk.cursor.offset != indentation {
      chain = nil
      walk = containers.walkToFence(line: line, indentation: indentation)
      start = walk.cursor.nextNonblank.offset
    }
    let prefix = walk.finishedPrefix
    let opening = start..<max(start, containers.lineRange(line).upperBound)
    let run = runLength(at: start, before: opening.upperBound)
    let lines = lines(of: node, after: line)
    let closing = closing(of: node, at: start, chain: chain, line: line + lines.count + 1)
    let lastLine = line + lines.count + (closing == nil ? 0 : 1)
    let last = lineEnd(after: containers.lineRange(lastLine).upperBound)
    let end = lineEnd(after: opening.upperBound)
    return Fence(
      node: number, parent: Int(node.parent), siblingIndex: Int(node.siblingIndex),
      infoString: String(decoding: text[node.detail.offsets], as: UTF8.self),
      infoRange: trimmed(start + run..<opening.upperBound), opening: opening, closing: closing, lines: lines,
      containerPrefix: prefix.last == UInt8(ascii: ">") && indentation == 0 ? prefix + [UInt8(ascii: " ")] : prefix,
      indentation: indentation, character: start < file.bytes.count ? file.bytes[start] : UInt8(ascii: "`"),
      length: run, lineEnd: end.isEmpty ? usualLineEnd() : Array(file.bytes[end]),
      fullLines: containers.lineRange(line).lowerBound..<last.upperBound, endsWithoutLineEnd: last.isEmpty,
      closingStart: closing == nil ? last.upperBound : containers.lineRange(lastLine).lowerBound,
      keepsPrefixOnBlankLines: isInFootnote)
  }

  /// The lines of a block's text, each with its place.
  private func lines(of node: Node, after opening: Int) -> [Fence.Line] {
    var lines: [Fence.Line] = []
    var start = node.text.offsets.lowerBound
    let textEnd = node.text.offsets.upperBound
    while start < textEnd {
      let end = text[start..<textEnd].firstIndex(of: UInt8(ascii: "\n")) ?? textEnd
      lines.append(line(start..<end, number: opening + lines.count + 1))
      start = end + 1
    }
    return lines
  }

  private func line(_ content: Range<Int>, number: Int) -> Fence.Line {
    let source = containers.lineRange(number)
    var from = source.upperBound
    var rest = content.upperBound
    while rest > content.lowerBound, from > source.lowerBound {
      let byte = file.bytes[from - 1]
      if byte == 0, rest - content.lowerBound >= 3 {
        rest -= 3
      } else if byte == text[rest - 1] {
        rest -= 1
      } else {
        break
      }
      from -= 1
    }
    return Fence.Line(
      text: String(decoding: text[content], as: UTF8.self), start: source.lowerBound, range: from..<source.upperBound,
      end: lineEnd(after: source.upperBound), splitSpaces: rest - content.lowerBound)
  }

  /// The closing line, if `line` is one: otherwise the containers end before it.
  private mutating func closing(of node: Node, at opening: Int, chain: [Int]?, line: Int) -> Range<Int>? {
    guard line <= containers.lineCount, opening < file.bytes.count else { return nil }
    let source = containers.lineRange(line)
    var end = source.upperBound
    while end > source.lowerBound, isBlank(file.bytes[end - 1]) { end -= 1 }
    var start = end
    while start > source.lowerBound, file.bytes[start - 1] == file.bytes[opening] { start -= 1 }
    guard end - start >= Int(node.number) else { return nil }
    if let chain {
      let (walk, isComplete) = containers.walk(chain, line: line)
      let mark = walk.cursor.nextNonblank
      guard isComplete, mark.offset == start, mark.column - walk.cursor.column < 4 else { return nil }
    } else {
      let quote = UInt8(ascii: ">")
      let first = containers.lineRange(Int(node.startLine)).lowerBound
      guard file.bytes[source.lowerBound..<start].allSatisfy({ isBlank($0) || $0 == quote }) else { return nil }
      let quotes = [first..<opening, source.lowerBound..<start].map { file.bytes[$0].count { $0 == quote } }
      guard quotes[0] == quotes[1] else { return nil }
    }
    return start..<source.upperBound
  }

  private func isFence(at offset: Int) -> Bool {
    guard offset + 2 < file.bytes.count else { return false }
    let byte = file.bytes[offset]
    guard byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~") else { return false }
    return file.bytes[offset + 1] == byte && file.bytes[offset + 2] == byte
  }

  private func runLength(at start: Int, before end: Int) -> Int {
    file.bytes[start..<end].prefix { $0 == file.bytes[start] }.count
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, isBlank(file.bytes[first]) { range = first + 1..<range.upperBound }
    while let last = range.last, isBlank(file.bytes[last]) { range = range.lowerBound..<last }
    return range
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// The line end that begins at `offset`, if any.
  private func lineEnd(after offset: Int) -> Range<Int> {
    guard offset < file.bytes.count else { return offset..<offset }
    let isPair =
      file.bytes[offset] == UInt8(ascii: "\r") && offset + 1 < file.bytes.count
      && file.bytes[offset + 1] == UInt8(ascii: "\n")
    return offset..<offset + (isPair ? 2 : 1)
  }

  private func usualLineEnd() -> [UInt8] {
    let first = lineEnd(after: file.lineRange(1).upperBound)
    return first.isEmpty ? [UInt8(ascii: "\n")] : Array(file.bytes[first])
  }
}
