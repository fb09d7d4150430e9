/// Which lines of an example are compiled but shown only on demand.
///
/// The lines from `// snippet.hide` to `// snippet.show` are hidden, or to the end of the example. The marks are not
/// shown at all, and do not count each other: hiding what is hidden, or showing what is shown, changes nothing. A mark
/// is a line with nothing else on it but blanks; it is compiled like any comment, so lines keep their numbers. Lines
/// with the prefix that a book hides lines by are hidden besides.
package struct HiddenLines: Sendable, Hashable {
  /// The hidden lines, counted from 0, without the marks.
  package let ranges: [Range<Int>]

  /// The lines that are marks, counted from 0.
  package let marks: [Int]

  /// A comment that looks like a mark and is none.
  package struct Mistake: Sendable, Hashable {
    /// Its line, counted from 0.
    package var line: Int
    /// What follows the slashes, as far as the next blank.
    package var word: String
    /// Where that begins in the line, in bytes.
    package var offset: Int
    /// Whether it would be a mark if nothing else stood on its line.
    package var isMark: Bool
    /// Whether it would be a mark if it were not a line of a string literal.
    package var isText = false
  }

  /// What looks like a mark and is none.
  package let mistakes: [Mistake]

  /// The words of marks.
  package static let words = ["snippet.hide", "snippet.show"]

  /// Finds the marks among `lines`; those with the numbers `besides`, from 0, are hidden in any case.
  package init(_ lines: [String], besides: Set<Int> = []) {
    var mistakes: [Mistake] = []
    var marks: [Int] = []
    var hides = false
    var hidden = besides
    let texts = lines.contains { $0.contains("snippet.") } ? CodeScanner.linesOfStrings(lines) : []
    for (number, line) in lines.enumerated() {
      guard !texts.contains(number), let isBeginning = Self.mark(line) else {
        // A literal may print any words but those that hide something elsewhere: these are hardly meant to be printed.
        if var mistake = Self.mistake(line, number), mistake.isMark || !texts.contains(number) {
          mistake.isText = texts.contains(number)
          mistakes.append(mistake)
        }
        if hides { hidden.insert(number) }
        continue
      }
      hides = isBeginning
      hidden.remove(number)
      marks.append(number)
    }
    ranges = Self.ranges(hidden.sorted())
    self.marks = marks
    self.mistakes = mistakes
  }

  /// Whether a line, counted from 0, is shown to every reader.
  package func shows(_ line: Int) -> Bool {
    !marks.contains(line) && !ranges.contains { $0.contains(line) }
  }

  /// Neighbors put together.
  private static func ranges(_ numbers: [Int]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number {
        ranges[ranges.count - 1] = last.lowerBound..<(number + 1)
      } else {
        ranges.append(number..<(number + 1))
      }
    }
    return ranges
  }

  /// Whether the line is a mark that hides what follows, or shows it again; nil when it is not a mark.
  private static func mark(_ line: String) -> Bool? {
    let text = trimmed(Substring(line).utf8)
    guard text.starts(with: "//".utf8) else { return nil }
    switch String(Substring(trimmed(text.dropFirst(2)))) {
    case "snippet.hide": return true
    case "snippet.show": return false
    default: return nil
    }
  }

  /// What is wrong with a line that is a comment beginning with `snippet.`, and no mark.
  private static func mistake(_ line: String, _ number: Int) -> Mistake? {
    let text = trimmed(Substring(line).utf8)
    guard text.starts(with: "//".utf8) else { return nil }
    let comment = trimmed(text.dropFirst(2))
    guard comment.starts(with: "snippet.".utf8) else { return nil }
    let word = comment.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    let name = String(Substring(word))
    return Mistake(
      line: number, word: name, offset: line.utf8.distance(from: line.startIndex, to: word.startIndex),
      isMark: words.contains(name))
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text
    while let first = text.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") { text.removeFirst() }
    while let last = text.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { text.removeLast() }
    return text
  }
}
