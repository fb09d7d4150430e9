internal import Examples
internal import LoopTracing
internal import Markdown
internal import Pictures
internal import Recordings
internal import Results
internal import Verification

extension ShownRecording {
  /// What the recordings of an example show.
  static func all(of block: ExampleBlock) -> [ShownRecording] {
    let words = block.words.words
    if let variant = block.variant { return all(of: ChangedRun(block.example, variant.outcome), words) }
    var first = 1
    var known = block.knownSteps
    return block.example.recordings.map { recording in
      var marks = TraceMarks()
      if recording.kind == .trace {
        let citations = block.citations.map { citation in
          TraceMarks.Citation(lines: citation.lines.map { $0 - first }, anchor: block.prefix + citation.anchor)
        }
        marks = TraceMarks(recording.focus, citations, first: first)
        first += recording.lineCount
      }
      let steps = steps(of: recording).filter { known.insert($0).inserted }
      return ShownRecording(
        recording.kind, recording.fence.lines.map(\.text), filter: recording.filterText, words, marks, newSteps: steps)
    }
  }

  /// The steps of the loop that a recording shows.
  static func steps(of recording: Recording) -> [TraceStep] {
    recording.kind == .trace ? TraceStep.steps(in: recording.fence.lines.map { TraceColumns(Array($0.text.utf8)) }) : []
  }
}

extension ChangedRun {
  /// What came of running an example with other values.
  init(_ example: Example, _ outcome: Outcome) {
    self.init(
      example.recordings.map { Asked(kind: $0.kind, filter: $0.filter, filterText: $0.filterText) },
      output: outcome.output, error: outcome.error, traces: outcome.traces)
  }
}
