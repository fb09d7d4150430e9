/// Text that a trace or an output is expected to be, in which `...` stands for what does not matter.
///
/// A line that is `...`, alone or between blanks, matches any number of lines, also none. `...` inside a line matches
/// any text, also none. Blanks at the end of a line do not count. Every text is a pattern.
public struct TracePattern: Sendable, Hashable, CustomStringConvertible {
  /// One line of it.
  enum Line: Sendable, Hashable {
    /// Any number of lines.
    case any
    /// What stands before, between and after the line's `...`; one piece when it has none.
    case pieces([[UInt8]])

    func matches(_ line: [UInt8]) -> Bool {
      guard case .pieces(let pieces) = self else { return true }
      // The parser makes at least one piece of each line.
      guard pieces.count > 1, let first = pieces.first, let last = pieces.last else { return pieces.first == line }
      guard line.count >= first.count + last.count, line.starts(with: first) else { return false }
      guard line[(line.count - last.count)...].elementsEqual(last) else { return false }
      // The leftmost place of each piece leaves the most to those after it.
      var rest = line[first.count..<(line.count - last.count)]
      for piece in pieces[1..<(pieces.count - 1)] {
        guard let end = Self.end(of: piece, in: rest) else { return false }
        rest = rest[end...]
      }
      return true
    }

    /// Where the first `piece` of `text` ends.
    private static func end(of piece: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
      guard text.count >= piece.count else { return nil }
      return (text.startIndex...(text.endIndex - piece.count)).first { start in
        text[start..<(start + piece.count)].elementsEqual(piece)
      }.map { $0 + piece.count }
    }
  }

  let lines: [Line]

  /// The pattern's lines as they were written, without blanks at their ends.
  public let description: String

  /// The pattern that `text` is.
  public init(_ text: String) {
    let texts = Self.lines(of: text)
    description = texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    lines = texts.map { text in
      let dots = Array("...".utf8)
      let content = text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if content.elementsEqual(dots) { return .any }
      var pieces: [[UInt8]] = []
      var start = 0
      var index = 0
      while index < text.count {
        if text[index...].starts(with: dots) {
          pieces.append(Array(text[start..<index]))
          index += dots.count
          start = index
        } else {
          index += 1
        }
      }
      return .pieces(pieces + [Array(text[start...])])
    }
  }

  /// Whether all of `text` is as expected.
  ///
  /// Takes time in proportion to the size of the pattern times the size of the text, at most.
  public func matches(_ text: String) -> Bool {
    let actual = Self.lines(of: text)
    var pattern = 0
    var line = 0
    // Where to go on when what follows the last `...` does not match: it takes one line more.
    var again: (pattern: Int, line: Int)?
    while line < actual.count {
      if pattern < lines.count, lines[pattern] == .any {
        pattern += 1
        again = (pattern, line)
      } else if pattern < lines.count, lines[pattern].matches(actual[line]) {
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

  /// The lines of a text without blanks at their ends; the end of the last line begins no other.
  static func lines(of text: String) -> [[UInt8]] {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      var line = Array(line)
      while let last = line.last, [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains(last) {
        line.removeLast()
      }
      return line
    }
    if lines.last == [] { lines.removeLast() }
    return lines
  }
}
