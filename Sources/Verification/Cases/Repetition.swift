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
      // Real time is never the same; what the loop does in it may shift.
      let comparison = RecordComparison(first, record, comparesTraces: subject.task.hasVirtualClock)
      if let (what, lines) = comparison.difference {
        return Diagnostic(
          id: "not-deterministic", "\(title) \(what)", at: place,
          notes: [Diagnostic.Note("the first run (-), and run \(number + 2) (+)\n" + lines)])
      }
      return Diagnostic(id: "not-deterministic", "\(title): \(problem.message)", at: place, notes: problem.notes)
    }
    return nil
  }
}
