internal import Words

/// What the key of a timeline can explain besides icons.
enum TimelineMeaning: Int, CaseIterable {
  case instant, awake, asleep, blocked, step, wakes, reaches, broken

  /// What stands beside the sample.
  var word: InterfaceWord {
    switch self {
    case .instant: .oneMoment
    case .awake: .awakeInRun
    case .asleep: .asleepInLoop
    case .blocked: .blocked
    case .step: .stepOfChart
    case .wakes: .wakesThread
    case .reaches: .isForLoop
    case .broken: .timeShorter
    }
  }
}

extension TimelineDrawing {
  // MARK: What is around the drawing

  /// The whole drawing with its text alternative.
  func svg(title: String, description: String) -> String {
    var markup = Markup()
    let size = (layout.width.rounded(.up), height.rounded(.up))
    markup.open(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "timeline-picture", "role": "img",
        "aria-labelledby": "\(prefix)-title", "aria-describedby": "\(prefix)-desc", "width": size.0.markup,
        "height": size.1.markup, "viewBox": "0 0 \(size.0.markup) \(size.1.markup)",
      ])
    markup.element("title", ["id": "\(prefix)-title"], title)
    markup.element("desc", ["id": "\(prefix)-desc"], description)
    markup.open("defs")
    if meanings.contains(.asleep) { markup.sleepPattern(id: "\(prefix)-sleep") }
    markup.symbols(Icon.allCases.filter(icons.contains), prefix: prefix)
    markup.close("defs")
    markup.raw(body.text)
    markup.close("svg")
    return markup.text
  }

  /// The names of the lanes, to stand still beside the drawing.
  var names: String {
    let width =
      shape.lanes.prefix(laneCount).reduce(0) { max($0, TextStyle.name.width(of: $1.name.shortened(to: 12))) } + 20
    var markup = Markup()
    markup.open(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "timeline-names", "aria-hidden": "true", "width": width.markup,
        "height": height.rounded(.up).markup, "viewBox": "0 0 \(width.markup) \(height.rounded(.up).markup)",
      ])
    for (number, lane) in shape.lanes.prefix(laneCount).enumerated() {
      if number.isMultiple(of: 2) {
        markup.empty(
          "rect",
          [
            "class": "p-stripe", "x": "0", "y": (tops[number] - 2).markup, "width": width.markup,
            "height": (bottom(number) + 2 - tops[number]).markup,
          ])
      }
      markup.open("g", ["class": "p-lane"])
      markup.element("title", [:], lane.name)
      markup.text(lane.name.shortened(to: 12), .name, x: 8, y: bandMiddle(number, 1) + 4.5)
      markup.close("g")
    }
    markup.close("svg")
    return markup.text
  }

  /// What the shapes mean; for the eye only, as the text alternative says it in words.
  var key: String {
    var markup = Markup()
    let marks = Icon.allCases.filter(icons.contains)
    let shapes = TimelineMeaning.allCases.filter(meanings.contains)
    if marks.isEmpty && shapes.isEmpty { return "" }
    markup.open("ul", ["class": "picture-key", "aria-hidden": "true"])
    for meaning in shapes {
      markup.open("li")
      markup.open("svg", ["width": "28", "height": "16", "viewBox": "0 0 28 16"])
      sample(of: meaning, &markup)
      markup.close("svg")
      markup.raw(language[meaning.word].escapedForMarkup)
      markup.close("li")
    }
    for icon in marks {
      markup.open("li")
      markup.open("svg", ["width": "14", "height": "16", "viewBox": "0 -2 14 16"])
      markup.icon(icon, 7, 6, size: 11, class: "p-icon", prefix: prefix)
      markup.close("svg")
      markup.raw(language[icon.meaning].escapedForMarkup)
      markup.close("li")
    }
    markup.close("ul")
    return markup.text
  }

  private func sample(of meaning: TimelineMeaning, _ markup: inout Markup) {
    switch meaning {
    case .instant:
      markup.empty("rect", ["class": "p-instant", "x": "1", "y": "3", "width": "24", "height": "13"])
      markup.empty("path", ["class": "p-now", "d": "M1 4H25"])
    case .awake:
      markup.empty("rect", ["class": "p-awake", "x": "1", "y": "2", "width": "24", "height": "12", "rx": "3"])
    case .asleep:
      markup.open("g", ["class": "p-asleep"])
      markup.empty(
        "rect",
        ["class": "p-bar", "x": "1", "y": "4", "width": "24", "height": "8", "fill": "url(#\(prefix)-sleep)"])
      markup.close("g")
    case .blocked:
      markup.open("g", ["class": "p-blocked"])
      markup.empty("path", ["class": "p-bar", "d": "M1 8H25"])
      markup.close("g")
    case .step:
      markup.open("g", ["class": "p-bead"])
      markup.bead(.beforeTimers, x: 16, y: 8, radius: 7)
      markup.close("g")
    case .wakes, .reaches:
      markup.open("g", ["class": meaning == .wakes ? "p-arrow p-wakes" : "p-arrow p-signal"])
      markup.empty("path", ["class": "p-shaft", "d": "M1 8H18"])
      markup.empty("path", ["class": "p-head", "d": "M25 8L17 3.5V12.5Z"])
      markup.close("g")
    case .broken:
      markup.empty("path", ["class": "p-break-line", "d": "M10 14L14 2M15 14L19 2"])
    }
  }
}
