package import LoopTracing

/// The drawing of a turn of the loop: ten steps, each with `data-step`.
package struct FlowChart: Sendable {
  /// The SVG element, with its text alternative.
  package let svg: String

  /// The number of the step that an event belongs to wherever it stands; nil when that depends on what was before it,
  /// as for a block, or for none.
  package static func step(of event: TraceEvent) -> Int? { LoopStep(of: event)?.rawValue }

  /// For each event the number of the step that its thread's innermost run is in; nil outside of runs.
  package static func steps(of trace: Trace) -> [Int?] {
    TraceShape(trace).places.map { $0.step?.rawValue }
  }

  private static let width = 348.0
  private static let left = 34.0
  private static let right = 314.0
  private static let boxHeight = 44.0
  private static let distance = 58.0
  private static let top = 8.0

  /// The drawing; `prefix` begins every id in it and has to be unique in the page.
  package init(prefix: String) {
    let steps = LoopStep.allCases
    let height = Self.top + Double(steps.count) * Self.distance + 34
    var markup = Markup()
    markup.open(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "flowchart-picture", "role": "img",
        "aria-labelledby": "\(prefix)-title", "aria-describedby": "\(prefix)-desc", "width": Self.width.markup,
        "height": height.markup, "viewBox": "0 0 \(Self.width.markup) \(height.markup)",
      ])
    markup.element("title", ["id": "\(prefix)-title"], "The ten steps of a turn of the loop")
    markup.element("desc", ["id": "\(prefix)-desc"], Self.description)
    Self.drawArrows(&markup)
    for step in steps { Self.draw(step, &markup) }
    markup.close("svg")
    svg = markup.text
  }

  /// The figure's content.
  package var html: String {
    "<div class=\"flowchart\">\(svg)</div>"
  }

  private static var description: String {
    var sentences = LoopStep.allCases.map { step in
      "\(step.rawValue), \(step.name): \(step.explanation)."
    }
    sentences.append("If there is something at hand in step 5, the loop does not sleep and goes on with step 9.")
    sentences.append("If the run is not over in step 10, another turn begins with step 2; else the run ends with exit.")
    return sentences.joined(separator: " ")
  }

  private static func y(_ step: LoopStep) -> Double { top + Double(step.rawValue - 1) * distance }
  private static func middle(_ step: LoopStep) -> Double { y(step) + boxHeight / 2 }

  private static func draw(_ step: LoopStep, _ markup: inout Markup) {
    let y = y(step)
    let isQuestion = step == .looks || step == .decides
    let kind = step == .sleeps ? "p-step p-sleeps" : isQuestion ? "p-step p-asks" : "p-step"
    markup.open("g", ["class": kind, "data-step": "\(step.rawValue)"])
    if isQuestion {
      let (l, r, m, b) = (left, right, y + boxHeight / 2, y + boxHeight)
      markup.empty(
        "path",
        [
          "class": "p-box",
          "d":
            "M\((l + 12).markup) \(y.markup)H\((r - 12).markup)L\(r.markup) \(m.markup)L\((r - 12).markup) \(b.markup)H\((l + 12).markup)L\(l.markup) \(m.markup)Z",
        ])
    } else {
      markup.empty(
        "rect",
        [
          "class": "p-box", "x": left.markup, "y": y.markup, "width": (right - left).markup, "height": boxHeight.markup,
          "rx": step == .entry ? "22" : "6",
        ])
    }
    let x = left + 26
    markup.empty("circle", ["cx": x.markup, "cy": middle(step).markup, "r": "11"])
    markup.element(
      "text",
      ["class": "p-number", "x": x.markup, "y": (middle(step) + 4.5).markup, "text-anchor": "middle"],
      "\(step.rawValue)")
    markup.element("text", ["class": "p-name", "x": (x + 20).markup, "y": (y + 18).markup], step.name)
    markup.element("text", ["class": "p-what", "x": (x + 20).markup, "y": (y + 34).markup], step.explanation)
    markup.element(
      "text", ["class": "p-letters", "x": (right - 14).markup, "y": (y + 18).markup, "text-anchor": "end"], step.letters
    )
    markup.close("g")
  }

  private static func drawArrows(_ markup: inout Markup) {
    markup.open("g", ["class": "p-ways"])
    let x = (left + right) / 2
    for step in LoopStep.allCases.dropLast() {
      arrow(
        &markup, "M\(x.markup) \((y(step) + boxHeight).markup)V\((y(step) + distance - 6).markup)", x,
        y(step) + distance, .down)
    }
    // 5 to 9, past the sleep.
    let (looks, serves) = (middle(.looks), middle(.serves))
    arrow(
      &markup,
      "M\(left.markup) \(looks.markup)H20Q12 \(looks.markup) 12 \((looks + 8).markup)V\((serves - 8).markup)Q12 \(serves.markup) 20 \(serves.markup)H\((left - 6).markup)",
      left, serves, .right)
    markup.element("text", ["x": "22", "y": (looks - 7).markup, "text-anchor": "middle"], "yes")
    markup.element("text", ["x": (x + 8).markup, "y": (y(.looks) + boxHeight + 11).markup], "no")
    // 10 to 2: another turn.
    let (decides, begins) = (middle(.decides), middle(.beforeTimers))
    let far = width - 12
    arrow(
      &markup,
      "M\(right.markup) \(decides.markup)H\((far - 8).markup)Q\(far.markup) \(decides.markup) \(far.markup) \((decides - 8).markup)V\((begins + 8).markup)Q\(far.markup) \(begins.markup) \((far - 8).markup) \(begins.markup)H\((right + 6).markup)",
      right, begins, .left)
    markup.element("text", ["x": (right + 12).markup, "y": (decides - 7).markup, "text-anchor": "middle"], "no")
    // The end.
    let end = y(.decides) + boxHeight
    arrow(&markup, "M\(x.markup) \(end.markup)V\((end + 8).markup)", x, end + 14, .down)
    markup.element("text", ["x": (x + 8).markup, "y": (end + 11).markup], "yes")
    markup.element(
      "text", ["class": "p-name", "x": x.markup, "y": (end + 30).markup, "text-anchor": "middle"], "exit")
    markup.close("g")
  }

  private enum Direction {
    case down, left, right
  }

  private static func arrow(_ markup: inout Markup, _ path: String, _ x: Double, _ y: Double, _ direction: Direction) {
    markup.empty("path", ["class": "p-way", "d": path])
    let corners: String
    switch direction {
    case .down: corners = "L\((x - 4).markup) \((y - 7).markup)H\((x + 4).markup)Z"
    case .left: corners = "L\((x + 7).markup) \((y - 4).markup)V\((y + 4).markup)Z"
    case .right: corners = "L\((x - 7).markup) \((y - 4).markup)V\((y + 4).markup)Z"
    }
    markup.empty("path", ["class": "p-head", "d": "M\(x.markup) \(y.markup)\(corners)"])
  }
}
