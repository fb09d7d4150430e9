internal import LoopEngine
internal import LoopTracing
internal import Text
internal import Words

/// A timeline in sentences, for who does not see it.
struct TimelineText {
  /// A few words.
  let title: String
  /// The sentences.
  let description: String

  private static let limit = 30

  init(_ trace: Trace, _ shape: TraceShape, _ language: InterfaceWords, end: Int, lanes: Int) {
    let names = shape.lanes.prefix(lanes).map { $0.name.shortened(to: 40) }
    if names.isEmpty {
      title = language[.timelineEmpty]
      description = language[.noEvents]
      return
    }
    title = language.text(.timelineOf, ["threads": language.list(names)])
    var writer = Writer(trace: trace, shape: shape, language: language)
    for index in 0..<end where shape.places[index].lane < lanes { writer.visit(index) }
    writer.flush()
    var sentences = writer.sentences
    if sentences.count > Self.limit {
      let more = sentences.count - Self.limit
      sentences = Array(sentences.prefix(Self.limit)) + [language.count(more, .moreSentences)]
    }
    for (number, lane) in shape.lanes.prefix(lanes).enumerated() {
      let name = lane.name.shortened(to: 40)
      if let what = lane.waitsForever {
        let values: KeyValuePairs = ["thread": name, "what": what.shortened(to: 120)]
        sentences.append(language.text(.waitsInTheEnd, values))
      } else if let sleep = shape.pauses.last(where: { $0.lane == number }), sleep.kind == .asleep, sleep.end == nil {
        let time = TimeText.words(trace.events[sleep.begin].time)
        sentences.append(
          trace.clock == .virtual
            ? language.text(.sleepsInTheEndFrom, ["thread": name, "time": time])
            : language.text(.sleepsInTheEnd, ["thread": name]))
      }
    }
    description = sentences.joined(separator: " ")
  }

  /// Puts the clauses of one thread into sentences until another goes on.
  private struct Writer {
    let trace: Trace
    let shape: TraceShape
    private let language: InterfaceWords
    private var words: EventWords { EventWords(language: language) }
    var sentences: [String] = []
    private var lane: Int?
    private var clauses: [String] = []
    private let sleeps: [Int: TraceShape.Pause]
    private let blocked: [Int: TraceShape.Pause]
    private let nested: Set<Int>

    init(trace: Trace, shape: TraceShape, language: InterfaceWords) {
      self.language = language
      self.trace = trace
      self.shape = shape
      var sleeps: [Int: TraceShape.Pause] = [:]
      var blocked: [Int: TraceShape.Pause] = [:]
      for pause in shape.pauses {
        guard let end = pause.end else { continue }
        if pause.kind == .asleep { sleeps[end] = pause } else { blocked[end] = pause }
      }
      self.sleeps = sleeps
      self.blocked = blocked
      nested = Set(shape.runs.filter { $0.depth > 0 }.map { $0.begin })
    }

    mutating func visit(_ index: Int) {
      let event = trace.events[index]
      let now = shape.places[index].lane
      if let pause = blocked[index] {
        flush()
        lane = now
        clauses = [timed(.isBlocked, .isBlockedFromTo, pause.begin, index)]
      }
      guard let clause = clause(event, index) else { return }
      if lane != now || clauses.count > 8 { flush() }
      lane = now
      clauses.append(clause)
    }

    private mutating func clause(_ event: TraceEvent, _ index: Int) -> String? {
      switch event.kind {
      case .loop(.activity), .loop(.calloutEnded): return nil
      case .loop(.runBegan) where nested.contains(index):
        return words.clause(event).map { language.text(.insideCallout, ["what": $0]) }
      case .loop(.slept):
        flush()
        return nil
      case .loop(.woke(let reason)):
        flush()
        let by = words.word(reason)
        guard let sleep = sleeps[index] else { return language.text(.isWokenBy, ["by": by]) }
        clauses = [timed(.sleeps, .sleepsFromTo, sleep.begin, index)]
        lane = shape.places[index].lane
        guard let deed = sleep.cause.map({ shape.deeds[$0] }) else {
          return language.text(.isWokenBy, ["by": by])
        }
        let other = shape.lanes[deed.from].name.shortened(to: 40)
        return language.text(.isWokenBy, ["by": deed.from == deed.to ? by : other])
      case .print(let text, .error)
      where shape.isDeadlock && (text.hasPrefix("deadlock: ") || text.hasPrefix("  thread '")):
        return nil
      default:
        return shape.places[index].isShown || isRun(event) ? words.clause(event) : nil
      }
    }

    private func isRun(_ event: TraceEvent) -> Bool {
      switch event.kind {
      case .loop(.runBegan), .loop(.runEnded): true
      default: false
      }
    }

    private func timed(_ plain: InterfaceWord, _ fromTo: InterfaceWord, _ first: Int, _ last: Int) -> String {
      if trace.clock == .real { return language[plain] }
      let (from, to) = (TimeText.words(trace.events[first].time), TimeText.words(trace.events[last].time))
      return language.text(fromTo, ["from": from, "to": to])
    }

    mutating func flush() {
      if let lane, !clauses.isEmpty {
        let name = shape.lanes[lane].name.shortened(to: 40)
        sentences.append(language.sentence(language.text(.does, ["thread": name, "what": language.list(clauses)])))
      }
      clauses = []
    }
  }
}
