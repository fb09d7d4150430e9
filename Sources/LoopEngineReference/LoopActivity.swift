/// The stages of a run that an observer can be told of.
public struct LoopActivity: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// CoreFoundation's bits.
  public let rawValue: UInt32
  /// Takes CoreFoundation's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A run begins.
  public static var entry: LoopActivity { LoopActivity(rawValue: 1) }
  /// Timers are about to be looked at.
  public static var beforeTimers: LoopActivity { LoopActivity(rawValue: 2) }
  /// Sources are about to be looked at.
  public static var beforeSources: LoopActivity { LoopActivity(rawValue: 4) }
  /// The loop is about to sleep.
  public static var beforeWaiting: LoopActivity { LoopActivity(rawValue: 32) }
  /// The loop woke.
  public static var afterWaiting: LoopActivity { LoopActivity(rawValue: 64) }
  /// A run ends.
  public static var exit: LoopActivity { LoopActivity(rawValue: 128) }
  /// All of them, and those to come.
  public static var all: LoopActivity { LoopActivity(rawValue: 0x0FFF_FFFF) }

  /// The stages' names joined with "|"; "all", "none".
  public var description: String {
    if self == .all { return "all" }
    let present = LoopActivity.names.filter { contains($0.0) }.map(\.1)
    return present.isEmpty ? "none" : present.joined(separator: "|")
  }

  private static let names: [(LoopActivity, String)] = [
    (.entry, "entry"), (.beforeTimers, "beforeTimers"), (.beforeSources, "beforeSources"),
    (.beforeWaiting, "beforeWaiting"), (.afterWaiting, "afterWaiting"), (.exit, "exit"),
  ]
}
