internal import Examples
internal import LoopTracing
internal import Markdown
internal import Pictures
internal import Recordings
internal import Results
internal import Templates
internal import Text
internal import Verification

/// An example as its page shows it: code, recordings, and what was found out about it.
struct ExampleBlock {
  let example: Example

  /// What was found out; `nil` where it was not looked at.
  let verified: VerifiedExample?

  /// What leads from the page to the site's folder.
  let root: String

  /// The site's own words.
  let words: SiteWords

  /// What stands before names on the page.
  var prefix = ""

  /// Whether the page stands alone, without the files of the site.
  var isAlone = false

  /// The steps of the loop that were explained before it on the page.
  var knownSteps: Set<TraceStep> = []

  /// How its pictures are shown.
  var pictures = Pictures.whole(hasFlowChart: true)

  /// The forms of pictures.
  enum Pictures {
    /// All of them, to step through; with the flow chart, or one that the page has already.
    case whole(hasFlowChart: Bool)
    /// What can be read on paper.
    case still
  }

  /// The name of an example's block on a page, which no heading has: theirs have no full stop.
  static func anchor(of id: String) -> String { "example.\(id)" }

  /// Whether its trace is drawn, and written beside the pages: where its author asked for it.
  ///
  /// What runs in real time is never the same twice, so it would change the site with every build.
  var hasTrace: Bool { Self.hasTrace(example, verified) }

  /// The same for an example of which nothing else is known.
  static func hasTrace(_ example: Example, _ verified: VerifiedExample?) -> Bool {
    verified?.trace?.clock == .virtual && example.recordings.contains { $0.kind == .trace }
  }

  /// The example that it changes.
  var changed: Example?

  /// Whether its lines have numbers.
  var hasNumbers: Bool { Self.hasNumbers(example) }

  /// Whether the lines of an example have numbers: where its author wants it, or its recordings name some of them.
  static func hasNumbers(_ example: Example) -> Bool {
    switch example.attributes.lines {
    case .numbered: true
    case .plain: false
    case nil: !example.citedLines.isEmpty
    }
  }

  /// What the book's text leads to in its traces.
  var citations: [TraceCitation] = []

  /// The run that its own is compared with; `nil` where it is compared with none.
  var compared: ComparedRuns.Run?

  /// What readers are asked before they see its recordings; `nil` where they see them at once.
  var prediction: Prediction?

  /// What it did with other values than those that it is written with, where the block shows that.
  var variant: VerifiedVariant?

  /// What readers can choose, as the script `choices.js` reads it: JSON; `nil` where there is nothing.
  ///
  ///     [[line,start,end,written,range,["50","100"]],…]
  ///
  /// Lines count from 1; from where to where in its line the value stands is told in UTF-16, `written` is the place of
  /// what stands there among the values, and `range` is 1 where these are numbers with the same distance between them.
  var choices: String? {
    guard hasChoices, !isAlone, case .whole = pictures else { return nil }
    let values = example.varied.map { value in
      let line = example.lines[value.line].text.utf8
      func units(_ end: Int) -> JSONValue { .integer(String(decoding: line.prefix(end), as: UTF8.self).utf16.count) }
      return JSONValue.array([
        .integer(value.line + 1), units(value.range.lowerBound), units(value.range.upperBound), .integer(value.written),
        .integer(value.isRange ? 1 : 0), .array(value.values.map(JSONValue.string)),
      ])
    }
    return String(decoding: JSONValue.array(values).insideHTML, as: UTF8.self)
  }

  /// Whether it was run with all values that readers can choose.
  private var hasChoices: Bool { verified?.variants.isEmpty == false }

  /// Whether readers can change it and run it again, on this page.
  var isLive = false

  /// Whether readers can choose which of its threads goes on where several could.
  var hasSchedules: Bool { isLive && verified?.hasSeveralThreads == true }

