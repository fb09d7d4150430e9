internal import LoopTracing
package import Pictures
package import Recordings
package import Templates
internal import Text
package import Words

/// What an example did, as its page shows it.
package struct ShownRecording {
  private let kind: RecordingKind
  private let lines: [String]
  /// What the author wrote behind the kind.
  private let filter: String?
  private let words: InterfaceWords
  private let marks: TraceMarks
  /// The steps of the loop that it shows and that nothing before it on the page has explained.
  private let newSteps: [TraceStep]

  /// Takes the lines of a recording.
  ///
  /// - Parameters:
  ///   - kind: What it holds.
  ///   - lines: The lines.
  ///   - filter: What the author wrote behind the kind.
  ///   - words: The site's own words.
  ///   - marks: What is special to lines of a trace.
  ///   - newSteps: The steps of the loop that nothing before it on the page has explained.
  package init(
    _ kind: RecordingKind, _ lines: [String], filter: String?, _ words: InterfaceWords,
    _ marks: TraceMarks = TraceMarks(),
    newSteps: [TraceStep] = []
  ) {
    self.kind = kind
    self.lines = lines
    self.filter = filter
    self.words = words
    self.marks = marks
    self.newSteps = newSteps
  }

  /// What an example shows of a run with other values: what is recorded of it as it is written, and what it prints.
  package static func all(of run: ChangedRun, _ words: InterfaceWords) -> [ShownRecording] {
    let isSilent = run.recordings.contains { $0.kind == .output } || run.output?.isEmpty != false
    let printed = ChangedRun.Asked(kind: .output, filter: TraceFilter(), filterText: nil)
    return ((isSilent ? [] : [printed]) + run.recordings).map { asked in
      ShownRecording(
        asked.kind, RecordedText.written(run.text(of: asked), as: asked.kind), filter: asked.filterText, words)
    }
  }

  /// What templates may ask about it.
  package static let keys = DataKeys<ShownRecording>(
    .flag("isOutput", "Whether it is what was printed.") { $0.kind == .output },
    .flag("isError", "Whether it is the compiler's or the trap's message.") { $0.kind == .error },
    .flag("isTrace", "Whether it is what the loop did.") { $0.kind == .trace },
    .flag("isLong", "Whether it should be folded at first.") {
      $0.lines.count > ($0.kind == .trace ? longTrace : longOutput)
    },
    .flag("isEmpty", "Whether it is empty.") { $0.lines.isEmpty },
    .number("count", "How many lines it has.") { $0.lines.count },
    .text("linesInWords", "The same in words: `12 lines`.") { $0.words.count($0.lines.count, .lines) },
    .optionalText("filter", "Which events a trace shows, as the author wrote it.") { $0.filter },
    .html("html", "The text, to be placed in `pre`.") { $0.html },
    .list(
      "pieces", of: "piece",
      "A trace's lines, divided where those begin and end that never matter; empty for other recordings."
    ) {
      $0.pieces
    },
    .flag("hasSteps", "Whether there are steps to explain.") { !$0.newSteps.isEmpty },
    .list("steps", of: "step", "The steps of the loop that a trace is the first on its page to show.") { recording in
      recording.newSteps.map { ToldStep.keys.record(of: ToldStep(step: $0, words: recording.words)) }
    })

  /// How many lines of a trace are shown without asking.
  private static let longTrace = 32
  /// The same for what was printed.
  package static let longOutput = 40

  private var html: [UInt8] {
    if kind == .trace { return ShownTrace(lines, marks).html }
    var output = HTMLOutput()
    for line in RecordedText.shown(lines, as: kind) {
      // Messages are long sentences, each of which goes on below its own beginning.
      if kind == .error { output.html("<span class=\"line\">") }
      output.text(line[...])
      output.html(kind == .error ? "\n</span>" : "\n")
    }
    return output.bytes
  }

  private var pieces: [TemplateValue] {
    guard kind == .trace else { return [] }
    let ofActivities = filter?.split(separator: " ").contains("only=activities") ?? false
    return ShownTrace(lines, marks).pieces(ofActivities: ofActivities).map { lines, isFolded, html in
      TracePiece.keys.record(of: TracePiece(isFolded: isFolded, lines: lines, html: html, words: words))
    }
  }
}
