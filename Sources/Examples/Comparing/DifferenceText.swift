package import Text

/// How a difference looks to a person: the lines around it, with marks, and carets where only a part of a line differs.
///
///      12 |   tick 1
///      13 | - tick 2
///         | + tick 3
///         |        ^
package struct DifferenceText: Sendable {
  /// How many lines that are the same are shown around those that are not.
  private static let context = 3
  /// How many lines are shown of one difference.
  private static let mostLines = 60
  /// How many scalars are shown of a line.
  private static let mostScalars = 200

  private let style: DiagnosticText

  /// Looks as `style` says: with colors or without.
  package init(_ style: DiagnosticText) {
    self.style = style
  }

  /// The text, each line with a line feed at its end; `firstLine` is the file's line that holds the first expected one.
  package func text(_ difference: LineDifference, firstLine: Int) -> String {
    text(difference) { $0 + firstLine }
  }

  /// The same for lines that need not follow each other in a file: the number of each expected one.
  package func text(_ difference: LineDifference, lineNumbers: [Int]) -> String {
    text(difference) { $0 < lineNumbers.count ? lineNumbers[$0] : nil }
  }

  private func text(_ difference: LineDifference, number: (Int) -> Int?) -> String {
    let lines = difference.lines
    let isShown = shownLines(lines)
    let numbers = lines.map { line in line.expectedLine.flatMap(number).map(String.init) ?? "" }
    let width = zip(numbers, isShown).reduce(1) { $1.1 ? max($0, $1.0.utf8.count) : $0 }
    var text = ""
    var isGap = false
    for (index, line) in lines.enumerated() {
      guard isShown[index] else {
        isGap = true
        continue
      }
      if isGap, !text.isEmpty { text += gutter("", width) + style.styled("⋮", .faint) + "\n" }
      isGap = false
      text += gutter(numbers[index], width) + row(line)
      if let part = line.differingPart, line.mark == .came {
        text += gutter("", width) + caret(line, part)
      }
    }
    let shown = isShown.count { $0 }
    let differing = lines.indices.count { lines[$0].mark != .same && !isShown[$0] }
    if differing > 0 {
      text += gutter("", width) + style.styled("and \(differing) more lines that differ", .faint) + "\n"
    }
    return shown == 0 ? "" : text
  }

  private func shownLines(_ lines: [LineDifference.Line]) -> [Bool] {
    var isShown = [Bool](repeating: false, count: lines.count)
    var left = Self.mostLines
    for index in lines.indices where lines[index].mark != .same && left > 0 {
      for near in max(0, index - Self.context)...min(lines.count - 1, index + Self.context) {
        guard near == index || lines[near].mark == .same, !isShown[near] else { continue }
        isShown[near] = true
        left -= 1
      }
    }
    return isShown
  }

  private func gutter(_ number: String, _ width: Int) -> String {
    style.styled(" " + String(repeating: " ", count: width - number.utf8.count) + number + " | ", .faint)
  }

  private func row(_ line: LineDifference.Line) -> String {
    let text = shown(line.text)
    let (mark, color): (String, TerminalStyle?) =
      switch line.mark {
      case .same: (" ", nil)
      case .expected: ("-", .red)
      case .came: ("+", .green)
      }
    let row = text.isEmpty ? mark : "\(mark) \(text)"
    guard let color else { return row.allSatisfy { $0 == " " } ? "\n" : row + "\n" }
    return style.styled(row, color) + "\n"
  }

  private func shown(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isLong = scalars.count > Self.mostScalars
    let head = String(String.UnicodeScalarView(scalars.prefix(isLong ? Self.mostScalars - 1 : Self.mostScalars)))
    return isLong ? head + "…" : head
  }

  private func caret(_ line: LineDifference.Line, _ part: Range<Int>) -> String {
    let scalars = Array(line.text.unicodeScalars.prefix(Self.mostScalars))
    let part = part.clamped(to: 0..<scalars.count)
    let before = scalars[..<part.lowerBound].map { $0 == "\t" ? "\t" : String(repeating: " ", count: $0.displayWidth) }
    let width = scalars[part].reduce(0) { $0 + max($1.displayWidth, 1) }
    return "  " + before.joined() + style.styled(String(repeating: "^", count: max(width, 1)), .green) + "\n"
  }
}
