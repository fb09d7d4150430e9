internal import LoopTracing
internal import Text

/// The lines of a trace as a page shows them: kinds of events and turns can be told apart.
struct ShownTrace {
  private let lines: [String]
  private let columns: [TraceColumns]
  private let marks: TraceMarks

  init(_ lines: [String], _ marks: TraceMarks) {
    self.lines = lines
    self.marks = marks
    columns = lines.map { TraceColumns(Array($0.utf8)) }
  }

  /// The lines, cut where folded ones begin and end.
  ///
  /// An author who asks for the loop's own steps wants to see them all.
  func pieces(ofActivities: Bool) -> [(lines: Range<Int>, isFolded: Bool, html: [UInt8])] {
    let html = lineHTML
    let pieces =
      ofActivities ? [(0..<lines.count, false)] : TraceFolding(columns, keeping: isMarked).pieces(of: lines.count)
    return pieces.map { range, isFolded in (range, isFolded, Array(html[range].joined())) }
  }

  /// Whether the text speaks of a line: such a line is never folded.
  private func isMarked(_ number: Int) -> Bool {
    marks.focus.contains(number) || marks.cited(number) != nil || !marks.anchors(number).isEmpty
  }

  /// All lines.
  var html: [UInt8] { Array(lineHTML.joined()) }

  /// The lines, each an element `span` with `data-line`.
  private var lineHTML: [[UInt8]] {
    // Without the loop's own steps, what happens at one moment is told from what happens at the next.
    let hasTurns = columns.contains { Self.event($0) == "beforeTimers" }
    var time: [UInt8]?
    var isFirst = true
    return lines.enumerated().map { number, line in
      let now = columns[number].isWhole ? columns[number].columns[0].bytes : nil
      let isTurn = hasTurns ? Self.event(columns[number]) == "beforeTimers" : now != nil && now != time
      var output = HTMLOutput()
      let hasFocus = marks.focus.contains(number)
      let classes = "line" + (isTurn && !isFirst ? " is-turn" : "") + (hasFocus ? " is-focus" : "")
      output.html("<span class=\"\(classes)\" data-line=\"\(number + 1)\"")
      if let cited = marks.cited(number) { output.html(" data-cited=\"\(cited)\"") }
      output.html(">")
      for anchor in marks.anchors(number) {
        output.html("<a id=\"")
        output.text(anchor)
        output.html("\"></a>")
      }
      if hasFocus { output.html("<mark>") }
      write(Array(line.utf8), columns[number], isSame: now != nil && now == time, to: &output)
      output.html(hasFocus ? "</mark></span>\n" : "</span>\n")
      if isTurn || !hasTurns { isFirst = false }
      time = now ?? time
      return output.bytes
    }
  }

  private func write(_ line: [UInt8], _ columns: TraceColumns, isSame: Bool, to output: inout HTMLOutput) {
    guard columns.isWhole, let name = Self.event(columns) else { return output.text(line[...]) }
    let (time, event) = (columns.columns[0], columns.columns[2])
    let timeEnd = time.begin + time.bytes.count
    if isSame { output.html("<span class=\"same\">") }
    output.text(line[..<timeEnd])
    if isSame { output.html("</span>") }
    output.text(line[timeEnd..<event.begin])
    let kind = Self.kind(name)
    if let kind { output.html("<b class=\"\(kind)\">") }
    output.text(event.bytes[...])
    if kind != nil { output.html("</b>") }
    output.text(line[(event.begin + event.bytes.count)...])
  }

  private static func event(_ columns: TraceColumns) -> String? {
    columns.isWhole ? String(decoding: columns.columns[2].bytes, as: UTF8.self) : nil
  }

  /// The class of an event; nil for what the text form does not have.
  private static func kind(_ event: String) -> String? {
    switch event {
    case "entry", "beforeTimers", "beforeSources", "beforeWaiting", "afterWaiting", "exit", "run": "ta"
    case "timer", "source", "descriptor", "port", "block", "mainQueue", "observer", "calloutEnded": "tc"
    case "print", "printerr": "tp"
    case "signal", "wakeUp", "stop", "blockQueued", "snapshot", "threadBegan", "threadEnded": "td"
    default: nil
    }
  }
}
