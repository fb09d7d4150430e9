internal import LoopTracing
package import Recordings

/// How lines that came differ from those that were expected, line by line.
package struct LineDifference: Sendable, Hashable {
  /// What became of a line.
  package enum Mark: Sendable, Hashable {
    /// It came as expected.
    case same
    /// It was expected and did not come; or it is what was written before.
    case expected
    /// It came and was not expected; or it is what is written now.
    case came
  }

  /// One line of either side, or a line of both.
  package struct Line: Sendable, Hashable {
    package var mark: Mark

    /// What it says, as it is written in a recording.
    package var text: String

    /// Its number among the expected lines, from 0; nil when it only came.
    package var expectedLine: Int?

    /// Its number among the lines that came, from 0; nil when it did not, or when a `...` stands for it.
    package var cameLine: Int?

    /// The scalars of the text in which it differs from the line that it stands against, if only in a part.
    package var differingPart: Range<Int>?

    /// Whether it differs from the line that it stands against only in spaces that look alike; its text then has them
    /// as escapes.
    package var spellsSpaces = false
  }

  /// All lines, aligned so that as many as possible are the same.
  package let lines: [Line]

  /// Sets what came beside a pattern, whose lines were written like `written`.
  ///
  /// - Parameter spellsSpaces: Whether spaces become escapes where two lines would look the same.
  private init(
    _ pattern: LinePattern, written: [String], came: [[UInt8]], spellsSpaces: Bool, cameWritten: (Int) -> String
  ) {
    var lines: [Line] = []
    for step in PatternSteps(pattern, came).steps {
      switch step {
      case .same(let line, let cameLine):
        lines.append(Line(mark: .same, text: written[line], expectedLine: line, cameLine: cameLine))
      case .any(let line, _): lines.append(Line(mark: .same, text: written[line], expectedLine: line))
      case .expected(let line): lines.append(Line(mark: .expected, text: written[line], expectedLine: line))
      case .came(let line): lines.append(Line(mark: .came, text: cameWritten(line), cameLine: line))
      }
    }
    Self.compareParts(&lines, spellsSpaces: spellsSpaces)
    self.lines = lines
  }

  /// How what came differs from what a recording expects.
  package init(_ expected: RecordedText, came text: [UInt8]) {
    let came = RecordedText.lines(of: text, as: expected.kind)
    // A trace has no last line without an end, and its pattern has no last line that is empty.
    let (pattern, lines) = expected.comparable(text)
    self.init(pattern, written: expected.written, came: lines, spellsSpaces: true) {
      RecordedText.written(came[$0], as: expected.kind, isLast: $0 == came.count - 1)
    }
  }

  /// How lines were changed.
  ///
  /// - Parameters:
  ///   - old: The lines before.
  ///   - new: The lines now.
  ///   - spellsSpaces: Whether spaces become escapes where two lines would look the same.
  package init(from old: [String], to new: [String], spellsSpaces: Bool = false) {
    let pattern = LinePattern(old.map { .pieces([Array($0.utf8)]) })
    self.init(pattern, written: old, came: new.map { Array($0.utf8) }, spellsSpaces: spellsSpaces) { new[$0] }
  }

  /// Whether no line differs.
  package var isEmpty: Bool { lines.allSatisfy { $0.mark == .same } }

  /// The first lines that differ, one after the other.
  package var firstHunk: ArraySlice<Line> {
    lines.drop { $0.mark == .same }.prefix { $0.mark != .same }
  }

  /// Marks in which part a line differs from its counterpart.
  private static func compareParts(_ lines: inout [Line], spellsSpaces: Bool) {
    var index = 0
    while index < lines.count {
      let expected = lines[index...].prefix { $0.mark == .expected }
      let came = lines[expected.endIndex...].prefix { $0.mark == .came }
      for (left, right) in zip(expected.indices, came.indices) {
        if spellsSpaces, LookAlikeSpaces.differ(lines[left].text, lines[right].text) {
          for line in [left, right] {
            lines[line].text = LookAlikeSpaces.spelled(lines[line].text)
            lines[line].spellsSpaces = true
          }
        }
        (lines[left].differingPart, lines[right].differingPart) = parts(lines[left].text, lines[right].text)
      }
      index = max(came.endIndex, index + 1)
    }
  }

  private static func parts(_ left: String, _ right: String) -> (Range<Int>?, Range<Int>?) {
    let left = Array(left.unicodeScalars)
    let right = Array(right.unicodeScalars)
    let head = zip(left, right).prefix { $0 == $1 }.count
    let limit = min(left.count, right.count) - head
    let tail = zip(left.reversed(), right.reversed()).prefix(limit).prefix { $0 == $1 }.count
    // Two lines with hardly anything in common differ as a whole.
    guard head + tail > 0, 3 * (head + tail) >= min(left.count, right.count) else { return (nil, nil) }
    return (head..<(left.count - tail), head..<(right.count - tail))
  }
}
