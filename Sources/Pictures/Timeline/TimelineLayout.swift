internal import LoopEngine
internal import LoopTracing
internal import Words

/// Where the events of a timeline stand from left to right.
///
/// Every event has a place of its own, so that the order stays readable where many happen at one instant. Between
/// instants there is room in proportion to the time that passed, up to a bound: beyond it the time is broken.
struct TimelineLayout {
  /// The place of an event.
  struct Slot {
    var left: Double
    var width: Double
    var middle: Double { left + width / 2 }
    var right: Double { left + width }
  }

  /// Time that passes between two events.
  struct Gap {
    /// The event after it.
    var event: Int
    var duration: Int64
    var left = 0.0
    var width = 0.0
    /// Whether it is drawn shorter than it was.
    var isBroken = false
  }

  private let language: InterfaceWords
  /// One for each event that is drawn.
  private(set) var slots: [Slot] = []
  private(set) var gaps: [Gap] = []
  /// Events that would be shown and have no place any more.
  private(set) var leftOut = 0
  private(set) var width = 0.0

  private static let margin = 10.0
  private static let usualGap = 44.0
  private static let longestGap = 92.0
  private static let comfortableWidth = 640.0
  static let labelColumns = 18

  init(_ trace: Trace, _ shape: TraceShape, _ language: InterfaceWords, limit: Int, lanes: Int) {
    self.language = language
    let total = shape.places.reduce(0) { $0 + ($1.isShown ? 1 : 0) }
    // To leave out a few is worse than to draw them.
    let limit = total <= limit + limit / 4 ? total : limit
    var shown = 0
    var end = trace.events.count
    for (index, place) in shape.places.enumerated() where place.isShown {
      if place.lane >= lanes {
        leftOut += 1
        continue
      }
      shown += 1
      if shown > limit {
        end = min(end, index)
        leftOut += 1
      }
    }
    gaps = trace.clock == .virtual ? Self.gaps(trace, end) : Self.sleeps(trace, end)
    scale()
    place(trace, shape, end, lanes)
    stretch(trace, shape, end, lanes)
    findInstants(trace)
    let opensRight = leftOut > 0 || shape.pauses.contains { $0.end == nil }
    width = (slots.last?.right ?? Self.margin) + (opensRight ? 64 : Self.margin)
  }

  private static func gaps(_ trace: Trace, _ end: Int) -> [Gap] {
    var gaps: [Gap] = []
    var latest = trace.events.first?.time ?? 0
    for index in 0..<end where trace.events[index].time > latest {
      let (duration, overflow) = trace.events[index].time.subtractingReportingOverflow(latest)
      gaps.append(Gap(event: index, duration: overflow ? .max : duration))
      latest = trace.events[index].time
    }
    return gaps
  }

  /// Real time differs from run to run, and a picture must not: a sleep is as wide as any other.
  private static func sleeps(_ trace: Trace, _ end: Int) -> [Gap] {
    (0..<end).compactMap { index in
      guard case .loop(.woke) = trace.events[index].kind else { return nil }
      return Gap(event: index, duration: 1)
    }
  }

  /// Gives the gap in the middle the usual width.
  private mutating func scale() {
    if gaps.isEmpty { return }
    let unit = Self.usualGap / Double(gaps.map { $0.duration }.sorted()[gaps.count / 2])
    for index in gaps.indices {
      let width = Double(gaps[index].duration) * unit
      gaps[index].isBroken = width > 1.5 * Self.longestGap
      // A sleep that is that long has room for its duration.
      let words = 10 + TextStyle.words.width(of: TimeText.words(gaps[index].duration))
      gaps[index].width = min(max(width, min(words, 70)), Self.longestGap)
    }
  }

  private mutating func place(_ trace: Trace, _ shape: TraceShape, _ end: Int, _ lanes: Int) {
    slots = []
    slots.reserveCapacity(end)
    var x = Self.margin
    var gap = 0
    var lane: Int?
    for index in 0..<end {
      if gap < gaps.count, gaps[gap].event == index {
        gaps[gap].left = x
        x += gaps[gap].width
        gap += 1
      }
      let place = shape.places[index]
      let width =
        place.lane < lanes ? width(trace.events[index], isShown: place.isShown, isVoid: isVoid(index, trace)) : 0
      if width > 0 {
        if let lane, lane != place.lane { x += 9 }
        lane = place.lane
      }
      slots.append(Slot(left: x, width: width))
      x += width
    }
  }

  /// A short picture is given the room that there is.
  private mutating func stretch(_ trace: Trace, _ shape: TraceShape, _ end: Int, _ lanes: Int) {
    let missing = Self.comfortableWidth - (slots.last?.right ?? 0)
    let sum = gaps.reduce(0) { $0 + $1.width }
    if missing <= 0 || sum <= 0 { return }
    let factor = min(2, 1 + missing / sum)
    for index in gaps.indices { gaps[index].width *= factor }
    place(trace, shape, end, lanes)
  }

  /// Whether it is the beginning of a run that had nothing to run for.
  private func isVoid(_ index: Int, _ trace: Trace) -> Bool {
    guard case .loop(.runBegan) = trace.events[index].kind, index + 1 < trace.events.count,
      case .loop(.runEnded) = trace.events[index + 1].kind
    else { return false }
    return trace.events[index].thread == trace.events[index + 1].thread
  }

  private func width(_ event: TraceEvent, isShown: Bool, isVoid: Bool) -> Double {
    switch event.kind {
    case .print: return 13
    case .snapshot: return 20
    case .loop(let kind):
      switch kind {
      case .runBegan: return isVoid ? 42 : 4
      case .threadBegan, .threadEnded: return 20
      case .runEnded: return 6
      case .activity: return 17
      case .calloutBegan: return 28 + TextStyle.code.width(of: Self.label(event, language))
      case .calloutEnded: return 5
      case .slept: return 2
      case .woke: return 18
      default: return isShown ? 21 : 0
      }
    }
  }

  /// The moments at which something happened: events between which no time passes stand in one of them.
  ///
  /// Without times there are none.
  private(set) var instants: [(event: Int, left: Double, right: Double)] = []

  private mutating func findInstants(_ trace: Trace) {
    guard trace.clock == .virtual, let last = slots.last else { return }
    let begins = [(0, slots[0].left)] + gaps.map { ($0.event, $0.left + $0.width) }
    let ends = gaps.map { $0.left } + [last.right]
    instants = zip(begins, ends).map { ($0.0, $0.1 - 2, $1 + 2) }
  }

  /// What stands in the box of a callout.
  static func label(_ event: TraceEvent, _ language: InterfaceWords) -> String {
    if let label = event.label, !label.isEmpty {
      // Observers are called at every turn.
      if case .loop(.calloutBegan(.observer)) = event.kind { return label.shortened(to: 10) }
      return label.shortened(to: labelColumns)
    }
    if case .loop(.calloutBegan(.mainQueue)) = event.kind { return language[.mainQueue] }
    if let line = event.line { return language.text(.line, ["line": "\(line)"]) }
    if case .loop(.calloutBegan(let callout)) = event.kind { return EventWords(language: language).word(callout) }
    return ""
  }
}
