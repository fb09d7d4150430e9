package import LoopTracing

/// Which mark of an overview shows an event: events of one thread at one time share one.
package struct OverviewMarks: Sendable {
  private let marks: [Int: Int]

  /// The marks of the overview of `trace`.
  package init(_ trace: Trace) { self.init(trace, TraceShape(trace)) }

  init(_ trace: Trace, _ shape: TraceShape) {
    var marks: [Int: Int] = [:]
    var last: [Int: (time: Int64, event: Int)] = [:]
    for (index, place) in shape.places.enumerated() where place.isShown {
      let time = trace.events[index].time
      if last[place.lane]?.time != time { last[place.lane] = (time, index) }
      marks[index] = last[place.lane]?.event
    }
    self.marks = marks
  }

  /// The event that the mark with another event names; `nil` where no mark shows it.
  package subscript(event: Int) -> Int? { marks[event] }
}
