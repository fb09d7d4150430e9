import CBench
import LoopEngine

/// `timers`, `timers-coarse`, `timers-exact`, `churn`, `rearm`: everything with timers but their memory.
///
/// Handlers capture nothing. A handler that needs its deadline reads it from the timer.
enum Timers {
  private struct Tally {
    var begin: Int64 = 0
    var processorTime: Int64 = 0
    var inserted: Int64 = 0
    var fired: Int64 = 0
    var lateness: Int64 = 0
  }

  // Unsafe but sound: only the thread of the measured loop uses it.
  nonisolated(unsafe) private static var tally = Tally()

  /// One-shot timers at random instants of the next 200 ms.
  static func fire(tolerance: Duration) throws {
    try Measurement.startLoop { loop in
      var random = bench_random(state: UInt64(BENCH_SEED))
      tally.processorTime = bench_processor_time()
      tally.begin = bench_now()
      for _ in 0..<Measurement.count {
        let date = LoopInstant(nanoseconds: tally.begin + bench_random_below(&random, BENCH_SPAN))
        loop.add(LoopTimer(at: date, tolerance: tolerance) { Timers.count($0) })
      }
      tally.inserted = bench_now() - tally.begin
    }
    Measurement.waitForEver()
  }

  @inline(__always)
  private static func count(_ timer: LoopTimer) {
    let now = bench_now()
    // In its own handler a timer is valid, and its date is the one it fires for.
    guard let deadline = timer.nextFireDate else { return }
    tally.lateness += now - deadline.nanoseconds
    tally.fired += 1
    if tally.fired == Measurement.count { report() }
  }

  @inline(never)
  private static func report() -> Never {
    let spent = bench_processor_time() - tally.processorTime
    let passed = bench_now() - tally.begin
    let (name, n) = (Measurement.workload, Measurement.count)
    bench_report("\(name).insert", n, tally.inserted, n)
    bench_report("\(name).cpu", n, spent, n)
    bench_report("\(name).wall", n, passed, n)
    bench_report("\(name).late", n, tally.lateness, n)
    bench_exit(0)
  }

  /// Adds a timer 30 to 90 s away and cancels it, with 10,000 others pending.
  static func addAndCancel() throws {
    try Measurement.startLoop { loop in
      var random = bench_random(state: UInt64(BENCH_SEED))
      for _ in 0..<BENCH_PENDING { _ = addFar(to: loop, &random) }
      Measurement.begin()
      for _ in 0..<Measurement.count { addFar(to: loop, &random).invalidate() }
      Measurement.end()
    }
  }

  /// Moves one of 10,000 pending timers to another date 30 to 90 s away.
  static func rearm() throws {
    try Measurement.startLoop { loop in
      var random = bench_random(state: UInt64(BENCH_SEED))
      let pending = (0..<BENCH_PENDING).map { _ in addFar(to: loop, &random) }
      Measurement.begin()
      for _ in 0..<Measurement.count {
        let timer = pending[Int(bench_random_below(&random, Int64(BENCH_PENDING)))]
        timer.setNextFireDate(far(from: loop, &random))
      }
      Measurement.end()
    }
  }

  /// Adds a timer 30 to 90 s away that does nothing.
  @inline(__always)
  static func addFar(to loop: Loop, _ random: inout bench_random) -> LoopTimer {
    let timer = LoopTimer(at: far(from: loop, &random)) { _ in }
    loop.add(timer)
    return timer
  }

  @inline(__always)
  private static func far(from loop: Loop, _ random: inout bench_random) -> LoopInstant {
    LoopInstant(nanoseconds: loop.turnTime.nanoseconds + bench_far(&random))
  }
}
