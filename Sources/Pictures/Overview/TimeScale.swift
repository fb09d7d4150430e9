internal import LoopTracing

/// Which part of a drawing's width stands for which time; a second is equally wide everywhere.
struct TimeScale {
  /// The times of the first and the last event.
  let begin: Int64
  let end: Int64

  /// How much of the width is left free at either side, in percent.
  private static let margin = 1.5

  /// The scale of a trace; nil where no time passes, or where it would differ from run to run.
  init?(_ trace: Trace) {
    guard let first = trace.events.first?.time else { return nil }
    self.init(trace, from: first)
  }

  private init?(_ trace: Trace, from first: Int64) {
    guard trace.clock == .virtual,
      let last = trace.events.map({ $0.time }).max(), last > first, !last.subtractingReportingOverflow(first).overflow
    else { return nil }
    begin = first
    end = last
  }

  /// One scale for two traces; nil where it can show the time of neither.
  init?(of one: Trace, _ other: Trace) {
    let both = Trace(events: one.events + other.events, clock: one.clock == other.clock ? one.clock : .real)
    guard let first = both.events.map({ $0.time }).min(), let scale = TimeScale(both, from: first) else { return nil }
    self = scale
  }

  /// The place of a time, in percent of the width.
  func percent(_ time: Int64) -> Double {
    let part = Double(min(max(time, begin), end) - begin) / Double(end - begin)
    return Self.margin + part * (100 - 2 * Self.margin)
  }

  /// Round times, about six of them, each with its words.
  var ticks: [(time: Int64, words: String)] {
    let step = step
    var time = begin / step * step
    if time < begin { time += step }
    var ticks: [(time: Int64, words: String)] = []
    while time <= end {
      ticks.append((time, TimeText.words(time)))
      let (next, overflow) = time.addingReportingOverflow(step)
      if overflow { break }
      time = next
    }
    return ticks
  }

  /// From one tick to the next.
  private var step: Int64 {
    let wanted = (end - begin) / 6
    let second: Int64 = 1_000_000_000
    // From a minute on, people do not count in tens.
    let long = [60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400].map { $0 * second }
    if wanted > 30 * second {
      if let step = long.first(where: { $0 >= wanted }) { return step }
      return (wanted / (86_400 * second) + 1) * 86_400 * second
    }
    var power: Int64 = 1
    while power * 10 <= max(1, wanted) { power *= 10 }
    return [power, 2 * power, 5 * power].first { $0 >= wanted } ?? min(10 * power, 60 * second)
  }
}
