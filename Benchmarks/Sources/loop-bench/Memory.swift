import CBench
import LoopEngine

/// `mem-timers`, `mem-loop`: how far the process grows, after one object has warmed everything up.
enum Memory {
  /// Resident bytes per pending timer.
  static func timers() throws {
    try Measurement.startLoop { loop in
      var random = bench_random(state: UInt64(BENCH_SEED))
      _ = Timers.addFar(to: loop, &random)
      let before = bench_resident_bytes()
      for _ in 0..<Measurement.count { _ = Timers.addFar(to: loop, &random) }
      end(grown: bench_resident_bytes() - before)
    }
  }

  /// Resident bytes, and descriptors, per idle loop and its thread.
  static func loops() throws {
    try startIdle()
    Measurement.settle()
    let descriptors = bench_open_descriptors()
    let before = bench_resident_bytes()
    for _ in 0..<Measurement.count { try startIdle() }
    Measurement.settle()
    let grown = bench_resident_bytes() - before
    let opened = bench_open_descriptors() - descriptors
    bench_report("\(Measurement.workload).fds", Measurement.count, opened, Measurement.count)
    end(grown: grown)
  }

  private static func startIdle() throws {
    try Measurement.startLoop { $0.add(Measurement.keepAlive()) }
  }

  private static func end(grown bytes: Int64) -> Never {
    bench_report(Measurement.workload, Measurement.count, bytes, Measurement.count)
    bench_exit(0)
  }
}
