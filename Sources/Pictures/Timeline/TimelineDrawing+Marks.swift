internal import LoopEngine
internal import LoopTracing
internal import Words

extension TimelineDrawing {
  // MARK: Sleep

  /// A thread that does not run: a slim bar where its band would be, and how long.
  mutating func draw(_ pause: TraceShape.Pause) {
    let left = layout.slots[pause.begin].right
    let isOpen = (pause.end ?? end) >= end
    // The slot of waking up holds the reason.
    let right = isOpen ? edge : layout.slots[pause.end ?? 0].left
    if right <= left { return }
    let top = bandTop(pause.lane, pause.depth)
    let isAsleep = pause.kind == .asleep
    meanings.insert(isAsleep ? .asleep : .blocked)
    body.open("g", ["class": isAsleep ? "p-asleep" : "p-blocked", "data-event": "\(pause.begin)"])
    body.element("title", [:], title(pause))
    body.empty(
      "rect",
      [
        "class": "p-gap", "x": left.markup, "y": top.markup, "width": (right - left).markup, "height": Self.band.markup,
      ])
    let bar = top + 13
    if isAsleep {
      body.empty(
        "rect",
        [
          "class": "p-bar", "x": left.markup, "y": bar.markup, "width": (right - left).markup, "height": "8",
          "fill": "url(#\(prefix)-sleep)",
        ])
    } else {
      body.empty("path", ["class": "p-bar", "d": "M\(left.markup) \((bar + 4).markup)H\(right.markup)"])
    }
    for gap in layout.gaps where gap.isBroken && gap.left >= left - 1 && gap.left + gap.width <= right + 1 {
      drawBreak(gap.left + gap.width / 2, bar + 4, 5)
    }
    let words = words(pause)
    if !words.isEmpty, TextStyle.words.width(of: words) + 6 <= right - left {
      body.text(words, .words, x: (left + right) / 2, y: top + 9, anchor: "middle")
    }
    body.close("g")
  }

  /// What stands above the bar.
  private func words(_ pause: TraceShape.Pause) -> String {
    guard let last = pause.end else { return shape.isDeadlock ? language[.forever] : "" }
    if !hasTimes { return language[.asleep] }
    return last < end ? TimeText.words(duration(pause.begin, last)) : ""
  }

  private func duration(_ first: Int, _ last: Int) -> Int64 {
    let (duration, overflow) = trace.events[last].time.subtractingReportingOverflow(trace.events[first].time)
    return overflow ? .max : duration
  }

  private func title(_ pause: TraceShape.Pause) -> String {
    let name = shape.lanes[pause.lane].name
    guard let last = pause.end else {
      if let what = shape.lanes[pause.lane].waitsForever {
        return language.text(.waitsForever, ["thread": name, "what": what])
      }
      return language.text(pause.kind == .asleep ? .sleepsNotWoken : .waitsNotWoken, ["thread": name])
    }
    let duration = hasTimes ? TimeText.words(duration(pause.begin, last)) : language[.aWhile]
    if pause.kind == .blocked { return language.text(.isBlockedWhile, ["thread": name, "time": duration]) }
    guard let reason = pause.reason else {
      return language.text(.sleepsWhile, ["thread": name, "time": duration])
    }
    let words = EventWords(language: language)
    return language.text(.sleepsUntil, ["thread": name, "time": duration, "reason": words.word(reason)])
  }

  // MARK: Arrows

  /// Who did something to whose loop.
  mutating func drawDeeds() {
    var depths = [Int](repeating: 1, count: shape.lanes.count)
    var next = 0
    for (index, place) in shape.places.prefix(end).enumerated() {
      depths[place.lane] = max(1, place.depth)
      while next < shape.deeds.count, shape.deeds[next].event == index {
        let deed = shape.deeds[next]
        next += 1
        guard deed.from != deed.to, deed.from < laneCount, deed.to < laneCount else { continue }
        draw(deed, fromDepth: depths[deed.from], toDepth: depths[deed.to])
      }
    }
  }

