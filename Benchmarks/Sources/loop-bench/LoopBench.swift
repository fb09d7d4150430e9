import CBench

/// `loop-bench <workload> <N>`: one workload on LoopEngine, as a peer of the event-loop comparison.
///
/// Prints `loop <workload> <N> <total ns> <ns per operation>` (bytes for `mem-*`), one or more lines, or
/// `loop <workload> <N> skip <reason>`, and exits with 0. Wrong usage exits with 2.
@main
struct LoopBench {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int64(arguments[2]), count > 0 else {
      bench_fail(2, "usage: loop-bench <workload> <N>")
    }
    Measurement.workload = arguments[1]
    Measurement.count = count
    Measurement.isCrossed = arguments[1].hasSuffix("-x")
    let name = Measurement.isCrossed ? String(arguments[1].dropLast(2)) : arguments[1]

    switch name {
    case "pingpong": try PingPong.signals()
    case "pingblk": try PingPong.blocks()
    case "timers": try Timers.fire(tolerance: .microseconds(200))
    case "timers-coarse": try Timers.fire(tolerance: .milliseconds(1))
    case "timers-exact": try Timers.fire(tolerance: .zero)
    case "churn": try Timers.addAndCancel()
    case "rearm": try Timers.rearm()
    case "iter": try Turns.onThread()
    case "iter-main": Turns.onMain()
    case "virtual-fires": try VirtualTime.fires()
    case "virtual-runs": try VirtualTime.runs()
    case "record": try Recording.turns()
    case "mem-timers": try Memory.timers()
    case "mem-loop": try Memory.loops()
    default:
      if let producers = number(in: name, after: "postq") {
        try Posting.throughSharedQueue(producers: producers)
      } else if let producers = number(in: name, after: "post") {
        try Posting.throughLoop(producers: producers)
      } else if let active = number(in: name, after: "fds"), active <= BENCH_PAIRS {
        try Echo.run(active: active)
      }
    }
    bench_skip(Measurement.workload, count, "not implemented")
    bench_exit(0)
  }

  /// The positive number that is all that follows `prefix` in `name`.
  private static func number(in name: String, after prefix: String) -> Int? {
    guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)), number > 0 else { return nil }
    return number
  }
}
