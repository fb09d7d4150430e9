internal import Words

/// Draws the states of a stack from left to right.
struct StackDrawing {
  private let states: [StackState]
  private let language: InterfaceWords
  private let isWhole: Bool
  private var body = Markup()
  private var width = 0.0
  private var height = 0.0

  private static let margin = 4.0
  private static let gap = 8.0
  /// How high an entry is, and a mark.
  private static let row = 24.0
  private static let mark = 8.0
  /// Where the stacks' highest top is.
  private static let top = 24.0
  /// How many columns of text an entry or a step has at most.
  private static let columns = 20

  /// Draws `states`; `isWhole` says that none was left out.
  init(_ states: [StackState], _ language: InterfaceWords, isWhole: Bool) {
    self.states = states
    self.language = language
    self.isWhole = isWhole
  }

  /// Draws everything.
  mutating func draw() {
    let tallest = states.map { Self.height($0.entries) }.reduce(0, max)
    let bottom = Self.top + max(tallest, Self.row)
    var x = Self.margin
    for (index, state) in states.enumerated() {
      let isNews = index == 0 || states[index - 1].time != state.time
      let time = isNews ? TimeText.words(state.time) : nil
      x += draw(state, time, x: x, bottom: bottom) + Self.gap
    }
    width = x - Self.gap + Self.margin
    height = bottom + 24
    body.empty(
      "path",
      ["class": "p-rule", "d": "M\(Self.margin.markup) \(bottom.markup)H\((width - Self.margin).markup)"])
  }

  /// Draws a state; returns how wide it is.
  private mutating func draw(_ state: StackState, _ time: String?, x: Double, bottom: Double) -> Double {
    let step = state.step.shortened(to: Self.columns)
    let names = state.entries.map { $0?.shortened(to: Self.columns) }
    let width = max(
      names.compactMap { $0.map { TextStyle.code.width(of: $0) + 16 } }.reduce(40, max),
      TextStyle.code.width(of: step), time.map { TextStyle.words.width(of: $0) } ?? 0)
    if let time { body.text(time, .words, x: x, y: 12, class: "p-time") }
    body.open("g", ["class": "p-item", "data-event": "\(state.event)"])
    body.element("title", [:], told(state))
    // Before the entries: what comes after a shape is taken for its text.
    body.text(step, .code, x: x, y: bottom + 16, class: "p-detail")
    var y = bottom
    for name in names {
      if let name {
        y -= Self.row
        body.empty(
          "rect",
          [
            "class": "p-box", "x": x.markup, "y": (y + 2).markup, "width": width.markup,
            "height": (Self.row - 3).markup, "rx": "4",
          ])
        body.text(name, .code, x: x + 8, y: y + 16, class: "p-label")
      } else {
        y -= Self.mark
        body.empty(
          "line",
          [
            "class": "p-life", "x1": x.markup, "x2": (x + width).markup, "y1": (y + 5).markup, "y2": (y + 5).markup,
          ])
      }
    }
    body.close("g")
    return width
  }

  private static func height(_ entries: [String?]) -> Double {
    entries.reduce(0) { $0 + ($1 == nil ? mark : row) }
  }

  /// The sentence of a state: "100 ms, “keep a”: a mark and a".
  private func told(_ state: StackState) -> String {
    let entries = state.entries.map { $0?.shortened(to: 40) ?? language[.stackMark] }
    return language.text(
      .stackStep,
      [
        "time": TimeText.words(state.time), "step": state.step.shortened(to: 40),
        "entries": entries.isEmpty ? language[.stackEmpty] : language.list(entries),
      ])
  }

  /// The whole drawing with its text alternative.
  func svg(title: String, prefix: String) -> String {
    var sentences = [language[.stackOrder]] + states.map(told)
    if !isWhole, let last = states.last {
      sentences.append(language.text(.pictureEnds, ["time": TimeText.words(last.time)]))
    }
    var markup = Markup()
    let size = (width.rounded(.up).markup, height.rounded(.up).markup)
    markup.open(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "stack-picture", "role": "img",
        "aria-labelledby": "\(prefix)-title", "aria-describedby": "\(prefix)-desc", "width": size.0, "height": size.1,
        "viewBox": "0 0 \(size.0) \(size.1)",
      ])
    markup.element("title", ["id": "\(prefix)-title"], title)
    markup.element("desc", ["id": "\(prefix)-desc"], sentences.joined(separator: " "))
    markup.raw(body.text)
    markup.close("svg")
    return markup.text
  }
}
