import CBench
import Glibc
import LoopEngine

/// What is being measured, and the clock.
enum Measurement {
  // Unsafe but sound: these three are written by `main` before any other thread starts.
  nonisolated(unsafe) static var workload = ""
  nonisolated(unsafe) static var count: Int64 = 0
  nonisolated(unsafe) static var isCrossed = false

  // Unsafe but sound: written by one thread, and read by another only after it was sent work by that one.
  nonisolated(unsafe) private static var start: Int64 = 0

  /// Starts the clock.
  @inline(__always)
  static func begin() {
    start = bench_now()
  }

  /// Stops the clock, prints the result and ends the process.
  @inline(never)
  static func end(operations: Int64 = count) -> Never {
    let total = bench_now() - start
    bench_report(workload, count, total, operations)
    bench_exit(0)
  }

  /// Starts a thread that prepares its loop and then runs it for ever; returns when it is prepared.
  ///
  /// - Parameter side: With `-x`, the processor it is bound to.
  @discardableResult
  static func startLoop(
    side: Int32? = nil, _ prepare: @escaping @Sendable (Loop) throws -> Void
  ) throws -> LoopHandle {
    let prepared = LoopSemaphore()
    let thread = try LoopThread { loop in
      if isCrossed, let side { bench_pin(side) }
      do {
        try prepare(loop)
      } catch {
        bench_fail(1, "loop-bench: \(error)")
      }
      prepared.signal()
      while true { loop.runUntilStopped() }
    }
    prepared.wait()
    return thread.handle
  }

  /// A source that is never signaled, and so only keeps a loop running.
  static func keepAlive() -> SignalSource {
    SignalSource {}
  }

  /// Lets loops that have just started go to sleep.
  static func settle() {
    usleep(50_000)
  }

  /// Leaves the rest to the other threads.
  static func waitForEver() -> Never {
    while true { pause() }
  }
}
