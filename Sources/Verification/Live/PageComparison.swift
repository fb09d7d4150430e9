internal import Execution
internal import LoopTracing

/// What a program did in a page's runtime, compared with what it did here: all that it printed, and all that its loops
/// did.
struct PageComparison {
  /// What differs, in words that fit after "it"; `nil` where nothing does.
  let difference: String?

  init(_ run: PageRun, with record: ProgramRecord, comparesTraces: Bool = true) {
    difference = Self.difference(run, record, comparesTraces: comparesTraces)
  }

  private static func difference(_ run: PageRun, _ record: ProgramRecord, comparesTraces: Bool) -> String? {
    guard let execution = record.execution else { return "did not run here" }
    if let problem = run.problem { return problem }
    guard run.status == 0 else {
      let words = String(decoding: run.errors, as: UTF8.self).split(separator: "\n").first ?? "without a message"
      return "ends with status \(run.status): \(words)"
    }
    if let lines = lines(run.output, execution.blocks.flatMap { $0 }) { return "prints \(lines)" }
    if let lines = lines(run.errors, execution.errors) { return "writes to standard error \(lines)" }
    guard comparesTraces, let recorded = execution.trace else { return nil }
    let reading = TraceJournal.decode(journal: run.journal, output: run.output, error: run.errors)
    let text = Array(TraceJSON.text(of: reading.trace).utf8)
    guard reading.problems.isEmpty else { return "has a damaged recording" }
    return lines(text, recorded.json).map { "records \($0)" }
  }

  /// The first lines that differ, as "… instead of …".
  private static func lines(_ new: [UInt8], _ old: [UInt8]) -> String? {
    if new == old { return nil }
    let (ours, theirs) = (
      old.split(separator: 10, omittingEmptySubsequences: false),
      new.split(separator: 10, omittingEmptySubsequences: false)
    )
    let place = zip(ours, theirs).prefix { $0 == $1 }.count
    func line(_ lines: [ArraySlice<UInt8>]) -> String {
      place < lines.count ? "'\(String(decoding: lines[place].prefix(200), as: UTF8.self))'" : "nothing more"
    }
    return "\(line(theirs)) in line \(place + 1), instead of \(line(ours))"
  }
}