  private mutating func draw(_ deed: TraceShape.Deed, fromDepth: Int, toDepth: Int) {
    let isDown = deed.to > deed.from
    let sign = isDown ? 1.0 : -1.0
    let x1 = layout.slots[deed.event].middle
    let y1 = bandMiddle(deed.from, fromDepth) + sign * 9
    let target = bandTop(deed.to, toDepth)
    var x2 = x1
    var name = "p-arrow"
    if let woke = deed.wakes, woke < end {
      x2 = layout.slots[woke].middle
      name += " p-wakes"
      meanings.insert(.wakes)
    } else {
      name += " p-\(icon(deed.event).rawValue)"
      meanings.insert(.reaches)
    }
    let y2 = isDown ? target : target + Self.band
    let tip = y2 - sign * 6
    let path: String
    if x1 == x2 {
      path = "M\(x1.markup) \(y1.markup)V\(tip.markup)"
    } else {
      // Along the border of the lane that it leaves, where nothing else is; neighbors keep apart.
      let apart = Double(deed.event % 3) * 3
      let y = (isDown ? bottom(deed.from) - 4 : tops[deed.from] + 1) - sign * apart
      let turn = (x2 > x1 ? 1.0 : -1.0) * min(7, abs(x2 - x1) / 2)
      path =
        "M\(x1.markup) \(y1.markup)V\((y - sign * 7).markup)Q\(x1.markup) \(y.markup) \((x1 + turn).markup) \(y.markup)"
        + "H\((x2 - turn).markup)Q\(x2.markup) \(y.markup) \(x2.markup) \((y + sign * 7).markup)V\(tip.markup)"
    }
    body.open("g", ["class": name, "data-event": "\(deed.event)"])
    body.element("title", [:], title(deed.event))
    body.empty("path", ["class": "p-halo", "d": path])
    body.empty("path", ["class": "p-shaft", "d": path])
    body.empty(
      "path",
      [
        "class": "p-head",
        "d":
          "M\(x2.markup) \(y2.markup)L\((x2 - 4.5).markup) \((y2 - sign * 8).markup)L\((x2 + 4.5).markup) \((y2 - sign * 8).markup)Z",
      ])
    body.close("g")
  }

  // MARK: Marks

  /// The beads of the activities, what was printed, and what a thread did to loops.
  mutating func drawMarks() {
    for index in 0..<end {
      let place = shape.places[index]
      guard place.lane < laneCount else { continue }
      let event = trace.events[index]
      let x = layout.slots[index].middle
      let y = bandMiddle(place.lane, place.depth)
      switch event.kind {
      case .loop(.activity(let activity)):
        if let step = LoopStep(activity) { drawBead(index, x, y, step) }
      case .loop(.woke(let reason)):
        let icon = Icon(reason)
        icons.insert(icon)
        meanings.insert(.awake)
        body.open("g", ["class": "p-mark p-woke", "data-event": "\(index)"])
        body.element("title", [:], title(index))
        body.icon(icon, x, y, size: 11, class: "p-icon", prefix: prefix)
        body.close("g")
      case .print(_, let stream):
        let isError = stream == .error
        let icon: Icon = isError ? .printerr : .print
        icons.insert(icon)
        body.open("g", ["class": isError ? "p-mark p-print p-error" : "p-mark p-print", "data-event": "\(index)"])
        body.element("title", [:], wholeTitle(index))
        let bottom = bandTop(place.lane, place.depth) + Self.band
        body.empty("path", ["class": "p-stem", "d": "M\(x.markup) \((bottom - 5).markup)v6"])
        body.icon(icon, x, bottom + 6, class: "p-icon", prefix: prefix)
        body.close("g")
      case .loop(.signaled), .loop(.wakeUpRequested), .loop(.stopRequested), .loop(.blockQueued), .snapshot,
        .loop(.threadBegan), .loop(.threadEnded):
        if place.isShown { drawDisc(index, x, y) }
      default: break
      }
    }
  }

  private func wholeTitle(_ index: Int) -> String {
    guard case .print(let text, _) = trace.events[index].kind, text.columns > 60 else { return title(index) }
    let clause = language.text(.prints, ["text": text.shortened(to: 400)])
    return language.text(.does, ["thread": trace.events[index].thread, "what": clause])
  }

  /// The number of a step.
  private mutating func drawBead(_ index: Int, _ x: Double, _ y: Double, _ step: LoopStep) {
    meanings.insert(.step)
    body.open("g", ["class": "p-mark p-bead", "data-event": "\(index)", "data-step": "\(step.rawValue)"])
    body.element("title", [:], title(index))
    body.bead(step, x: x, y: y, radius: 7.5)
    body.close("g")
  }

  private mutating func drawDisc(_ index: Int, _ x: Double, _ y: Double) {
    let icon = icon(index)
    icons.insert(icon)
    body.open("g", ["class": "p-mark p-disc p-\(icon.rawValue)", "data-event": "\(index)"])
    body.element("title", [:], title(index))
    body.empty("circle", ["cx": x.markup, "cy": y.markup, "r": "8.5"])
    body.icon(icon, x, y, class: "p-icon", prefix: prefix)
    body.close("g")
  }

  private func icon(_ index: Int) -> Icon {
    switch trace.events[index].kind {
    case .loop(.signaled): .signal
    case .loop(.wakeUpRequested): .wakeUp
    case .loop(.stopRequested): .stop
    case .loop(.blockQueued): .block
    case .snapshot: .snapshot
    case .loop(.threadBegan), .loop(.threadEnded): .thread
    default: .nothing
    }
  }
}
