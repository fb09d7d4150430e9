internal import LoopEngine
internal import LoopTracing
internal import Words

/// Draws a timeline, from back to front.
struct TimelineDrawing {
  let trace: Trace
  let shape: TraceShape
  let layout: TimelineLayout
  let language: InterfaceWords
  let prefix: String
  let laneCount: Int
  /// The tops of the lanes.
  let tops: [Double]
  /// The whole drawing's.
  let height: Double
  var body = Markup()
  private var words = Markup()
  var icons: Set<Icon> = []
  var meanings: Set<TimelineMeaning> = []

  static let axis = 48.0
  static let bracket = 18.0
  static let band = 24.0
  static let row = 55.0

  init(
    _ trace: Trace, _ shape: TraceShape, _ layout: TimelineLayout, _ language: InterfaceWords, prefix: String,
    lanes: Int
  ) {
    self.trace = trace
    self.shape = shape
    self.layout = layout
    self.language = language
    self.prefix = prefix
    laneCount = min(lanes, shape.lanes.count)
    var tops: [Double] = []
    var y = layout.gaps.contains(where: { $0.isBroken }) ? Self.axis : 34
    for lane in shape.lanes.prefix(lanes) {
      tops.append(y)
      y += Double(lane.depth) * Self.row + 8
    }
    self.tops = tops
    height = y + 2
  }

  /// How many events have a place.
  var end: Int { layout.slots.count }
  /// Whether times are the same in every run.
  var hasTimes: Bool { trace.clock == .virtual }
  /// The right edge.
  var edge: Double { layout.width }

  /// The top of the band that a run of that depth, counted from one, has.
  func bandTop(_ lane: Int, _ depth: Int) -> Double {
    tops[lane] + Double(max(1, depth) - 1) * Self.row + Self.bracket
  }

  /// Where the lane ends.
  func bottom(_ lane: Int) -> Double { lane + 1 < laneCount ? tops[lane + 1] - 2 : height - 4 }

  /// The middle of that band.
  func bandMiddle(_ lane: Int, _ depth: Int) -> Double { bandTop(lane, depth) + Self.band / 2 }

  /// Draws everything.
  mutating func draw() {
    if shape.lanes.isEmpty {
      body.element("text", ["class": "p-quiet", "x": "10", "y": "28"], language[.noEvents])
      return
    }
    drawStripes()
    drawAxis()
    drawLives()
    for run in shape.runs where isDrawn(run.lane, run.begin) { draw(run) }
    for callout in shape.callouts where isDrawn(callout.lane, callout.begin) { drawBox(callout) }
    for pause in shape.pauses where isDrawn(pause.lane, pause.begin) { draw(pause) }
    drawDeeds()
    body.raw(words.text)
    drawMarks()
    body.empty(
      "line", ["class": "timeline-cursor", "x1": "0", "x2": "0", "y1": "18", "y2": height.markup])
  }

  /// Whether something of that lane and event has a place.
  func isDrawn(_ lane: Int, _ event: Int) -> Bool { lane < laneCount && event < end }

  /// Where something ends on the right: the edge, when that is not drawn.
  func right(_ event: Int?) -> Double {
    guard let event, event < end else { return edge }
    return layout.slots[event].right
  }

  // MARK: Behind

  /// A stripe behind every other lane.
  private mutating func drawStripes() {
    for lane in 0..<laneCount where lane.isMultiple(of: 2) {
      body.empty("rect", stripe(lane, edge))
    }
  }

  private func stripe(_ lane: Int, _ width: Double) -> KeyValuePairs<String, String?> {
    return [
      "class": "p-stripe", "x": "0", "y": (tops[lane] - 2).markup, "width": width.markup,
      "height": (bottom(lane) + 2 - tops[lane]).markup,
    ]
  }

