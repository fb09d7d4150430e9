internal import LoopEngine

/// Draws the structure of a loop: the modes in columns, the blocks that wait below.
struct StructureDrawing {
  private let snapshot: LoopSnapshot
  private let prefix: String
  private let items: StructureItems
  private var body = Markup()
  private var icons: Set<Icon> = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  private static let gap = 12.0
  private static let margin = 4.0

  init(_ snapshot: LoopSnapshot, prefix: String, origin: LoopInstant?) {
    self.snapshot = snapshot
    self.prefix = prefix
    items = StructureItems(snapshot, origin: origin)
  }

  /// Draws everything.
  mutating func draw() {
    let count = min(3, max(1, snapshot.modes.count))
    let column = min(346, (712 - Double(count - 1) * Self.gap) / Double(count))
    width = Double(count) * column + Double(count - 1) * Self.gap + 2 * Self.margin
    // The loop's own head.
    body.element(
      "text", ["class": "p-loop", "x": Self.margin.markup, "y": "24"], "loop " + snapshot.loop.shortened(to: 24))
    body.element("text", ["class": "p-quiet", "x": Self.margin.markup, "y": "42"], StructureText.state(snapshot))
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
    let groups = [
      ("sources", mode.sources), ("ports", mode.ports), ("timers", mode.timers), ("observers", mode.observers),
    ]
    for (title, list) in groups where !list.isEmpty {
      body.element("text", ["class": "p-group", "x": (x + 12).markup, "y": (below + 11).markup], title)
      below += 18
      for item in list { below = draw(item, x: x + 8, y: below, width - 16) }
      below += 4
    }
    if mode.items.isEmpty {
      body.element("text", ["class": "p-quiet", "x": (x + 12).markup, "y": (below + 12).markup], "empty")
      below += 22
    }
    swap(&inside, &body)
    body.open("g", ["class": isCurrent ? "p-mode-box p-current" : "p-mode-box"])
    body.element("title", [:], "mode \(mode.mode.name)")
    body.empty(
      "rect",
      [
        "class": "p-box", "x": x.markup, "y": y.markup, "width": width.markup, "height": (below + 4 - y).markup,
        "rx": "8",
      ])
    var marks: [String] = []
    if isCurrent { marks.append("current") }
    if mode.isCommon { marks.append("◆ common") }
    let words = marks.joined(separator: " · ")
    let room = Int((width - 36 - Double(words.columns) * 6.6) / 8)
    body.element(
      "text", ["class": "p-mode-name", "x": (x + 12).markup, "y": (y + 22).markup],
      mode.mode.name.shortened(to: max(6, room)))
    if !words.isEmpty {
      body.element(
        "text", ["class": "p-badges", "x": (x + width - 12).markup, "y": (y + 21).markup, "text-anchor": "end"], words)
    }
    body.empty(
      "path",
      ["class": "p-rule", "d": "M\(x.markup) \((y + 32).markup)h\(width.markup)"])
    body.close("g")
    body.raw(inside.text)
    return below + 4
  }

  private mutating func draw(_ item: LoopSnapshot.Item, x: Double, y: Double, _ width: Double) -> Double {
    let details = lines(items.details(item), columns: Int((width - 34) / 6.4))
    let height = 24 + Double(details.count) * 15 + (details.isEmpty ? 0 : 2)
    let icon = StructureItems.icon(item.kind)
    icons.insert(icon)
    let number = items.number(item)
    var kind = "p-item p-\(item.kind.rawValue)"
    if item.isSignaled { kind += " p-signalled" }
    if !item.isValid { kind += " p-invalid" }
    body.open("g", ["class": kind, "data-item": number.map { "\($0)" }])
    body.element("title", [:], "\(StructureItems.word(item.kind)) “\(StructureItems.name(item))”")
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
      body.element(
        "text", ["class": "p-badges", "x": right.markup, "y": (y + 16).markup, "text-anchor": "middle"], "◆")
      right -= 15
    }
    let room = Int((right - x - 24) / TimelineLayout.columnWidth)
    body.element(
      "text", ["class": "p-label", "x": (x + 27).markup, "y": (y + 16).markup],
      StructureItems.name(item).shortened(to: max(4, room)))
    for (index, line) in details.enumerated() {
      body.element(
        "text", ["class": "p-detail", "x": (x + 27).markup, "y": (y + 32 + Double(index) * 15).markup], line)
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
    body.element(
      "text", ["class": "p-group", "x": Self.margin.markup, "y": (y + 12).markup], "blocks that wait, first to last")
    icons.insert(.block)
    var x = Self.margin
    var y = y + 20
    for (index, block) in snapshot.blocks.enumerated() {
      let whole = block.label ?? block.location.map { "line \($0.line)" } ?? "block"
      let name = whole.shortened(to: 22)
      let modes = block.modes.map(\.name).joined(separator: ", ").shortened(to: 30)
      let size = max(34 + Double(name.columns) * TimelineLayout.columnWidth, 20 + Double(modes.columns) * 6.6)
      if index > 0, x + size > width - Self.margin {
        x = Self.margin
        y += 50
      }
      body.open("g", ["class": "p-item p-block"])
      body.element("title", [:], "block “\(whole)” for \(block.modes.map(\.name).joined(separator: ", "))")
      body.empty(
        "rect", ["class": "p-box", "x": x.markup, "y": y.markup, "width": size.markup, "height": "41", "rx": "5"])
      body.icon(.block, x + 15, y + 13, size: 12, class: "p-icon", prefix: prefix)
      body.element("text", ["class": "p-label", "x": (x + 27).markup, "y": (y + 17).markup], name)
      body.element("text", ["class": "p-detail", "x": (x + 10).markup, "y": (y + 33).markup], modes)
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
      body.element(
        "text", ["class": "p-quiet", "x": (x + 22).markup, "y": (y + 12).markup], "one item in several modes")
      x += 190
    }
    if !snapshot.commonItems.isEmpty {
      body.element("text", ["class": "p-badges", "x": x.markup, "y": (y + 12).markup], "◆")
      body.element("text", ["class": "p-quiet", "x": (x + 16).markup, "y": (y + 12).markup], "in the common modes")
    }
    body.close("g")
    return y + 24
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
