/// The points of a run at which observers are called.
public struct LoopActivity: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// CoreFoundation's bits.
  public let rawValue: UInt32

  /// The activities of those bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A run begins.
  public static var entry: LoopActivity { LoopActivity(rawValue: 1) }
  /// A turn begins.
  public static var beforeTimers: LoopActivity { LoopActivity(rawValue: 2) }
  /// The signalled sources are about to be performed.
  public static var beforeSources: LoopActivity { LoopActivity(rawValue: 4) }
  /// The thread is about to sleep.
  public static var beforeWaiting: LoopActivity { LoopActivity(rawValue: 32) }
  /// The thread is awake again; what woke it is not served yet.
  public static var afterWaiting: LoopActivity { LoopActivity(rawValue: 64) }
  /// A run ends.
  public static var exit: LoopActivity { LoopActivity(rawValue: 128) }
  /// All of them.
  public static var all: LoopActivity { LoopActivity(rawValue: 0x0FFF_FFFF) }

  /// "beforeWaiting", or several joined by "|"; "all"; "none".
  public var description: String {
    if self == .all { return "all" }
    let names: [(LoopActivity, String)] = [
      (.entry, "entry"), (.beforeTimers, "beforeTimers"), (.beforeSources, "beforeSources"),
      (.beforeWaiting, "beforeWaiting"), (.afterWaiting, "afterWaiting"), (.exit, "exit"),
    ]
    let present = names.filter { contains($0.0) }.map { $0.1 }
    return present.isEmpty ? "none" : present.joined(separator: "|")
  }
}