  private mutating func drawAxis() {
    let line = 24.0
    body.empty("path", ["class": "p-axis", "d": "M0 \(line.markup)H\(edge.markup)"])
    if !hasTimes {
      body.element("text", ["class": "p-time", "x": "10", "y": "13"], language[.orderOnly])
      return
    }
    var free = 0.0
    for instant in layout.instants {
      // No time passes in it, however wide it is.
      meanings.insert(.instant)
      body.empty(
        "rect",
        [
          "class": "p-instant", "x": instant.left.markup, "y": "20", "width": (instant.right - instant.left).markup,
          "height": (height - 22).markup,
        ])
      body.empty("path", ["class": "p-now", "d": "M\(instant.left.markup) \(line.markup)H\(instant.right.markup)"])
      let words = TimeText.words(trace.events[instant.event].time)
      let width = TextStyle.words.width(of: words)
      // The last one may have no room at its right.
      let left = min(instant.left, edge - width - 2)
      guard left >= free else { continue }
      body.text(words, .words, x: left, y: 13, class: "p-time")
      free = left + width + 8
    }
    for gap in layout.gaps where gap.isBroken {
      meanings.insert(.broken)
      let x = gap.left + gap.width / 2
      body.open("g", ["class": "p-break"])
      body.element("title", [:], language.text(.drawnShorter, ["time": TimeText.words(gap.duration)]))
      drawBreak(x, line, 5)
      body.text(TimeText.words(gap.duration), .words, x: x, y: 41, class: "p-time", anchor: "middle")
      body.close("g")
    }
  }

  /// Two strokes with nothing between them.
  mutating func drawBreak(_ x: Double, _ y: Double, _ size: Double) {
    let lean = size / 2.5
    body.empty(
      "path",
      [
        "class": "p-gap",
        "d":
          "M\((x - 3 - lean).markup) \((y + size).markup)L\((x - 3 + lean).markup) \((y - size).markup)H\((x + 3 + lean).markup)L\((x + 3 - lean).markup) \((y + size).markup)Z",
      ])
    body.empty(
      "path",
      [
        "class": "p-break-line",
        "d":
          "M\((x - 3 - lean).markup) \((y + size).markup)L\((x - 3 + lean).markup) \((y - size).markup)M\((x + 3 - lean).markup) \((y + size).markup)L\((x + 3 + lean).markup) \((y - size).markup)",
      ])
  }

  /// A line for as long as each thread lived.
  private mutating func drawLives() {
    for (number, lane) in shape.lanes.prefix(laneCount).enumerated() where lane.first < end {
      let y = bandMiddle(number, 1)
      let isOpen = lane.last >= end || shape.pauses.contains { $0.lane == number && $0.end == nil }
      let right = isOpen ? edge : layout.slots[lane.last].right + (lane.isEnded ? 0 : 4)
      body.empty(
        "path", ["class": "p-life", "d": "M\(layout.slots[lane.first].left.markup) \(y.markup)H\(right.markup)"])
      if lane.isEnded && !isOpen {
        body.empty("path", ["class": "p-life", "d": "M\(right.markup) \((y - 5).markup)V\((y + 5).markup)"])
      }
    }
  }

  // MARK: Runs and callouts

  /// A run that found nothing to wait for, and passed no point: two strokes, since no time was spent in it.
  private mutating func drawEmpty(_ run: TraceShape.Run) {
    let left = layout.slots[run.begin].left
    let top = bandTop(run.lane, run.depth + 1)
    body.open("g", ["class": "p-run", "data-event": "\(run.begin)"])
    body.element(
      "title", [:], language.text(.runNeverBegins, ["mode": run.mode, "result": run.result ?? ""]))
    body.empty(
      "path",
      [
        "class": "p-bracket",
        "d": "M\((left + 3).markup) \((top + 4).markup)v\((Self.band - 8).markup)m4 0v\((8 - Self.band).markup)",
      ])
    body.close("g")
  }

