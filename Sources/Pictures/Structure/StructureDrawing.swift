internal import LoopEngine
internal import Words

/// Draws the structure of a loop: the modes in columns, the blocks that wait below.
struct StructureDrawing {
  private let snapshot: LoopSnapshot
  private let prefix: String
  private let items: StructureItems
  private var language: InterfaceWords { items.language }
  private var body = Markup()
  private var icons: Set<Icon> = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  private static let gap = 12.0
  private static let margin = 4.0

  init(_ snapshot: LoopSnapshot, _ language: InterfaceWords, prefix: String, origin: LoopInstant?) {
    self.snapshot = snapshot
    self.prefix = prefix
    items = StructureItems(snapshot, language, origin: origin)
  }

  /// Draws everything.
  mutating func draw() {
    let count = min(3, max(1, snapshot.modes.count))
    let column = min(330, (672 - Double(count - 1) * Self.gap) / Double(count))
    width = Double(count) * column + Double(count - 1) * Self.gap + 2 * Self.margin
    // The loop's own head.
    body.text(
      language.text(.loopNamed, ["name": snapshot.loop.shortened(to: 24)]), .name, x: Self.margin, y: 24,
      class: "p-loop")
    body.text(StructureText.state(snapshot, language), .words, x: Self.margin, y: 42, class: "p-quiet")
    var bottoms = [Double](repeating: 54, count: count)
    for mode in snapshot.modes {
      // The column that is shortest so far, the left one of equals.
      let place = bottoms.indices.min { bottoms[$0] < bottoms[$1] } ?? 0
      bottoms[place] =
        draw(mode, x: Self.margin + Double(place) * (column + Self.gap), y: bottoms[place], column) + Self.gap
    }
    var y = bottoms.reduce(54, max)
    if !snapshot.blocks.isEmpty { y = drawBlocks(y) + Self.gap }
    if items.haveShared || !snapshot.commonItems.isEmpty { y = drawKey(y) }
    height = y + 2
  }

  // MARK: Modes

  private mutating func draw(_ mode: LoopSnapshot.ModeState, x: Double, y: Double, _ width: Double) -> Double {
    let isCurrent = snapshot.currentMode == mode.mode
    var inside = Markup()
    swap(&inside, &body)
    var below = y + 38
    let groups: [(InterfaceWord, [LoopSnapshot.Item])] = [
      (.sourcesGroup, mode.sources), (.portsGroup, mode.ports), (.timersGroup, mode.timers),
      (.observersGroup, mode.observers),
    ]
    for (title, list) in groups where !list.isEmpty {
      body.text(language[title], .words, x: x + 12, y: below + 11, class: "p-group")
      below += 18
      for item in list { below = draw(item, x: x + 8, y: below, width - 16) }
      below += 4
    }
    if mode.items.isEmpty {
      body.text(language[.emptyMode], .words, x: x + 12, y: below + 12, class: "p-quiet")
      below += 22
    }
    swap(&inside, &body)
    body.open("g", ["class": isCurrent ? "p-mode-box p-current" : "p-mode-box"])
    body.element("title", [:], language.text(.modeNamed, ["mode": mode.mode.name]))
    body.empty(
      "rect",
      [
        "class": "p-box", "x": x.markup, "y": y.markup, "width": width.markup, "height": (below + 4 - y).markup,
        "rx": "8",
      ])
    var right = x + width - 12
    if isCurrent {
      body.text(language[.current], .words, x: right, y: y + 21, class: "p-badges", anchor: "end")
      right -= TextStyle.words.width(of: language[.current]) + 10
    }
    if mode.isCommon {
      body.text(language[.common], .words, x: right, y: y + 21, class: "p-badges", anchor: "end")
      right -= TextStyle.words.width(of: language[.common]) + 10
      drawDiamond(right, y + 17)
      right -= 12
    }
    let room = Int((right - x - 14) / 7.85)
    body.text(mode.mode.name.shortened(to: max(6, room)), .name, x: x + 12, y: y + 22, class: "p-mode-name")
    body.empty(
      "path",
      ["class": "p-rule", "d": "M\(x.markup) \((y + 32).markup)h\(width.markup)"])
    body.close("g")
    body.raw(inside.text)
    return below + 4
  }

