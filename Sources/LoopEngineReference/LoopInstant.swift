import CReference

/// A moment of the loop's clock: nanoseconds of `CLOCK_MONOTONIC`.
public struct LoopInstant: InstantProtocol, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Durations between instants are Swift's.
  public typealias Duration = Swift.Duration

  /// Nanoseconds since the clock's start.
  public let nanoseconds: Int64

  /// The moment that many nanoseconds after the clock's start.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// This moment.
  public static var now: LoopInstant { LoopInstant(nanoseconds: reference_monotonic_clock()) }

  /// A moment before every other.
  public static var distantPast: LoopInstant { LoopInstant(nanoseconds: .min) }
  /// A moment after every other.
  public static var distantFuture: LoopInstant { LoopInstant(nanoseconds: .max) }

  /// The moment that much later; at most `distantFuture`, at least `distantPast`.
  public func advanced(by duration: Duration) -> LoopInstant {
    let step = duration.saturatingNanoseconds
    let (sum, overflow) = nanoseconds.addingReportingOverflow(step)
    return overflow ? (step < 0 ? .distantPast : .distantFuture) : LoopInstant(nanoseconds: sum)
  }

  /// How much later `other` is.
  public func duration(to other: LoopInstant) -> Duration {
    let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    if !overflow { return .nanoseconds(difference) }
    return .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  /// Whether `a` is earlier.
  public static func < (a: LoopInstant, b: LoopInstant) -> Bool { a.nanoseconds < b.nanoseconds }
  /// The moment `duration` after `instant`.
  public static func + (instant: LoopInstant, duration: Duration) -> LoopInstant { instant.advanced(by: duration) }
  /// The moment `duration` before `instant`.
  public static func - (instant: LoopInstant, duration: Duration) -> LoopInstant {
    instant.advanced(by: .zero - duration)
  }
  /// How much later `a` is than `b`.
  public static func - (a: LoopInstant, b: LoopInstant) -> Duration { b.duration(to: a) }

  /// The seconds since the clock's start with nine decimals, or "distantPast", "distantFuture".
  public var description: String {
    if self == .distantPast { return "distantPast" }
    if self == .distantFuture { return "distantFuture" }
    let digits = String(nanoseconds.magnitude % 1_000_000_000)
    let zeros = String(repeating: "0", count: 9 - digits.count)
    return "\(nanoseconds < 0 ? "-" : "")\(nanoseconds.magnitude / 1_000_000_000).\(zeros)\(digits)s"
  }
}

extension Duration {
  /// Its whole nanoseconds, at most what `Int64` holds.
  var saturatingNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || carry ? (seconds < 0 ? .min : .max) : sum
  }

  /// Its seconds as CoreFoundation counts them.
  var timeInterval: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
