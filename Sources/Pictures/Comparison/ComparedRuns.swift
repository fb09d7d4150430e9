package import LoopTracing
package import Words

/// Two runs, one below the other on one axis of time, with the events marked that only one of them has.
package struct ComparedRuns: Sendable {
  /// One of the two.
  package struct Run: Sendable {
    /// The name of its example.
    package var name: String
    /// Where that stands; `nil` where nothing leads there.
    var address: String?
    var trace: Trace

    package init(name: String, address: String?, trace: Trace) {
      self.name = name
      self.address = address
      self.trace = trace
    }
  }

  /// A line of either run or of both.
  package struct Line: Sendable, Hashable {
    /// Which of the runs have it.
    package enum Place: Sendable, Hashable {
      case both, first, second
    }
    package var place: Place
    /// The line, in columns that are as wide for both runs.
    package var text: String
  }

  /// All lines, with as many as possible in both: what only the first has comes before what only the second has.
  package let lines: [Line]

  /// The pictures, and the lines; HTML.
  package let html: String

  /// The comparison of two runs; `prefix` begins every id in it and has to be unique in the page.
  package init(_ first: Run, _ second: Run, prefix: String, language: InterfaceWords = InterfaceWords()) {
    let runs = [first, second]
    let rows = runs.map { TraceText.rows($0.trace) }
    let keys = zip(runs, rows).map { run, rows in rows.map { Self.key($0, at: run.trace.events[$0.event].time) } }
    // Nothing in them is a pattern.
    let steps = Alignment(LinePattern(keys[0].map { .pieces([$0]) }), keys[1]).align()
    let all = rows.flatMap { $0 }
    let widths = (
      time: all.map { $0.time.count }.max() ?? 0, thread: all.map { $0.thread.count }.max() ?? 0,
      name: all.map { 2 * $0.level + $0.name.count }.max() ?? 0
    )
    var differing: [Set<Int>] = [[], []]
    lines = steps.map { step in
      func line(_ place: Line.Place, _ row: TraceText.Row) -> Line {
        Line(place: place, text: Self.text(row, widths))
      }
      switch step {
      case .same(_, let number): return line(.both, rows[1][number])
      case .expected(let number), .any(let number):
        differing[0].insert(rows[0][number].event)
        return line(.first, rows[0][number])
      case .came(let number):
        differing[1].insert(rows[1][number].event)
        return line(.second, rows[1][number])
      }
    }
    let scale = TimeScale(of: first.trace, second.trace)
    var markup = Markup()
    markup.open("div", ["class": "compared"])
    var before: OverviewDrawing?
    for (number, run) in runs.enumerated() {
      markup.open("p", ["class": "compared-name"])
      markup.element("b", ["aria-hidden": "true"], number == 0 ? "−" : "+")
      markup.raw(" ")
      markup.element(run.address == nil ? "span" : "a", ["href": run.address], run.name)
      markup.close("p")
      guard let scale else { continue }
      var drawing = OverviewDrawing(
        run.trace, TraceShape(run.trace), scale, language, prefix: "\(prefix)-\(number)", lanes: 12,
        compared: OverviewDrawing.Compared(name: run.name, differing: differing[number], hasKey: number == 1))
      drawing.draw()
      if let before { drawing.explain(before) }
      markup.raw(drawing.html)
      before = drawing
    }
    Self.write(lines, isOpen: scale == nil, language, to: &markup)
    markup.close("div")
    html = markup.text
  }

  /// Writes what is different in words, and all lines.
  private static func write(_ lines: [Line], isOpen: Bool, _ language: InterfaceWords, to markup: inout Markup) {
    let count = lines.count { $0.place != .both }
    markup.element(
      "p", ["class": "picture-note"], count == 0 ? language[.tracesAreSame] : language.count(count, .linesOfOne))
    markup.open("details", ["class": "stepper-more", "open": isOpen ? "" : nil])
    markup.element("summary", [:], language[.lineByLine])
    markup.open(
      "div", ["class": "compared-lines", "tabindex": "0", "role": "group", "aria-label": language[.lineByLine]])
    markup.open("code")
    for line in lines {
      let name = line.place == .both ? "span" : line.place == .first ? "del" : "ins"
      markup.element(name, ["class": "line"], line.text)
    }
    markup.close("code")
    markup.close("div")
    markup.close("details")
  }

  /// What two lines that tell of the same have in common.
  ///
  /// How many decimals its time is written with depends on the whole trace.
  private static func key(_ row: TraceText.Row, at time: Int64) -> [UInt8] {
    Array(["\(time)", row.thread, "\(row.level)", row.name, row.detail].joined(separator: "\0").utf8)
  }

  private static func text(_ row: TraceText.Row, _ widths: (time: Int, thread: Int, name: Int)) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count)) + "  "
    }
    let name = String(repeating: " ", count: 2 * row.level) + row.name
    return padded(row.time, widths.time) + padded(row.thread, widths.thread)
      + (row.detail.isEmpty ? name : padded(name, widths.name) + row.detail)
  }
}
