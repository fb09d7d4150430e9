internal import Examples
internal import LoopTracing
internal import Programs
internal import SourceText

/// Compares runs of one program with its first.
struct Repetition {
  private let plan: ProgramPlan
  private let first: ProgramRecord?

  init(_ plan: ProgramPlan, _ first: ProgramRecord?) {
    self.plan = plan
    self.first = first
  }

  /// What is wrong when a run was not like the first: which, and the lines that differ.
  func problem(_ records: [ProgramRecord], _ place: SourcePlace) -> Diagnostic? {
    guard let first, let expected = first.execution else { return nil }
    for (number, record) in records.enumerated() {
      guard let execution = record.execution else { continue }
      let title = "the example does not always do the same: run \(number + 2) of \(records.count + 1)"
      guard execution.ending == expected.ending else {
        return Diagnostic(
          id: "not-deterministic", "\(title) ended differently", at: place, notes: [], cure: Self.cure)
      }
      let kinds: [(String, String, String)] = [
        ("printed", Self.text(expected.blocks), Self.text(execution.blocks)),
        // Real time is never the same; what the loop does in it may shift.
        ("was traced", traceText(first), traceText(record)),
      ]
      for (verb, old, new) in kinds where old != new {
        let lines = LineDifference(from: Self.lines(old), to: Self.lines(new))
        let text = DifferenceText(DiagnosticText(isColored: false)).text(lines, firstLine: 1)
        return Diagnostic(
          id: "not-deterministic", "\(title) \(verb) something else", at: place,
          notes: [Diagnostic.Note("the first run (-), and run \(number + 2) (+)\n" + text.dropLast())], cure: Self.cure)
      }
    }
    return nil
  }

  private static let cure =
    "leave out what changes (dates, addresses, random numbers), or put ... in its place in the recording"

  private func traceText(_ record: ProgramRecord) -> String {
    guard plan.task.recording?.clock == "virtual", let trace = record.trace else { return "" }
    return TraceText(trace).text
  }

  private static func text(_ blocks: [[UInt8]]) -> String {
    blocks.map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  private static func lines(_ text: String) -> [String] {
    (text.last == "\n" ? text.dropLast() : text[...]).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }
}
