package import LoopTracing
package import Words

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

  /// The drawing; `prefix` begins every id in it and has to be unique in the page.
  package init(prefix: String, language: InterfaceWords = InterfaceWords()) {
    svg = FlowDrawing(language: language).svg(prefix)
  }

  /// The figure's content.
  package var html: String {
    "<div class=\"flowchart\">\(svg)</div>"
  }
}

/// Draws the steps from top to bottom, in boxes as high as their words.
private struct FlowDrawing {
  let language: InterfaceWords

  private static let width = 300.0
  private static let left = 26.0
  private static let right = 274.0
  private static let top = 8.0
  /// Between two boxes.
  private static let distance = 14.0
  private static let lineHeight = 15.0
  /// How far a question's corners stand in.
  private static let corner = 10.0
  /// Where the words begin, seen from a box's left.
  private static let indent = 42.0

  func svg(_ prefix: String) -> String {
    let height = bottom(.decides) + 44
    var markup = Markup()
    markup.open(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "flowchart-picture", "role": "img",
        "aria-labelledby": "\(prefix)-title", "aria-describedby": "\(prefix)-desc", "width": Self.width.markup,
        "height": height.markup, "viewBox": "0 0 \(Self.width.markup) \(height.markup)",
      ])
    markup.element("title", ["id": "\(prefix)-title"], language[.chartTitle])
    markup.element("desc", ["id": "\(prefix)-desc"], description)
    drawArrows(&markup)
    for step in LoopStep.allCases { draw(step, &markup) }
    markup.close("svg")
    return markup.text
  }

  private var description: String {
    var sentences = LoopStep.allCases.map { step in
      language.sentence("\(step.rawValue), \(step.name(in: language)): \(step.explanation(in: language))")
    }
    sentences += [language[.chartSkips], language[.chartRepeats]]
    return sentences.joined(separator: " ")
  }

  /// What a step's box says, in as many lines as it takes.
  private func lines(_ step: LoopStep) -> [String] {
    let room = Self.right - Self.left - Self.indent - Self.corner - 4
    var lines = [""]
    for piece in Self.pieces(step.explanation(in: language)) {
      let longer = lines[lines.count - 1] + piece
      if TextStyle.words.width(of: longer) <= room || lines == [""] {
        lines[lines.count - 1] = longer
      } else {
        lines.append(String(piece.drop { $0 == " " }))
      }
    }
    return lines
  }

  /// What a line may end behind: words with the blank before them, and each sign of a writing without blanks.
  private static func pieces(_ text: String) -> [String] {
    var pieces: [String] = []
    for character in text {
      let isWide = character.unicodeScalars.allSatisfy { (0x2E80..<0xFE00).contains($0.value) }
      // A mark that closes does not begin a line.
      let closes = "、。，；：？）".contains(character)
      if pieces.isEmpty || character == " " || isWide && !closes {
        pieces.append(String(character))
      } else {
        pieces[pieces.count - 1].append(character)
      }
    }
    return pieces
  }

  private func height(_ step: LoopStep) -> Double { 30 + Double(lines(step).count) * Self.lineHeight }
  private func y(_ step: LoopStep) -> Double {
    LoopStep.allCases.prefix(step.rawValue - 1).reduce(Self.top) { $0 + height($1) + Self.distance }
  }
  private func bottom(_ step: LoopStep) -> Double { y(step) + height(step) }
  private func middle(_ step: LoopStep) -> Double { y(step) + height(step) / 2 }

  private func draw(_ step: LoopStep, _ markup: inout Markup) {
    let (y, bottom, middle) = (y(step), bottom(step), middle(step))
    let isQuestion = step == .looks || step == .decides
    let kind = step == .sleeps ? "p-step p-sleeps" : isQuestion ? "p-step p-asks" : "p-step"
    markup.open("g", ["class": kind, "data-step": "\(step.rawValue)"])
    if isQuestion {
      let (l, r, c) = (Self.left, Self.right, Self.corner)
      markup.empty(
        "path",
        [
          "class": "p-box",
          "d":
            "M\((l + c).markup) \(y.markup)H\((r - c).markup)L\(r.markup) \(middle.markup)L\((r - c).markup) \(bottom.markup)H\((l + c).markup)L\(l.markup) \(middle.markup)Z",
        ])
    } else {
      markup.empty(
        "rect",
        [
          "class": "p-box", "x": Self.left.markup, "y": y.markup, "width": (Self.right - Self.left).markup,
          "height": height(step).markup, "rx": step == .entry ? "22" : "6",
        ])
    }
    let x = Self.left + Self.indent
    markup.text(step.name(in: language), .name, x: x, y: y + 19, class: "p-name")
    for (number, line) in lines(step).enumerated() {
      markup.text(line, .words, x: x, y: y + 35 + Double(number) * Self.lineHeight, class: "p-what")
    }
    markup.text(step.letters, .words, x: Self.right - 14, y: y + 19, class: "p-letters", anchor: "end")
    markup.bead(step, x: Self.left + 24, y: middle, radius: 11)
    markup.close("g")
  }

  private func drawArrows(_ markup: inout Markup) {
    markup.open("g", ["class": "p-ways"])
    let x = (Self.left + Self.right) / 2
    for step in LoopStep.allCases.dropLast() {
      arrow(
        &markup, "M\(x.markup) \(bottom(step).markup)v\((Self.distance - 6).markup)", x, bottom(step) + Self.distance,
        .down)
    }
    // 5 to 9, past the sleep, and to 7, which then is none.
    bypass(&markup, from: middle(.looks), to: middle(.serves), x: Self.left, past: 5)
    let inset = Self.corner / 2
    bypass(&markup, from: middle(.looks) + height(.looks) / 4, to: middle(.sleeps), x: Self.left + inset, past: 15)
    markup.text(language[.no], .words, x: x + 8, y: bottom(.looks) + 11)
    // 10 to 2: another turn.
    let (decides, begins) = (middle(.decides), middle(.beforeTimers))
    let far = Self.width - 6
    arrow(
      &markup,
      "M\(Self.right.markup) \(decides.markup)H\((far - 8).markup)Q\(far.markup) \(decides.markup) \(far.markup) \((decides - 8).markup)V\((begins + 8).markup)Q\(far.markup) \(begins.markup) \((far - 8).markup) \(begins.markup)H\((Self.right + 6).markup)",
      Self.right, begins, .left)
    markup.text(language[.no], .words, x: Self.right + 6, y: decides - 7)
    // The end.
    let end = bottom(.decides)
    arrow(&markup, "M\(x.markup) \(end.markup)V\((end + 8).markup)", x, end + 14, .down)
    markup.text(language[.yes], .words, x: x + 8, y: end + 11)
    markup.text("exit", .name, x: x, y: end + 30, class: "p-name", anchor: "middle")
    markup.close("g")
  }

  /// From the left edge of one box, where it stands at `x`, to that of another, along a line at `far`.
  private func bypass(_ markup: inout Markup, from: Double, to: Double, x: Double, past far: Double) {
    let (f, n) = (far.markup, (far + 6).markup)
    arrow(
      &markup,
      "M\(x.markup) \(from.markup)H\(n)Q\(f) \(from.markup) \(f) \((from + 6).markup)V\((to - 6).markup)Q\(f) \(to.markup) \(n) \(to.markup)H\((Self.left - 4).markup)",
      Self.left, to, .right)
  }

  private enum Direction {
    case down, left, right
  }

  private func arrow(_ markup: inout Markup, _ path: String, _ x: Double, _ y: Double, _ direction: Direction) {
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

extension Markup {
  /// Draws a step's number in its circle.
  mutating func bead(_ step: LoopStep, x: Double, y: Double, radius: Double) {
    empty("circle", ["cx": x.markup, "cy": y.markup, "r": radius.markup])
    // Two digits are narrower, to stay clear of the circle.
    let isWide = step.rawValue > 9
    element(
      "text",
      [
        "class": "p-number", "x": x.markup, "y": (y + 4).markup, "text-anchor": "middle",
        "textLength": isWide ? (radius * 1.25).markup : nil, "lengthAdjust": isWide ? "spacingAndGlyphs" : nil,
      ], "\(step.rawValue)")
  }
}
