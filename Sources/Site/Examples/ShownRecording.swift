internal import Examples
internal import Markdown
internal import Templates
internal import Words

/// What an example did, as its page shows it.
struct ShownRecording {
  private let kind: Recording.Kind
  private let lines: [String]
  /// What the author wrote behind the kind.
  private let filter: String?
  private let words: InterfaceWords
  private let marks: TraceMarks

  /// What the recordings of an example show.
  static func all(of block: ExampleBlock) -> [ShownRecording] {
    var first = 1
    return block.example.recordings.map { recording in
      var marks = TraceMarks()
      if recording.kind == .trace {
        marks = TraceMarks(recording.focus, block.citations, first: first, prefix: block.prefix)
        first += recording.lineCount
      }
      return ShownRecording(recording, block.words.words, marks)
    }
  }

  private init(_ recording: Recording, _ words: InterfaceWords, _ marks: TraceMarks) {
    self.words = words
    self.marks = marks
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
    .html("html", "The text, to stand in `pre`.") { $0.html })

  /// How many lines of a trace are shown without asking.
  private static let longTrace = 32
  /// The same for what was printed.
  private static let longOutput = 40

  private var html: [UInt8] {
    var output = HTMLOutput()
    if kind == .trace {
      ShownTrace(lines, marks).write(to: &output)
      return output.bytes
    }
    for line in lines {
      output.text(line)
      output.html("\n")
    }
    return output.bytes
  }
}
