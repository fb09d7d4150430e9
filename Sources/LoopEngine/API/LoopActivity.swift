/// The points of a run at which observers are called.
///
/// A run passes ``entry`` once, then in each turn ``beforeTimers`` and ``beforeSources``, around a sleep
/// ``beforeWaiting`` and ``afterWaiting``, and at its end ``exit``.
///
/// ```swift
/// let loop = Loop.current
/// loop.add(LoopObserver(.all, label: "watch") { _, activity in print(activity) })
/// loop.add(LoopTimer(after: .seconds(1), label: "alarm") { _ in loop.stop() })
/// loop.runUntilStopped()
/// print([LoopActivity.beforeWaiting, .exit] as LoopActivity)
/// ```
///
/// ```output
/// entry
/// beforeTimers
/// beforeSources
/// beforeWaiting
/// afterWaiting
/// exit
/// beforeWaiting|exit
/// ```
///
/// CoreFoundation calls it `CFRunLoopActivity`; the bits are the same.
public struct LoopActivity: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// CoreFoundation's bits, such as 32 for ``beforeWaiting``.
  public let rawValue: UInt32

  /// The activities of those bits.
  ///
  /// Bits that have no name are kept.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A run begins; called once in each run, before anything else.
  ///
  /// CoreFoundation calls it `kCFRunLoopEntry`.
  public static var entry: LoopActivity { LoopActivity(rawValue: 1) }
  /// A turn begins.
  ///
  /// CoreFoundation calls it `kCFRunLoopBeforeTimers`. No timer fires right after it: timers fire when the loop has
  /// woken.
  public static var beforeTimers: LoopActivity { LoopActivity(rawValue: 2) }
  /// The signaled sources are about to be performed.
  ///
  /// CoreFoundation calls it `kCFRunLoopBeforeSources`.
  public static var beforeSources: LoopActivity { LoopActivity(rawValue: 4) }
  /// The thread is about to sleep: the place for work that waits until nothing else is to be done.
  ///
  /// CoreFoundation calls it `kCFRunLoopBeforeWaiting`.
  public static var beforeWaiting: LoopActivity { LoopActivity(rawValue: 32) }
  /// The thread is awake again; what woke it is not served yet.
  ///
  /// CoreFoundation calls it `kCFRunLoopAfterWaiting`.
  public static var afterWaiting: LoopActivity { LoopActivity(rawValue: 64) }
  /// A run ends; called once in each run that had an ``entry``, after everything else.
  ///
  /// CoreFoundation calls it `kCFRunLoopExit`.
  public static var exit: LoopActivity { LoopActivity(rawValue: 128) }
  /// All of them, and any that may come.
  ///
  /// CoreFoundation calls it `kCFRunLoopAllActivities`.
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