  private mutating func draw(_ run: TraceShape.Run) {
    if run.end == run.begin + 1, run.result != nil { return drawEmpty(run) }
    meanings.insert(.awake)
    let left = layout.slots[run.begin].left
    let right = right(run.end)
    let top = bandTop(run.lane, run.depth + 1)
    let isOpen = (run.end ?? end) >= end
    body.empty(
      "rect",
      [
        "class": "p-awake", "x": left.markup, "y": top.markup, "width": (right - left).markup,
        "height": Self.band.markup, "rx": isOpen ? nil : "4",
      ])
    // The bracket above it: the mode at its left, the result at its right, where there is room.
    let line = top - 7
    let room = right - left - 16
    let mode = run.mode.shortened(to: max(4, TextStyle.columns(in: room)))
    let modeWidth = TextStyle.code.width(of: mode)
    let result = isOpen ? "" : run.result ?? ""
    let resultWidth = TextStyle.code.width(of: result)
    let hasResult = !result.isEmpty && modeWidth + resultWidth + 24 < room
    body.open("g", ["class": "p-run", "data-event": "\(run.begin)"])
    var told = language.text(.runOf, ["mode": run.mode])
    if run.depth > 0 { told = language.text(.runInside, ["run": told]) }
    told =
      run.result.map { language.text(.runResult, ["run": told, "result": $0]) }
      ?? language.text(.runEndless, ["run": told])
    body.element("title", [:], told)
    body.empty(
      "path",
      [
        "class": "p-bracket",
        "d":
          "M\((left + 1).markup) \((top - 2).markup)V\(line.markup)h5M\((left + modeWidth + 12).markup) \(line.markup)H\((hasResult ? right - resultWidth - 12 : isOpen ? right : right - 1).markup)"
          + (isOpen ? "" : hasResult ? "M\((right - 6).markup) \(line.markup)h5v5" : "v5"),
      ])
    body.close("g")
    // Words come in front of the arrows.
    words.text(mode, .code, x: left + 9, y: line + 4, class: "p-mode")
    if hasResult { words.text(result, .code, x: right - 9, y: line + 4, class: "p-result", anchor: "end") }
  }

  private mutating func drawBox(_ callout: TraceShape.Callout) {
    let event = trace.events[callout.begin]
    let slot = layout.slots[callout.begin]
    let top = bandTop(callout.lane, callout.depth)
    let middle = top + Self.band / 2
    let right = right(callout.end)
    let icon = Icon(callout.kind)
    icons.insert(icon)
    body.open("g", ["class": "p-mark p-callout p-\(callout.kind.rawValue)", "data-event": "\(callout.begin)"])
    body.element("title", [:], title(callout.begin))
    let hasRun = callout.run.map { $0 < end } ?? false
    let boxRight = hasRun ? slot.right : right
    body.empty(
      "rect",
      [
        "x": (slot.left + 1).markup, "y": (top + 2).markup, "width": (boxRight - slot.left - 2).markup,
        "height": (Self.band - 4).markup, "rx": "4",
      ])
    if hasRun {
      // It has not returned while the loop runs inside of it.
      let isOpen = (callout.end ?? end) >= end
      body.empty(
        "path",
        [
          "class": "p-reach",
          "d": "M\(slot.right.markup) \(middle.markup)H\(right.markup)"
            + (isOpen ? "" : "m-1 -7v14"),
        ])
    }
    body.icon(icon, slot.left + 12, middle, class: "p-icon", prefix: prefix)
    body.text(TimelineLayout.label(event, language), .code, x: slot.left + 21, y: middle + 4)
    body.close("g")
  }

  /// "1.5 s: worker signals source “x”".
  func title(_ index: Int) -> String {
    let event = trace.events[index]
    let time = hasTimes ? TimeText.words(event.time) + ": " : ""
    guard let clause = EventWords(language: language).clause(event) else { return time + event.thread }
    // The whole label, which the drawing may have cut.
    let whole = event.label.map { $0.columns > 60 ? " " + language.text(.quoted, ["name": $0]) : "" } ?? ""
    return time + language.text(.does, ["thread": event.thread, "what": clause]) + whole
  }
}
