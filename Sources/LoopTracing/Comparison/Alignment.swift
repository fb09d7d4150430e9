/// The lines of a pattern beside those of a text, with as few as possible that differ.
package struct Alignment {
  /// What to make of the next line of either or both.
  package enum Step: Sendable, Hashable {
    /// Both lines, which match.
    case same(Int, Int)
    /// A `...` of the pattern, and all lines that it stands for.
    case any(Int)
    /// A line of the pattern that did not come.
    case expected(Int)
    /// A line of the text that was not expected.
    case came(Int)
  }

  private static let limit = 16_000_000
  /// What an expected line costs that did not come; one that came unexpected costs 1.
  ///
  /// So a line that can match does: else a `...` would rather take all that follows, and hide it.
  private static let missingCost: Int32 = 100

  private let pattern: [LinePattern.Line]
  private let text: [[UInt8]]

  /// Sets `text` beside `pattern`.
  package init(_ pattern: LinePattern, _ text: [[UInt8]]) {
    self.pattern = pattern.lines
    self.text = text
  }

  /// The steps from the first lines to the last: with as few missing lines as possible, and then with as few unexpected
  /// ones.
  ///
  /// Where a line differs, what was expected comes before what came.
  package func align() -> [Step] {
    // What agrees at both ends needs no table.
    var head = 0
    while head < pattern.count, head < text.count, agrees(head, head) { head += 1 }
    var tail = 0
    let most = min(pattern.count, text.count) - head
    while tail < most, agrees(pattern.count - 1 - tail, text.count - 1 - tail) { tail += 1 }
    let lines = (pattern: pattern.count - tail, text: text.count - tail)

    var steps = (0..<head).map { Step.same($0, $0) }
    let (cells, overflow) = (lines.pattern - head + 1).multipliedReportingOverflow(by: lines.text - head + 1)
    if overflow || cells > Self.limit {
      steps += (head..<lines.pattern).map { pattern[$0] == .any ? .any($0) : .expected($0) }
      steps += (head..<lines.text).map { .came($0) }
    } else {
      steps += middle(head..<lines.pattern, head..<lines.text)
    }
    return steps + (0..<tail).map { .same(lines.pattern + $0, lines.text + $0) }
  }

  private func agrees(_ expected: Int, _ came: Int) -> Bool {
    pattern[expected] != .any && pattern[expected].matches(text[came])
  }

  private func middle(_ expected: Range<Int>, _ came: Range<Int>) -> [Step] {
    let width = came.count + 1
    // What the lines that differ cost at least from here to the end; and whether the two lines here match.
    var costs = [Int32](repeating: 0, count: (expected.count + 1) * width)
    var matches = [Bool](repeating: false, count: costs.count)
    for row in (0...expected.count).reversed() {
      for column in (0...came.count).reversed() {
        let cell = row * width + column
        if row == expected.count {
          costs[cell] = Int32(came.count - column)
        } else if pattern[expected.lowerBound + row] == .any {
          costs[cell] = column == came.count ? costs[cell + width] : min(costs[cell + width], costs[cell + 1])
        } else if column == came.count {
          costs[cell] = costs[cell + width] + Self.missingCost
        } else {
          costs[cell] = min(costs[cell + width] + Self.missingCost, costs[cell + 1] + 1)
          if pattern[expected.lowerBound + row].matches(text[came.lowerBound + column]) {
            matches[cell] = true
            costs[cell] = min(costs[cell], costs[cell + width + 1])
          }
        }
      }
    }

    var steps: [Step] = []
    var (row, column) = (0, 0)
    while row < expected.count || column < came.count {
      let cell = row * width + column
      if row == expected.count {
        steps.append(.came(came.lowerBound + column))
        column += 1
      } else if pattern[expected.lowerBound + row] == .any {
        // As short as it can be; what it takes is not told.
        while column < came.count, costs[row * width + column] != costs[(row + 1) * width + column] { column += 1 }
        steps.append(.any(expected.lowerBound + row))
        row += 1
      } else if matches[cell], costs[cell] == costs[cell + width + 1] {
        steps.append(.same(expected.lowerBound + row, came.lowerBound + column))
        row += 1
        column += 1
      } else if costs[cell] == costs[cell + width] + Self.missingCost {
        steps.append(.expected(expected.lowerBound + row))
        row += 1
      } else {
        steps.append(.came(came.lowerBound + column))
        column += 1
      }
    }
    return steps
  }
}
