internal import LoopEngine
internal import LoopTracing
internal import Text

/// A timeline in sentences, for who does not see it.
struct TimelineText {
  /// A few words.
  let title: String
  /// The sentences.
  let description: String

  private static let limit = 30

  init(_ trace: Trace, _ shape: TraceShape, end: Int, lanes: Int) {
    let names = shape.lanes.prefix(lanes).map { $0.name.shortened(to: 40) }
    if names.isEmpty {
      title = "Timeline without events"
      description = "No events were recorded."
      return
    }
    title = "Timeline of \(EventWords.list(names))"
    var writer = Writer(trace: trace, shape: shape)
    for index in 0..<end where shape.places[index].lane < lanes { writer.visit(index) }
    writer.flush()
    var sentences = writer.sentences
    if sentences.count > Self.limit {
      let more = sentences.count - Self.limit
      sentences =
        Array(sentences.prefix(Self.limit)) + [
          "So it goes on for \(more.grouped) more sentences, which the table has as events."
        ]
    }
    for (number, lane) in shape.lanes.prefix(lanes).enumerated() {
      let name = lane.name.shortened(to: 40)
      if let what = lane.waitsForever {
        sentences.append("In the end \(name) waits \(what.shortened(to: 120)), forever.")
      } else if let sleep = shape.pauses.last(where: { $0.lane == number }), sleep.kind == .asleep, sleep.end == nil {
        let from = trace.clock == .virtual ? " from \(TimeText.words(trace.events[sleep.begin].time)) on" : ""
        sentences.append("In the end \(name) sleeps\(from) and is not woken.")
      }
    }
    description = sentences.joined(separator: " ")
  }

  /// Puts the clauses of one thread into sentences until another goes on.
  private struct Writer {
    let trace: Trace
    let shape: TraceShape
    var sentences: [String] = []
    private var lane: Int?
    private var clauses: [String] = []
    private let sleeps: [Int: TraceShape.Pause]
    private let blocked: [Int: TraceShape.Pause]
    private let nested: Set<Int>

    init(trace: Trace, shape: TraceShape) {
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
      nested = Set(shape.runs.filter { $0.depth > 0 }.map(\.begin))
    }

    mutating func visit(_ index: Int) {
      let event = trace.events[index]
      let now = shape.places[index].lane
      if let pause = blocked[index] {
        flush()
        lane = now
        clauses = ["is blocked\(times(pause.begin, index))"]
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
        return EventWords.clause(event).map { $0 + ", inside that callout" }
      case .loop(.slept):
        flush()
        return nil
      case .loop(.woke(let reason)):
        flush()
        guard let sleep = sleeps[index] else { return "is woken by \(EventWords.word(reason))" }
        clauses = ["sleeps\(times(sleep.begin, index))"]
        lane = shape.places[index].lane
        let by = EventWords.word(reason)
        guard let deed = sleep.cause.map({ shape.deeds[$0] }) else { return "is woken by \(by)" }
        return "is woken by \(deed.from == deed.to ? by : shape.lanes[deed.from].name.shortened(to: 40))"
      case .print(let text, .error)
      where shape.isDeadlock && (text.hasPrefix("deadlock: ") || text.hasPrefix("  thread '")):
        return nil
      default:
        return shape.places[index].isShown || isRun(event) ? EventWords.clause(event) : nil
      }
    }

    private func isRun(_ event: TraceEvent) -> Bool {
      switch event.kind {
      case .loop(.runBegan), .loop(.runEnded): true
      default: false
      }
    }

    private func times(_ first: Int, _ last: Int) -> String {
      if trace.clock == .real { return "" }
      return " from \(TimeText.words(trace.events[first].time)) to \(TimeText.words(trace.events[last].time))"
    }

    mutating func flush() {
      if let lane, !clauses.isEmpty {
        sentences.append("\(shape.lanes[lane].name.shortened(to: 40)) \(EventWords.list(clauses)).")
      }
      clauses = []
    }
  }
}
