internal import LoopTracing
internal import Markdown

/// What a recording says when it is accepted.
enum RecordingEdit {
  /// The new lines of a recording; nil when it stays as it is, because it is right or because nothing came.
  ///
  /// Lines that are right stay as they were written, and so does each `...`, which never grows to hide a line that was
  /// told before.
  static func lines(of recording: RecordedText, came text: [UInt8]) -> [String]? {
    let kind = recording.kind
    let came = RecordedText.lines(of: text, as: kind)
    if came.isEmpty || !recording.isEmpty && recording.pattern.matches(came) { return nil }
    let steps = PatternSteps(recording.pattern, came).steps.filter { if case .expected = $0 { false } else { true } }
    let lines = steps.enumerated().map { index, step in
      switch step {
      case .same(let line, _), .any(let line, _), .expected(let line): recording.written[line]
      case .came(let line): RecordedText.written(came[line], as: kind, isLast: index == steps.count - 1)
      }
    }
    // What a line means can depend on whether it is the last one.
    if RecordedText(lines, as: kind).pattern.matches(came) { return lines }
    return RecordedText.written(text, as: kind)
  }
}
