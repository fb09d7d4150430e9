import LoopEngine
import LoopTracing

/// `virtual-fires`, `virtual-runs`, `virtual-turns`: what virtual time and deterministic threads cost.
enum VirtualTime {
  // Unsafe but sound: only the measured loop's thread uses it, or each run's own in its turn.
  nonisolated(unsafe) private static var fired: Int64 = 0

  /// N fires of 1,000 timers that repeat every second: a day is 86,400,000 of them.
  static func fires() throws {
    let last = Measurement.count
    let outcome = try VirtualRun().run { loop in
      for _ in 0..<1_000 { loop.add(LoopTimer(every: .seconds(1)) { _ in fired += 1 }) }
      Measurement.begin()
      while fired < last { loop.run(mode: .default, for: .seconds(60)) }
      Measurement.end(operations: fired)
    }
    preconditionFailure("the run ended: \(outcome.ending)")
  }

  /// N short programs: two threads, a timer, a message and its answer.
  static func runs() throws {
    Measurement.begin()
    for _ in 0..<Measurement.count {
      let outcome = try VirtualRun().run { loop in
        let answers = MessagePort<Int> { _ in fired += 1 }
        loop.add(answers)
        do {
          let worker = try LoopThread(name: "worker") { own in
            own.perform(after: .seconds(1)) { answers.send(1) }
            own.run(mode: .default, for: .seconds(5))
          }
          loop.run(mode: .default, for: .seconds(60), returnAfterSourceHandled: true)
          worker.join()
        } catch { preconditionFailure("\(error)") }
      }
      precondition(outcome.ending == .finished)
    }
    precondition(fired == Measurement.count)
    Measurement.end()
  }
}
