internal import LoopEngine
internal import LoopTracing
internal import Text
internal import Words

/// Draws an overview.
///
/// Places from left to right are percent, so that the drawing is as wide as its column and its text stays readable.
struct OverviewDrawing {
  private let trace: Trace
  private let shape: TraceShape
  private let scale: TimeScale
  private let language: InterfaceWords
  private let prefix: String
  private let laneCount: Int
  /// The run that it is beside another of; nil where it stands alone.
  private let compared: Compared?
  private var body = Markup()
  /// What stands in front of everything.
  private var words = Markup()
  private var meanings: Set<Meaning> = []
  private var height = 0.0
  /// For each lane, when it was at work.
  private let moments: [[Moment]]

  /// What is special to one of two runs that are compared.
  struct Compared {
    /// The run's name.
    var name: String
    /// The events that the other run does not have.
    var differing: Set<Int>
    /// Whether it has the key of both.
    var hasKey: Bool
  }

  /// What a thread did at one time.
  private struct Moment {
    var time: Int64
    /// The first event.
    var event: Int
    /// The last event.
    var last: Int
    /// The callouts in it.
    var callouts: [Int] = []
    /// Whether there is more in it than a loop's own steps.
    var hasWork = false
    /// Whether another run has not all of it.
    var differs = false
  }

  private enum Meaning: Int, CaseIterable {
    case work, turn, asleep, blocked, wakes, differs

    var word: InterfaceWord {
      switch self {
      case .work: .atWork
      case .turn: .turnWithoutWork
      case .asleep: .asleepInLoop
      case .blocked: .waitsBlocked
      case .wakes: .wakesThread
      case .differs: .notInBoth
      }
    }
  }

  private static let axis = 24.0
  private static let name = 18.0
  private static let strip = 20.0
  private static let row = 60.0
  /// How far the words of a mark stand from it: arrows end there.
  private static let beside = 5.0
  /// The drawing's width on a desk and on a phone, in pixels: what has no room on the phone is not shown there.
  private static let widths = (desk: 600.0, phone: 262.0)

  init(
    _ trace: Trace, _ shape: TraceShape, _ scale: TimeScale, _ language: InterfaceWords, prefix: String, lanes: Int,
    compared: Compared? = nil
  ) {
    self.compared = compared
    self.language = language
    self.trace = trace
    self.shape = shape
    self.scale = scale
    self.prefix = prefix
    laneCount = min(lanes, shape.lanes.count)
    moments = Self.moments(trace, shape, laneCount, compared?.differing ?? [])
  }

  private static func moments(
    _ trace: Trace, _ shape: TraceShape, _ laneCount: Int, _ differing: Set<Int>
  ) -> [[Moment]] {
    let marks = OverviewMarks(trace, shape)
    var moments = [[Moment]](repeating: [], count: laneCount)
    for (index, place) in shape.places.enumerated() where place.lane < laneCount {
      let event = trace.events[index]
      if marks[index] == index { moments[place.lane].append(Moment(time: event.time, event: index, last: index)) }
      guard moments[place.lane].last?.time == event.time else { continue }
      let last = moments[place.lane].count - 1
      moments[place.lane][last].last = index
      if differing.contains(index) { moments[place.lane][last].differs = true }
      guard place.isShown else { continue }
      if case .loop(.activity) = event.kind { continue }
      moments[place.lane][last].hasWork = true
      if case .loop(.calloutBegan(let callout)) = event.kind, callout != .observer {
        moments[place.lane][last].callouts.append(index)
      }
    }
    return moments
  }

  /// Draws everything.
  mutating func draw() {
    height = Self.axis + Double(laneCount) * Self.row
    drawAxis()
    for lane in 0..<laneCount { draw(lane) }
    drawWakes()
    body.raw(words.text)
    body.empty("line", ["class": "overview-cursor", "x1": "0", "x2": "0", "y1": "16", "y2": height.markup])
  }

  private func top(_ lane: Int) -> Double { Self.axis + Double(lane) * Self.row + Self.name }

  private func x(_ time: Int64) -> String { Self.percent(scale.percent(time)) }

