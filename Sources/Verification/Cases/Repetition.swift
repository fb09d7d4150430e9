internal import Examples
internal import Execution
internal import Text

/// Compares runs of one program with its first, which holds what the chapter says.
struct Repetition {
  private let subject: Case
  private let first: ProgramRecord

  init(_ subject: Case, _ first: ProgramRecord) {
    self.subject = subject
    self.first = first
  }

  /// What is wrong when a run does not hold what the chapter says: the index of the run, and a message with the lines
  /// that differ from the first.
  func problem(_ records: [ProgramRecord], _ place: SourcePlace) -> (index: Int, message: Diagnostic)? {
    guard let expected = first.execution else { return nil }
    for (index, record) in records.enumerated() {
      // What its author covered with `...` may differ.
      let problems = subject.judge.judgements(record).flatMap(\.problems)
      guard let problem = problems.first, let execution = record.execution else { continue }
      let title = "the example does not always do the same: run \(index + 2) of \(records.count + 1)"
      guard execution.ending == expected.ending else {
        let text = "\(title) ended differently: \(problem.message)"
        return (index, Diagnostic(id: "not-deterministic", text, at: place, notes: problem.notes))
      }
      // Real time is never the same; what the loop does in it may shift.
      let comparison = RecordComparison(first, record, comparesTraces: subject.task.hasVirtualClock)
      if let (what, lines) = comparison.difference {
        let note = Diagnostic.Note("the first run (-), and run \(index + 2) (+)\n" + lines)
        return (index, Diagnostic(id: "not-deterministic", "\(title) \(what)", at: place, notes: [note]))
      }
      let text = "\(title): \(problem.message)"
      return (index, Diagnostic(id: "not-deterministic", text, at: place, notes: problem.notes))
    }
    return nil
  }
}
