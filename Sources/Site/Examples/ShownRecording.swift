internal import Examples
internal import LoopTracing
internal import Markdown
internal import Pictures
internal import Templates
internal import Verification
internal import Words

/// What an example did, as its page shows it.
struct ShownRecording {
  private let kind: Recording.Kind
  private let lines: [String]
  /// What the author wrote behind the kind.
  private let filter: String?
  private let words: InterfaceWords
  private let marks: TraceMarks
  /// The steps of the loop that it shows and that nothing before it on the page has explained.
  private let newSteps: [TraceStep]

  /// What the recordings of an example show.
  static func all(of block: ExampleBlock) -> [ShownRecording] {
    if let variant = block.variant { return all(of: variant, block) }
    var first = 1
    var known = block.knownSteps
    return block.example.recordings.map { recording in
      var marks = TraceMarks()
      if recording.kind == .trace {
        marks = TraceMarks(recording.focus, block.citations, first: first, prefix: block.prefix)
        first += recording.lineCount
      }
      let steps = steps(of: recording).filter { known.insert($0).inserted }
      return ShownRecording(recording, block.words.words, marks, newSteps: steps)
    }
  }

  /// What an example shows of a run with other values: what is recorded of it as it is written, and what it prints.
  private static func all(of variant: VerifiedVariant, _ block: ExampleBlock) -> [ShownRecording] {
    let recordings = block.example.recordings.map { ($0.kind, $0.filter, $0.filterText) }
    let isSilent = recordings.contains { $0.0 == .output } || variant.outcome.output?.isEmpty != false
    return ((isSilent ? [] : [(.output, TraceFilter(), nil)]) + recordings).map { kind, filter, text in
      ShownRecording(
        kind, RecordedText.written(variant.outcome.text(kind, filter) ?? [], as: kind), filter: text, block.words.words)
    }
  }

  private init(_ kind: Recording.Kind, _ lines: [String], filter: String?, _ words: InterfaceWords) {
    self.kind = kind
    self.lines = lines
    self.filter = filter
    self.words = words
    marks = TraceMarks()
    newSteps = []
  }

  private init(_ recording: Recording, _ words: InterfaceWords, _ marks: TraceMarks, newSteps: [TraceStep]) {
    self.words = words
    self.marks = marks
    self.newSteps = newSteps
    kind = recording.kind
    lines = recording.fence.lines.map(\.text)
    filter = recording.filterText
  }

  static let keys = DataKeys<ShownRecording>(
    .flag("isOutput", "Whether it is what was printed.") { $0.kind == .output },
    .flag("isError", "Whether it is the compiler's or the trap's message.") { $0.kind == .error },
    .flag("isTrace", "Whether it is what the loop did.") { $0.kind == .trace },
    .flag("isLong", "Whether it is better folded at first.") {
      $0.lines.count > ($0.kind == .trace ? longTrace : longOutput)
    },
    .flag("isEmpty", "Whether there is nothing in it.") { $0.lines.isEmpty },
    .number("count", "How many lines it has.") { $0.lines.count },
    .text("linesInWords", "The same in words: `12 lines`.") { $0.words.count($0.lines.count, .lines) },
    .optionalText("filter", "Which events a trace shows, as the author wrote it.") { $0.filter },
    .html("html", "The text, to stand in `pre`.") { $0.html },
    .list("pieces", of: "piece", "A trace's lines, cut where those begin and end that never matter; else none.") {
      $0.pieces
    },
    .flag("hasSteps", "Whether there are steps to explain.") { !$0.newSteps.isEmpty },
    .list("steps", of: "step", "The steps of the loop that a trace is the first on its page to show.") { recording in
      recording.newSteps.map { ToldStep.keys.record(of: ToldStep(step: $0, words: recording.words)) }
    })

  /// The steps of the loop that a recording shows.
  static func steps(of recording: Recording) -> [TraceStep] {
    recording.kind == .trace ? TraceStep.steps(in: recording.fence.lines.map { TraceColumns(Array($0.text.utf8)) }) : []
  }

  /// How many lines of a trace are shown without asking.
  private static let longTrace = 32
  /// The same for what was printed.
  private static let longOutput = 40

  private var html: [UInt8] {
    if kind == .trace { return ShownTrace(lines, marks).html }
    var output = HTMLOutput()
    for line in lines {
      output.text(line)
      output.html("\n")
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