  private static func percent(_ value: Double) -> String { "\(value.short)%" }

  /// Puts words where they have room: on both widths, on a desk only, or nowhere.
  private struct Room {
    private var desk = -100.0
    private var phone = -100.0

    /// The class and the anchor of words that stand beside their place, or about it; nil where they have no room.
    mutating func place(_ percent: Double, _ width: Double, isBeside: Bool) -> (name: String, anchor: String?)? {
      let anchor = isBeside ? (percent < 70 ? nil : "end") : percent < 12 ? nil : percent > 88 ? "end" : "middle"
      let room = width + (isBeside ? OverviewDrawing.beside : 0)
      func left(_ whole: Double) -> Double {
        percent / 100 * whole - (anchor == nil ? 0 : anchor == "end" ? room : width / 2)
      }
      func fits(_ whole: Double, _ free: Double) -> Bool {
        left(whole) >= max(0, free) && left(whole) + room <= whole
      }
      guard fits(widths.desk, desk) else { return nil }
      desk = left(widths.desk) + room + 10
      guard fits(widths.phone, phone) else { return (" p-roomy", anchor) }
      phone = left(widths.phone) + room + 10
      return ("", anchor)
    }
  }

  private mutating func drawAxis() {
    body.empty("line", ["class": "p-axis", "x1": "0", "x2": "100%", "y1": "20", "y2": "20"])
    var room = Room()
    for tick in scale.ticks {
      body.empty("line", ["class": "p-tick", "x1": x(tick.time), "x2": x(tick.time), "y1": "16", "y2": height.markup])
      if let place = room.place(scale.percent(tick.time), TextStyle.words.width(of: tick.words), isBeside: false) {
        body.text(tick.words, .words, x: x(tick.time), y: 12, class: "p-time\(place.name)", anchor: place.anchor)
      }
    }
  }

  private mutating func draw(_ lane: Int) {
    let top = top(lane)
    let middle = top + Self.strip / 2
    let life = shape.lanes[lane]
    words.text(life.name.shortened(to: 30), .name, x: 0, y: top - 5, class: "p-name")
    let begin = trace.events[life.first].time
    let isOpen = !life.isEnded && shape.pauses.contains { $0.lane == lane && $0.end == nil }
    let end = isOpen ? scale.end : trace.events[life.last].time
    body.empty("line", ["class": "p-life", "x1": x(begin), "x2": x(end), "y1": middle.markup, "y2": middle.markup])
    for pause in shape.pauses where pause.lane == lane { draw(pause, top) }
    var room = Room()
    for moment in moments[lane] { draw(moment, lane, top, &room) }
  }

  private mutating func draw(_ pause: TraceShape.Pause, _ top: Double) {
    let begin = scale.percent(trace.events[pause.begin].time)
    let end = scale.percent(pause.end.map { trace.events[$0].time } ?? scale.end)
    guard end > begin else { return }
    let isAsleep = pause.kind == .asleep
    meanings.insert(isAsleep ? .asleep : .blocked)
    body.open("g", ["class": isAsleep ? "p-asleep" : "p-blocked"])
    if isAsleep {
      body.empty(
        "rect",
        [
          "class": "p-bar", "x": Self.percent(begin), "y": (top + 6).markup, "width": Self.percent(end - begin),
          "height": "8", "fill": "url(#\(prefix)-sleep)",
        ])
    } else {
      let middle = (top + Self.strip / 2).markup
      body.empty(
        "line",
        ["class": "p-gap", "x1": Self.percent(begin), "x2": Self.percent(end), "y1": middle, "y2": middle])
      body.empty(
        "line",
        ["class": "p-bar", "x1": Self.percent(begin), "x2": Self.percent(end), "y1": middle, "y2": middle])
    }
    body.close("g")
  }

