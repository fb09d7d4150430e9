/// Text that a trace or an output is expected to be, in which `...` stands for what does not matter.
///
/// A line that is `...`, alone or between blanks, matches any number of lines, also none. `...` inside a line matches
/// any text, also none. Blanks at the end of a line do not count. Every text is a pattern.
public struct TracePattern: Sendable, Hashable, CustomStringConvertible {
  /// The lines.
  package let pattern: LinePattern

  /// The pattern's lines as they were written, without blanks at their ends.
  public let description: String

  /// The pattern that `text` is.
  public init(_ text: String) {
    let texts = Self.lines(of: text)
    description = texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    pattern = LinePattern(
      texts.map { text in
        let content = text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return content.elementsEqual(LinePattern.dots) ? .any : .pieces(Self.pieces(of: text))
      })
  }

  /// What stands before, between and after the `...` of a line.
  private static func pieces(of text: [UInt8]) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var start = 0
    var index = 0
    while index < text.count {
      if text[index...].starts(with: LinePattern.dots) {
        pieces.append(Array(text[start..<index]))
        index += LinePattern.dots.count
        start = index
      } else {
        index += 1
      }
    }
    return pieces + [Array(text[start...])]
  }

  /// Whether all of `text` is as expected.
  ///
  /// Takes time in proportion to the size of the pattern times the size of the text, at most.
  public func matches(_ text: String) -> Bool {
    pattern.matches(Self.lines(of: text))
  }

  /// The lines of a text without blanks at their ends; the end of the last line begins no other.
  package static func lines(of text: String) -> [[UInt8]] {
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
