/// The clock of loops as one of Swift concurrency: the system's monotonic clock, or the virtual one on its threads.
///
/// `try await Task.sleep(until: .now + .seconds(1), clock: .loop)` waits by the clock that timers go by.
///
/// ```swift
/// let loop = Loop.current
/// Task { @MainActor in
///   let start = LoopInstant.now
///   try await Task.sleep(until: start + .seconds(2), clock: .loop)
///   print("slept", LoopInstant.now - start)
///   Loop.main.stop()
/// }
/// loop.add(MessagePort<Never>(label: "keep-alive"))
/// print(loop.run(mode: .default, for: .seconds(5)))
/// ```
///
/// ```output
/// slept 2.0 seconds
/// stopped
/// ```
public struct LoopClock: Clock {
  /// A point of this clock.
  public typealias Instant = LoopInstant

  /// Makes the clock; all are the same.
  public init() {}

  /// What it shows.
  public var now: LoopInstant { .now }

  /// The least by which two of its instants differ.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Returns when the clock shows `deadline`, or soon after.
  ///
  /// - Throws: A `CancellationError` when the task is canceled before.
  public func sleep(until deadline: LoopInstant, tolerance: Duration? = nil) async throws {
    // The standard library's clock is the same one, but for how it writes its instants; it does not reach as far.
    repeat {
      let rest = min(now.duration(to: deadline), .nanoseconds(LoopInstant.longestInterval))
      let clock = SuspendingClock()
      try await clock.sleep(until: clock.now.advanced(by: rest), tolerance: tolerance)
    } while now < deadline
  }
}

/// The clock of loops, where a clock is asked for: `clock: .loop`.
extension Clock where Self == LoopClock {
  /// The clock of loops.
  public static var loop: LoopClock { LoopClock() }
}
