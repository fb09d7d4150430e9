internal import Markdown
internal import Text

/// Finds rows of tables with more cells than the table has columns: Markdown leaves out what is in the others.
enum TableCheck {
  /// What is wrong with the rows of a text, at most `limit` of them.
  static func diagnostics(of document: MarkdownDocument, limit: Int) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for number in document.nodes.indices where found.count < limit {
      let node = document.nodes[number]
      guard node.kind == .tableRow, !node.traits.contains(.header), let line = document.lines(of: number)?.lowerBound
      else { continue }
      let columns = Int(document.nodes[Int(node.parent)].number)
      let cells = cells(of: document.file.lineRange(line), in: document.file.bytes)
      guard cells.count > columns, let first = cells[columns...].first(where: { !$0.isEmpty }) else { continue }
      found.append(
        Diagnostic(
          .warning, id: "lost-cells",
          "this row has \(cells.count) cells, but the table has \(columns): the page leaves out the rest",
          at: document.file.place(first.lowerBound..<cells[cells.count - 1].upperBound),
          cure: "write `\\|` for a bar that does not end a cell, also in code"))
    }
    return found
  }

  /// Where the cells of a row stand, without the blanks around what they say: every bar divides them, also in code.
  private static func cells(of line: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
    let bar = UInt8(ascii: "|")
    var start = line.lowerBound
    // Only quotations and blanks stand before a row, and the first bar may be left out.
    while start < line.upperBound, " \t>".utf8.contains(bytes[start]) { start += 1 }
    if start < line.upperBound, bytes[start] == bar { start += 1 }
    var cells: [Range<Int>] = []
    // Right behind a backslash no bar divides, whatever stands before that.
    for position in start..<line.upperBound
    where bytes[position] == bar && (position == line.lowerBound || bytes[position - 1] != UInt8(ascii: "\\")) {
      cells.append(trimmed(start..<position, in: bytes))
      start = position + 1
    }
    let rest = trimmed(start..<line.upperBound, in: bytes)
    return rest.isEmpty ? cells : cells + [rest]
  }

  private static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let start = bytes[range].drop(while: isBlank)
    let blanks = start.reversed().prefix(while: isBlank).count
    return start.startIndex..<start.endIndex - blanks
  }
}