  private mutating func draw(_ item: LoopSnapshot.Item, x: Double, y: Double, _ width: Double) -> Double {
    let details = lines(items.details(item), columns: TextStyle.columns(in: width - 34))
    let height = 24 + Double(details.count) * 15 + (details.isEmpty ? 0 : 2)
    let icon = StructureItems.icon(item.kind)
    icons.insert(icon)
    let number = items.number(item)
    var kind = "p-item p-\(item.kind.rawValue)"
    if item.isSignaled { kind += " p-signalled" }
    if !item.isValid { kind += " p-invalid" }
    body.open("g", ["class": kind, "data-item": number.map { "\($0)" }])
    body.element("title", [:], language.text(.itemNamed, ["kind": items.word(item.kind), "name": items.name(item)]))
    body.empty(
      "rect",
      ["class": "p-box", "x": x.markup, "y": y.markup, "width": width.markup, "height": height.markup, "rx": "5"])
    body.icon(icon, x + 15, y + 12, size: 12, class: "p-icon", prefix: prefix)
    var right = x + width - 14
    if let number {
      body.empty("circle", ["class": "p-shared", "cx": right.markup, "cy": (y + 12).markup, "r": "8"])
      body.element(
        "text", ["class": "p-number", "x": right.markup, "y": (y + 16).markup, "text-anchor": "middle"], "\(number)")
      right -= 19
    }
    if items.isCommon(item) {
      drawDiamond(right, y + 12)
      right -= 15
    }
    let room = TextStyle.columns(in: right - x - 36)
    body.text(
      items.name(item).shortened(to: max(4, room)), .code, x: x + 27, y: y + 16, class: "p-label")
    for (index, line) in details.enumerated() {
      body.text(line, .code, x: x + 27, y: y + 32 + Double(index) * 15, class: "p-detail")
    }
    body.close("g")
    return y + height + 5
  }

  /// The parts in as few lines as they fit in.
  private func lines(_ parts: [String], columns: Int) -> [String] {
    var lines: [String] = []
    for part in parts {
      if let last = lines.last, last.columns + part.columns + 2 <= columns {
        lines[lines.count - 1] = last + ", " + part
      } else {
        lines.append(part.shortened(to: max(8, columns)))
      }
    }
    return lines
  }

  // MARK: Blocks

  private mutating func drawBlocks(_ y: Double) -> Double {
    body.text(language[.waitingBlocks], .words, x: Self.margin, y: y + 12, class: "p-group")
    icons.insert(.block)
    var x = Self.margin
    var y = y + 20
    for (index, block) in snapshot.blocks.enumerated() {
      let whole =
        block.label ?? block.location.map { language.text(.line, ["line": "\($0.line)"]) }
        ?? language[.block]
      let name = whole.shortened(to: 22)
      let modes = block.modes.map { $0.name }.joined(separator: ", ").shortened(to: 30)
      let size = max(36 + TextStyle.code.width(of: name), 20 + TextStyle.code.width(of: modes))
      if index > 0, x + size > width - Self.margin {
        x = Self.margin
        y += 50
      }
      body.open("g", ["class": "p-item p-block"])
      body.element(
        "title", [:],
        language.text(.blockFor, ["name": whole, "modes": block.modes.map { $0.name }.joined(separator: ", ")]))
      body.empty(
        "rect", ["class": "p-box", "x": x.markup, "y": y.markup, "width": size.markup, "height": "41", "rx": "5"])
      body.icon(.block, x + 15, y + 13, size: 12, class: "p-icon", prefix: prefix)
      body.text(name, .code, x: x + 27, y: y + 17, class: "p-label")
      body.text(modes, .code, x: x + 10, y: y + 33, class: "p-detail")
      body.close("g")
      x += size + 8
    }
    return y + 44
  }

  private mutating func drawKey(_ y: Double) -> Double {
    var x = Self.margin
    body.open("g", ["class": "p-key", "aria-hidden": "true"])
    if items.haveShared {
      body.empty("circle", ["class": "p-shared", "cx": (x + 8).markup, "cy": (y + 8).markup, "r": "8"])
      body.element(
        "text", ["class": "p-number", "x": (x + 8).markup, "y": (y + 12).markup, "text-anchor": "middle"], "1")
      body.text(language[.inSeveralModes], .words, x: x + 22, y: y + 12, class: "p-quiet")
      x += 22 + TextStyle.words.width(of: language[.inSeveralModes]) + 20
    }
    if !snapshot.commonItems.isEmpty {
      drawDiamond(x + 6, y + 8)
      body.text(language[.inCommonModes], .words, x: x + 18, y: y + 12, class: "p-quiet")
    }
    body.close("g")
    return y + 24
  }

  /// The mark of what is common.
  private mutating func drawDiamond(_ x: Double, _ y: Double) {
    body.empty("path", ["class": "p-diamond", "d": "M\(x.markup) \((y - 5).markup)l5 5l-5 5l-5 -5Z"])
  }

  /// The whole drawing with its text alternative.
  func svg(title: String) -> String {
    var markup = Markup()
    let size = (width.rounded(.up).markup, height.rounded(.up).markup)
    markup.open(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "structure-picture", "role": "img",
        "aria-labelledby": "\(prefix)-title", "aria-describedby": "\(prefix)-desc", "width": size.0, "height": size.1,
        "viewBox": "0 0 \(size.0) \(size.1)",
      ])
    markup.element("title", ["id": "\(prefix)-title"], title)
    markup.element("desc", ["id": "\(prefix)-desc"], StructureText(snapshot, items).description)
    markup.open("defs")
    markup.symbols(Icon.allCases.filter(icons.contains), prefix: prefix)
    markup.close("defs")
    markup.raw(body.text)
    markup.close("svg")
    return markup.text
  }
}
