internal import LoopTracing
internal import Markdown
internal import Recordings

/// What a recording says when it is accepted.
enum RecordingEdit {
  /// The new lines of a recording; nil when it stays as it is, because it is right or because nothing came.
  ///
  /// Lines that are right stay as they were written, and so does each `...`, which never grows to hide a line that was
  /// told before.
  static func lines(of recording: RecordedText, came text: [UInt8]) -> [String]? {
    let kind = recording.kind
    let came = RecordedText.lines(of: text, as: kind)
    if came.isEmpty || !recording.isEmpty && recording.matches(text) { return nil }
    let (pattern, lines) = recording.comparable(text)
    let steps = PatternSteps(pattern, lines).steps.filter { if case .expected = $0 { false } else { true } }
    // What a line means can depend on others: on whether it is the last one, and in a trace on how wide the columns
    // are. So as much of what was written stays as still says what came.
    for kept in Kept.allCases {
      let lines = steps.enumerated().map { index, step in
        switch step {
        case .any(let line, _), .expected(let line): recording.written[line]
        case .same(let line, _) where kept.holds(recording.written[line]): recording.written[line]
        case .same(_, let line), .came(let line):
          RecordedText.written(came[line], as: kind, isLast: index == steps.count - 1)
        }
      }
      if RecordedText(lines, as: kind).matches(text) { return lines }
    }
    return RecordedText.written(text, as: kind)
  }

  /// Which of the lines that are right stay as they were written; each `...` alone does.
  private enum Kept: CaseIterable {
    case all, thoseWithDots, none

    func holds(_ line: String) -> Bool {
      switch self {
      case .all: true
      case .thoseWithDots: line.utf8.count >= 3 && line.contains("...")
      case .none: false
      }
    }
  }
}
