/// Lines that a text is expected to have; some stand for any number of lines, and parts of others for any text.
///
/// How such lines are written is another's affair: `TracePattern` reads those of traces.
package struct LinePattern: Sendable, Hashable {
  /// One line of it.
  package enum Line: Sendable, Hashable {
    /// Any number of lines.
    case any
    /// What stands before, between and after the parts that may be any text; one piece when there are none.
    case pieces([[UInt8]])

    /// Whether a text's line is as expected, in time proportional to the lengths of both.
    package func matches(_ line: [UInt8]) -> Bool {
      guard case .pieces(let pieces) = self else { return true }
      guard pieces.count > 1, let first = pieces.first, let last = pieces.last else { return pieces.first == line }
      guard line.count >= first.count + last.count, line.starts(with: first) else { return false }
      guard line[(line.count - last.count)...].elementsEqual(last) else { return false }
      // The leftmost place of each piece leaves the most to those after it.
      var rest = line[first.count..<(line.count - last.count)]
      for piece in pieces[1..<(pieces.count - 1)] where !piece.isEmpty {
        guard let end = Self.end(of: piece, in: rest) else { return false }
        rest = rest[end...]
      }
      return true
    }

    /// Where the first `piece` of `text` ends; no byte of the text is looked at again after a mismatch.
    private static func end(of piece: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
      // For each start of the piece, how much of it is also the end of that start.
      var borders = [0]
      for index in piece.indices.dropFirst() {
        let border = extended(borders[index - 1], by: piece[index], of: piece, borders)
        borders.append(border)
      }
      var found = 0
      for index in text.indices {
        found = extended(found, by: text[index], of: piece, borders)
        if found == piece.count { return index + 1 }
      }
      return nil
    }

    /// How much of the piece's start ends at a byte when `length` of it ended right before.
    private static func extended(_ length: Int, by byte: UInt8, of piece: [UInt8], _ borders: [Int]) -> Int {
      var length = length
      while length > 0, piece[length] != byte { length = borders[length - 1] }
      return piece[length] == byte ? length + 1 : 0
    }
  }

  /// What stands for any text, or any lines, where patterns are written.
  package static let dots = Array("...".utf8)

  /// The lines, first to last.
  package let lines: [Line]

  /// A pattern of these lines.
  package init(_ lines: [Line]) {
    self.lines = lines
  }

  /// Whether all of `text` is as expected.
  ///
  /// Takes time in proportion to the size of the pattern times the size of the text, at most.
  package func matches(_ text: [[UInt8]]) -> Bool {
    var pattern = 0
    var line = 0
    // Where to go on when what follows the last line for any does not match: it takes one line more.
    var again: (pattern: Int, line: Int)?
    while line < text.count {
      if pattern < lines.count, lines[pattern] == .any {
        pattern += 1
        again = (pattern, line)
      } else if pattern < lines.count, lines[pattern].matches(text[line]) {
        pattern += 1
        line += 1
      } else if let last = again {
        again = (last.pattern, last.line + 1)
        (pattern, line) = (last.pattern, last.line + 1)
      } else {
        return false
      }
    }
    return lines[pattern...].allSatisfy { $0 == .any }
  }
}