  /// The pictures of its trace.
  var picture: [UInt8]? {
    guard hasTrace, let trace = variant.map(\.trace) ?? verified?.trace else { return nil }
    // The lines of a session's program are not those of one of its blocks.
    let count = example.attributes.session == nil ? example.lines.count : 0
    var hasFlowChart = false
    if case .whole(true) = self.pictures { hasFlowChart = true }
    // A short name: it is repeated in each picture many times.
    let pictures = TracePictures(
      trace, ofLines: count, prefix: "\(prefix)\(variant == nil ? "p" : "v").\(example.number)", language: words.words,
      hasFlowChart: hasFlowChart, drawsStack: example.attributes.draws == .stack)
    if case .still = self.pictures { return Array(pictures.still.utf8) }
    return Array(pictures.html.utf8)
  }

  /// Its run and the one that it is compared with.
  var comparedHTML: [UInt8]? {
    guard let compared, let trace = verified?.trace, trace.clock == .virtual else { return nil }
    let own = ComparedRuns.Run(
      name: example.id, address: "#" + WebPath.encoded(prefix + Self.anchor(of: example.id)), trace: trace)
    let runs = ComparedRuns(compared, own, prefix: "\(prefix)c.\(example.number)", language: words.words)
    return Array(runs.html.utf8)
  }

  /// The questions of its prediction, as the script `predict.js` reads them: JSON; `nil` where there are none.
  ///
  ///     {"form":"trace","questions":[[line,step,right,[["timer  \"tick\"",9],…]],…]}
  ///
  /// Lines count from 0 through the first trace or the output, and the one behind the last is their end. A step is one
  /// of the flow chart's, 0 outside of runs, or -1 where it is not known; `right` is the place of the right choice.
  /// A choice without a text is that nothing more is printed; its step is that of its event wherever this stands.
  var questions: String? {
    guard let prediction, !isAlone, case .whole = pictures else { return nil }
    let steps = verified?.trace.map(FlowChart.steps)
    let questions = prediction.questions.map { question in
      let choices = question.choices.map { choice in
        JSONValue.array([
          choice.text.map(JSONValue.string) ?? .null, .integer(choice.event.flatMap(FlowChart.step) ?? -1),
        ])
      }
      let step = question.event.flatMap { event in steps.map { $0[event] ?? 0 } } ?? -1
      return JSONValue.array([
        .integer(question.line), .integer(step), .integer(question.right), .array(choices),
      ])
    }
    let form = prediction.form == .output ? "output" : "trace"
    let data = JSONValue.object([("form", .string(form)), ("questions", .array(questions))])
    return String(decoding: data.insideHTML, as: UTF8.self)
  }

  /// Where its trace lies in the site, as addresses have it.
  var tracePath: String { WebPath.encoded(Self.traceFile(of: example)) }

  /// Where an example's trace lies in the site.
  static func traceFile(of example: Example) -> String { "traces/\(example.chapter)/\(example.id).json" }

  /// The lines of the example, cut where hidden ones begin and end; the marks themselves are left out.
  var code: [TemplateValue] {
    let text = CodeText(example)
    let cited = hasNumbers ? example.citedLines : []
    let marks = Set(example.hiddenLines.marks)
    var pieces: [TemplateValue] = []
    var start = 0
    while start < text.lineCount {
      if marks.contains(start) {
        start += 1
        continue
      }
      let isShown = example.hiddenLines.shows(start)
      var end = start + 1
      while end < text.lineCount, !marks.contains(end), example.hiddenLines.shows(end) == isShown { end += 1 }
      let piece = CodePiece(
        isHidden: !isShown, lines: start..<end,
        html: text.numbered(
          start..<end, cited: cited, uncompiled: Set(uncompiledLines), firstLine: hasNumbers ? example.firstLine : 1),
        words: words.words)
      pieces.append(CodePiece.keys.record(of: piece))
      start = end
    }
    return pieces
  }
}
