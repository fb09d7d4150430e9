internal import Examples
internal import LoopTracing
internal import Text

/// Two runs, compared by all that they printed and, where they are in virtual time, by all of their traces.
struct RecordComparison {
  private let old: ProgramRecord
  private let new: ProgramRecord
  private let comparesTraces: Bool

  init(_ old: ProgramRecord, _ new: ProgramRecord, comparesTraces: Bool) {
    self.old = old
    self.new = new
    self.comparesTraces = comparesTraces
  }

  /// What the second did, as the rest of a sentence, and the lines that differ; `nil` where nothing does.
  var difference: (what: String, lines: String)? {
    let kinds = [
      ("printed something different", printed(old), printed(new)), ("has another trace", traced(old), traced(new)),
    ]
    for (what, old, new) in kinds where old != new {
      let lines = LineDifference(from: Self.lines(old), to: Self.lines(new))
      let text = DifferenceText(DiagnosticText(isColored: false)).text(lines, firstLine: 1)
      return (what, String(text.dropLast()))
    }
    return nil
  }

  private func printed(_ record: ProgramRecord) -> String {
    (record.execution?.blocks ?? []).map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  private func traced(_ record: ProgramRecord) -> String {
    guard comparesTraces, let trace = record.trace else { return "" }
    return TraceText(trace).text
  }

  private static func lines(_ text: String) -> [String] {
    (text.last == "\n" ? text.dropLast() : text[...]).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }
}
