package import LoopTracing
internal import Recordings

/// What a run did, as lines of which readers say which comes next.
package struct PredictedRun: Sendable {
  /// A line of a trace without its time and thread, or of what was printed.
  struct Line: Sendable {
    var text: String
    /// The event that it tells of, by its place in the trace; `nil` for what was printed.
    var event: Int?
    /// When it was, as the trace writes it and in nanoseconds; `nil` for what was printed.
    var time: (text: String, nanoseconds: Int64)?
    /// Whether it is one to ask for: neither blank nor what any turn begins with, or what the line before has to say.
    var isAsked: Bool
    /// Whether it tells of the loop alone, so that it can stand in any program's trace.
    var isOfLoop: Bool
  }

  let lines: [Line]
  let trace: Trace?

  /// The lines of a trace.
  package init(_ trace: Trace, _ filter: TraceFilter) {
    self.trace = trace
    lines = TraceText.rows(trace, filter: filter).map { row in
      let isOfLoop = ["beforeWaiting", "afterWaiting", "exit"].contains(row.name)
      let isUsual = ["entry", "beforeTimers", "beforeSources", "threadBegan", "threadEnded"].contains(row.name)
      let isDeed = ["signal", "wakeUp", "stop", "blockQueued", "snapshot"].contains(row.name)
      return Line(
        text: row.detail.isEmpty ? row.name : "\(row.name)  \(row.detail)", event: row.event,
        time: (row.time, trace.events[row.event].time), isAsked: !isUsual && !isDeed, isOfLoop: isOfLoop)
    }
  }

  /// The lines that were printed, as they are recorded, and the events of printing them where `trace` has each.
  package init(printed output: [UInt8], _ trace: Trace?) {
    let texts = RecordedText.written(output, as: .output)
    self.trace = trace
    let events = trace.map { Self.printing(texts, $0) } ?? []
    lines = texts.enumerated().map { number, text in
      Line(
        text: text, event: events.isEmpty ? nil : events[number], time: nil,
        isAsked: text.contains { !$0.isWhitespace },
        isOfLoop: false)
    }
  }

  /// The events of a trace that printed these lines, one for each; none where they are not the same.
  private static func printing(_ texts: [String], _ trace: Trace) -> [Int] {
    let printed = trace.events.enumerated().compactMap { index, event -> (Int, String)? in
      guard case .print(let text, .output) = event.kind else { return nil }
      return (index, text)
    }
    guard printed.count == texts.count else { return [] }
    let written = RecordedText.written(Array(printed.map { $0.1 + "\n" }.joined().utf8), as: .output)
    return written == texts ? printed.map(\.0) : []
  }

  /// The event that a line tells of.
  func event(_ line: Line) -> TraceEvent? { line.event.flatMap { trace?.events[$0] } }
}
