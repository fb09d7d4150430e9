internal import Examples
internal import LoopTracing
internal import Pictures
internal import Recordings
internal import Verification

/// Which events of a run the recorded lines of an example's traces tell of.
struct TracedLines {
  private let events: [Int: Int]
  private let marks: OverviewMarks

  /// `nil` where there is no picture of the run.
  init?(_ example: Example, _ verified: VerifiedExample?) {
    guard ExampleBlock.hasTrace(example, verified), let trace = verified?.trace else { return nil }
    var events: [Int: Int] = [:]
    var first = 1
    for recording in example.recordings where recording.kind == .trace {
      let text = TraceText(trace, filter: recording.filter)
      let matched = recording.matched(text.lines.map { $0.text + "\n" }.joined())
      for (line, came) in matched where came < text.lines.count { events[first + line] = text.lines[came].event }
      first += recording.lineCount
    }
    self.events = events
    marks = OverviewMarks(trace)
  }

  /// The event of a line, counted from 1 through all traces, and the event of the overview's mark that shows it.
  func event(ofLine line: Int) -> (event: Int, mark: Int?)? { events[line].map { ($0, marks[$0]) } }
}
