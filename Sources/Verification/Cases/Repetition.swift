internal import Examples
internal import Execution
internal import LoopTracing
internal import Text

/// Compares runs of one program with its first, which holds what the chapter says.
struct Repetition {
  private let subject: Case
  private let first: ProgramRecord

  init(_ subject: Case, _ first: ProgramRecord) {
    self.subject = subject
    self.first = first
  }

  /// What is wrong when a run does not hold what the chapter says: which, and the lines that differ from the first.
  func problem(_ records: [ProgramRecord], _ place: SourcePlace) -> Diagnostic? {
    guard let expected = first.execution else { return nil }
    for (number, record) in records.enumerated() {
      // What its author covered with `...` may differ.
      let problems = subject.judge.judgements(record).flatMap(\.problems)
      guard let problem = problems.first, let execution = record.execution else { continue }
      let title = "the example does not always do the same: run \(number + 2) of \(records.count + 1)"
      guard execution.ending == expected.ending else {
        return Diagnostic(
          id: "not-deterministic", "\(title) ended differently: \(problem.message)", at: place, notes: problem.notes)
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
          notes: [Diagnostic.Note("the first run (-), and run \(number + 2) (+)\n" + text.dropLast())])
      }
      return Diagnostic(id: "not-deterministic", "\(title): \(problem.message)", at: place, notes: problem.notes)
    }
    return nil
  }

  private func traceText(_ record: ProgramRecord) -> String {
    guard subject.task.hasVirtualClock, let trace = record.trace else { return "" }
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