  private mutating func draw(_ moment: Moment, _ lane: Int, _ top: Double, _ room: inout Room) {
    meanings.insert(moment.hasWork ? .work : .turn)
    let height = moment.hasWork ? Self.strip : 10
    // Beside another run's, an event's place in the trace would be taken for one in the example's own pictures.
    body.open(
      "g",
      [
        "class": moment.hasWork ? "p-mark p-work" : "p-mark p-turn",
        "data-event": compared == nil ? "\(moment.event)" : nil,
      ])
    body.element("title", [:], title(moment, lane))
    let middle = top + Self.strip / 2
    let x = x(moment.time)
    body.empty(
      "line", ["x1": x, "x2": x, "y1": (middle - height / 2).markup, "y2": (middle + height / 2).markup])
    if moment.differs {
      meanings.insert(.differs)
      body.empty("circle", ["class": "p-differs", "cx": x, "cy": middle.markup, "r": "6"])
    }
    body.close("g")
    guard let first = moment.callouts.first else { return }
    let more = moment.callouts.count - 1
    let words = TimelineLayout.label(trace.events[first], language) + (more > 0 ? " +\(more)" : "")
    guard let place = room.place(scale.percent(moment.time), TextStyle.code.width(of: words), isBeside: true) else {
      return
    }
    self.words.text(
      words, .code, x: x, y: top + Self.strip + 13, class: "p-label\(place.name)", anchor: place.anchor,
      shift: place.anchor == nil ? Self.beside : -Self.beside)
  }

  /// "1.5 s: main calls timer “tick”, prints “done”".
  private func title(_ moment: Moment, _ lane: Int) -> String {
    let name = shape.lanes[lane].name.shortened(to: 40)
    func told(_ what: String) -> String {
      "\(TimeText.words(moment.time)): \(language.text(.does, ["thread": name, "what": what]))"
    }
    var clauses: [String] = []
    for index in moment.event...moment.last {
      let event = trace.events[index]
      guard shape.places[index].lane == lane, shape.places[index].isShown else { continue }
      if case .loop(.activity) = event.kind { continue }
      guard let clause = EventWords(language: language).clause(event) else { continue }
      if clauses.count == 6 { return told(language.text(.andMore, ["what": language.list(clauses)])) }
      clauses.append(clause)
    }
    return told(clauses.isEmpty ? language[.goesRound] : language.list(clauses))
  }

  /// Arrows to the threads that were woken by others.
  private mutating func drawWakes() {
    for deed in shape.deeds where deed.from != deed.to && deed.from < laneCount && deed.to < laneCount {
      guard deed.wakes != nil else { continue }
      meanings.insert(.wakes)
      let isDown = deed.to > deed.from
      let from = top(deed.from) + (isDown ? Self.strip : 0)
      let to = top(deed.to) + (isDown ? -2 : Self.strip + 2)
      let x = x(trace.events[deed.event].time)
      body.empty(
        "line",
        [
          "class": "p-wake", "x1": x, "x2": x, "y1": from.markup, "y2": to.markup, "marker-end": "url(#\(prefix)-head)",
        ])
    }
  }

  // MARK: The whole

  private var title: String {
    let threads = shape.lanes.prefix(laneCount).map { $0.name.shortened(to: 40) }
    let title = language.text(.overviewOf, ["threads": language.list(threads)])
    return compared.map { "\($0.name): \(title)" } ?? title
  }

  private var description: String {
    let ends: KeyValuePairs = ["from": TimeText.words(scale.begin), "to": TimeText.words(scale.end)]
    var sentences = [language.text(.overviewFromTo, ends)]
    for (lane, moments) in moments.enumerated() {
      let name = shape.lanes[lane].name.shortened(to: 40)
      let differing = moments.filter { $0.differs }.map { TimeText.words($0.time) }
      if !differing.isEmpty {
        let times =
          differing.prefix(12) + (differing.count > 12 ? [language.count(differing.count - 12, .moreTimes)] : [])
        sentences.append(language.text(.differsAt, ["thread": name, "times": language.list(Array(times))]))
      }
      let times = moments.filter { $0.hasWork }.map { TimeText.words($0.time) }
      if times.isEmpty {
        sentences.append(language.text(.hasNoWork, ["thread": name]))
      } else if times.count > 12 {
        let more = language.count(times.count - 12, .moreTimes)
        let list = language.list(Array(times.prefix(12)) + [more])
        sentences.append(language.text(.worksAt, ["thread": name, "times": list]))
      } else {
        sentences.append(language.text(.worksAt, ["thread": name, "times": language.list(times)]))
      }
    }
    return sentences.joined(separator: " ")
  }

