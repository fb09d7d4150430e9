internal import Markdown
internal import Recordings
internal import Text

/// Looks at what examples say of values that vary.
enum VariedExamples {
  /// What is wrong with the marks of one example, or with it since it has them.
  static func problems(
    of code: FenceCode, _ attributes: ExampleAttributes, _ recordings: [Recording], in file: SourceFile
  ) -> [Diagnostic] {
    func problem(_ message: String, at range: Range<Int>, cure: String? = nil) -> Diagnostic {
      Diagnostic(id: "vary-mark", message, at: file.place(range), cure: cure)
    }
    guard let mark = code.vary.marks.first else { return [] }
    if let reason = reason(attributes) {
      return [problem("this example cannot vary: \(reason)", at: mark, cure: "remove the mark `// vary:`")]
    }
    var problems = code.vary.mistakes.map { problem($0.message, at: $0.range, cure: $0.cure) }
    for value in code.vary.varied where !code.hiddenLines.shows(value.line) {
      problems.append(
        problem("a value that varies must be visible, but this line is hidden", at: value.mark, cure: "show the line"))
    }
    for recording in recordings where !recording.text.isWhole {
      problems.append(
        Diagnostic(
          id: "vary-mark", "a recording with `...` cannot be compared with runs with other values",
          at: file.place(recording.fence.opening),
          notes: [Diagnostic.Note("the value varies here", at: file.place(mark))],
          cure: "record all of it, or remove the mark `// vary:`"))
    }
    return problems
  }

  /// Why an example has no runs with other values; `nil` where it can have them.
  private static func reason(_ attributes: ExampleAttributes) -> String? {
    if attributes.kind != .runs { return "it does not run to its end" }
    if attributes.session != nil { return "it is only a part of a session's program" }
    if attributes.clock == .real { return "on the real clock no two runs are the same" }
    return nil
  }
}
