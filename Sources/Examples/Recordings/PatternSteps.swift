internal import LoopTracing

/// How the lines of a text follow those of a pattern, and where they do not.
struct PatternSteps {
  /// What to make of the next lines of either or both.
  enum Step: Hashable {
    case same(Int, Int)
    /// A line of the pattern that stands for these lines.
    case any(Int, Range<Int>)
    case expected(Int)
    case came(Int)
  }

  private(set) var steps: [Step] = []

  init(_ pattern: LinePattern, _ text: [[UInt8]]) {
    var next = 0
    for step in Alignment(pattern, text).align() {
      switch step {
      case .same(let line, let came):
        closeAny(at: came)
        steps.append(.same(line, came))
        next = came + 1
      case .came(let came):
        closeAny(at: came)
        steps.append(.came(came))
        next = came + 1
      case .any(let line):
        steps.append(.any(line, next..<next))
      case .expected(let line): steps.append(.expected(line))
      }
    }
    closeAny(at: text.count)
    giveBack()
  }

  /// The last `...` so far stands for what came up to `end`, unless another line came since.
  private mutating func closeAny(at end: Int) {
    for index in steps.indices.reversed() {
      switch steps[index] {
      case .any(let line, let range):
        steps[index] = .any(line, range.lowerBound..<max(range.lowerBound, end))
        return
      case .same, .came: return
      case .expected: continue
      }
    }
  }

  /// Takes from each `...` the lines that stand where others were expected.
  ///
  /// A `...` takes all that it can, so it would hide that the line right beside it is now another.
  private mutating func giveBack() {
    var result: [Step] = []
    var index = 0
    while index < steps.count {
      guard case .any(let line, var range) = steps[index] else {
        result.append(steps[index])
        index += 1
        continue
      }
      let missing = unanswered(before: result)
      let first = range.prefix(missing)
      result += first.map { .came($0) }
      range = range.dropFirst(first.count)
      let after = steps[(index + 1)...].prefix { if case .expected = $0 { true } else { false } }
      let came = steps[after.endIndex...].prefix { if case .came = $0 { true } else { false } }
      let isFollowedByAny = after.endIndex < steps.count && isAny(steps[after.endIndex])
      let last = isFollowedByAny ? range.suffix(0) : range.suffix(max(0, after.count - came.count))
      result.append(.any(line, range.dropLast(last.count)))
      result += after
      result += last.map { .came($0) }
      index = after.endIndex
    }
    steps = result
  }

  /// How many expected lines at the end of `steps` have no line that came in their place.
  private func unanswered(before steps: [Step]) -> Int {
    let came = steps.reversed().prefix { if case .came = $0 { true } else { false } }
    let expected = steps.dropLast(came.count).reversed().prefix { if case .expected = $0 { true } else { false } }
    return max(0, expected.count - came.count)
  }

  private func isAny(_ step: Step) -> Bool {
    if case .any = step { true } else { false }
  }
}