  /// The drawing and its key.
  var html: String {
    var markup = Markup()
    markup.open("div", ["class": "overview"])
    markup.open(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "overview-picture", "role": "img",
        "aria-labelledby": "\(prefix)-title", "aria-describedby": "\(prefix)-desc", "width": "100%",
        "height": height.markup,
      ])
    markup.element("title", ["id": "\(prefix)-title"], title)
    markup.element("desc", ["id": "\(prefix)-desc"], description)
    markup.open("defs")
    if meanings.contains(.asleep) { markup.sleepPattern(id: "\(prefix)-sleep") }
    if meanings.contains(.wakes) {
      markup.open(
        "marker",
        [
          "id": "\(prefix)-head", "viewBox": "0 0 8 8", "refX": "7", "refY": "4", "markerWidth": "8",
          "markerHeight": "8", "markerUnits": "userSpaceOnUse", "orient": "auto",
        ])
      markup.empty("path", ["class": "p-wake-head", "d": "M0 0L8 4L0 8Z"])
      markup.close("marker")
    }
    markup.close("defs")
    markup.raw(body.text)
    markup.close("svg")
    if compared?.hasKey != false { writeKey(to: &markup) }
    if shape.lanes.count > laneCount {
      let note = language.count(shape.lanes.count, .threadsShown, ["shown": language.number(laneCount)])
      markup.element("p", ["class": "picture-note"], note)
    }
    markup.close("div")
    return markup.text
  }

  private func writeKey(to markup: inout Markup) {
    markup.open("ul", ["class": "picture-key", "aria-hidden": "true"])
    for meaning in Meaning.allCases where meanings.contains(meaning) {
      markup.open("li")
      markup.open("svg", ["width": "28", "height": "16", "viewBox": "0 0 28 16"])
      sample(of: meaning, &markup)
      markup.close("svg")
      markup.raw(language[meaning.word].escapedForMarkup)
      markup.close("li")
    }
    markup.close("ul")
  }

  /// Lets its key explain what another drawing shows, too.
  mutating func explain(_ other: OverviewDrawing) { meanings.formUnion(other.meanings) }

  private func sample(of meaning: Meaning, _ markup: inout Markup) {
    switch meaning {
    case .work, .turn:
      markup.open("g", ["class": meaning == .work ? "p-work" : "p-turn"])
      let (top, bottom) = meaning == .work ? ("0", "16") : ("4", "12")
      markup.empty("line", ["x1": "20", "x2": "20", "y1": top, "y2": bottom])
      markup.close("g")
    case .differs: markup.empty("circle", ["class": "p-differs", "cx": "20", "cy": "8", "r": "6"])
    case .asleep:
      markup.open("g", ["class": "p-asleep"])
      markup.empty(
        "rect",
        ["class": "p-bar", "x": "1", "y": "4", "width": "24", "height": "8", "fill": "url(#\(prefix)-sleep)"])
      markup.close("g")
    case .blocked:
      markup.open("g", ["class": "p-blocked"])
      markup.empty("line", ["class": "p-bar", "x1": "2", "x2": "26", "y1": "8", "y2": "8"])
      markup.close("g")
    case .wakes:
      markup.empty(
        "line",
        ["class": "p-wake", "x1": "2", "x2": "24", "y1": "8", "y2": "8", "marker-end": "url(#\(prefix)-head)"])
    }
  }
}

extension Markup {
  /// The pattern of sleep.
  mutating func sleepPattern(id: String) {
    open(
      "pattern",
      [
        "id": id, "width": "6", "height": "6", "patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)",
      ])
    empty("rect", ["class": "p-sleep-ground", "width": "6", "height": "6"])
    empty("rect", ["class": "p-sleep-stroke", "width": "2.4", "height": "6"])
    close("pattern")
  }
}

extension Double {
  /// The number with two decimals at most.
  fileprivate var short: String {
    let hundredths = Int((self * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest.isMultiple(of: 10) ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
