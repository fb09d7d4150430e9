/// A point of the loop's clock: nanoseconds of CLOCK_MONOTONIC, or of the virtual clock where one is installed.
///
/// It is what timers and runs go by. It is not a date: the clock begins anywhere, and is never set.
///
/// ```swift
/// let start = LoopInstant.now
/// let later = start + .milliseconds(1_500)
/// print(later - start, start < later)
/// LoopThread.sleep(for: .seconds(2))
/// print(LoopInstant.now >= later)
/// print(LoopInstant(nanoseconds: 1_500_000_000), LoopInstant.distantFuture)
/// ```
///
/// ```output
/// 1.5 seconds true
/// true
/// 1.500000000s distantFuture
/// ```
///
/// Calculation never overflows: what is out of range is the nearest end.
///
/// CoreFoundation calls its like `CFAbsoluteTime`.
public struct LoopInstant: InstantProtocol, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The standard library's duration.
  public typealias Duration = Swift.Duration

  /// Nanoseconds since the clock's origin.
  public let nanoseconds: Int64

  /// The instant that many nanoseconds after the clock's origin.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// What the clock shows.
  ///
  /// On a thread of the virtual clock that is its time, which stands still while code runs.
  ///
  /// CoreFoundation calls its like `CFAbsoluteTimeGetCurrent`.
  public static var now: LoopInstant { LoopInstant(nanoseconds: clockNow()) }
  /// Before every other instant.
  public static var distantPast: LoopInstant { LoopInstant(nanoseconds: .min) }
  /// After every other instant; as a limit it means: none.
  ///
  /// Foundation calls its like `Date.distantFuture`.
  public static var distantFuture: LoopInstant { LoopInstant(nanoseconds: .max) }

  /// CoreFoundation's bound on intervals, 16 years in nanoseconds; the standard library's clock reaches farther.
  static var longestInterval: Int64 { 504_911_232_000_000_000 }

  /// The instant that much later; where that is out of range, the nearest there is.
  public func advanced(by duration: Duration) -> LoopInstant {
    LoopInstant(nanoseconds: nanoseconds.saturatingAdd(duration.saturatingNanoseconds))
  }

  /// How long it is from here to `other`; negative when that is earlier.
  public func duration(to other: LoopInstant) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  /// Earlier comes first.
  @inlinable
  public static func < (a: LoopInstant, b: LoopInstant) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  /// The instant that much later.
  public static func + (instant: LoopInstant, duration: Duration) -> LoopInstant {
    instant.advanced(by: duration)
  }

  /// The instant that much earlier.
  public static func - (instant: LoopInstant, duration: Duration) -> LoopInstant {
    instant.advanced(by: .zero - duration)
  }

  /// How long it is from `b` to `a`.
  public static func - (a: LoopInstant, b: LoopInstant) -> Duration {
    b.duration(to: a)
  }

  /// Seconds with nine places.
  public var description: String {
    if self == .distantFuture { return "distantFuture" }
    if self == .distantPast { return "distantPast" }
    let (seconds, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let digits = String(rest)
    return "\(nanoseconds < 0 ? "-" : "")\(seconds).\(String(repeating: "0", count: 9 - digits.count))\(digits)s"
  }
}

extension Swift.Duration {
  /// Whole nanoseconds, rounded towards zero, at the ends of Int64 where they do not fit.
  @inlinable
  var saturatingNanoseconds: Int64 {
    // Under nine seconds the attoseconds fit 64 bits, whose division is ten times faster than that of 128.
    let attoseconds = self.attoseconds
    if let small = Int64(exactly: attoseconds) { return small / 1_000_000_000 }
    return Int64(clamping: attoseconds / 1_000_000_000)
  }
}

extension Int64 {
  @inline(__always)
  func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
