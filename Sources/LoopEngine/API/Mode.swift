/// A name under which a loop's items are grouped; a run serves the items of one mode.
///
/// That is how a loop can be run for some of its items while the others wait: a program that tracks a finger runs a
/// mode in which timers of the usual mode do not fire.
///
/// ```swift
/// extension Mode { static let printing: Mode = "printing" }
///
/// let loop = Loop.current
/// loop.add(LoopTimer(after: .seconds(1), label: "clock") { _ in print("default") })
/// loop.add(LoopTimer(after: .seconds(2), label: "page") { _ in print("printing") }, to: .printing)
/// loop.run(mode: .printing, for: .seconds(3))
/// loop.run(mode: .default, for: .seconds(3))
/// ```
///
/// ```output
/// printing
/// default
/// ```
///
/// Modes with equal names are equal. ``common`` is not a mode to run in: it stands for the modes that a loop has marked
/// as common. CoreFoundation calls it `CFRunLoopMode`.
public struct Mode: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The number that stands for the name in this process; they count from 0.
  package let id: UInt32

  /// The mode of that name.
  ///
  /// Names are kept for the life of the process, so do not make one for each piece of work.
  public init(_ name: String) {
    id = ModeNames.shared.id(of: name)
  }

  /// The mode of that name.
  public init(stringLiteral name: String) {
    self.init(name)
  }

  init(id: UInt32) {
    self.id = id
  }

  /// The mode that items go to and runs serve unless another is named.
  ///
  /// It is common in every loop. CoreFoundation calls it `kCFRunLoopDefaultMode`.
  public static var `default`: Mode { Mode(id: 0) }
  /// The set of modes that a loop has marked as common; only for adding, removing and performing.
  ///
  /// A run of it ends at once. CoreFoundation calls it `kCFRunLoopCommonModes`.
  public static var common: Mode { Mode(id: 1) }
  /// The mode of a user who drags or scrolls.
  ///
  /// UIKit calls it `UITrackingRunLoopMode`.
  public static var tracking: Mode { Mode(id: 2) }
  /// The mode of an application that is being launched.
  public static var initialization: Mode { Mode(id: 3) }
  /// The mode in which a system takes its events.
  public static var eventReceive: Mode { Mode(id: 4) }

  /// Its name: "default", "common", "tracking", "initialization", "eventReceive", or the one it was made with.
  public var name: String { ModeNames.shared.name(of: id) }

  /// Its name.
  public var description: String { name }
}

/// The names of all modes that the process has used, numbered.
///
/// Names are few and never forgotten.
private final class ModeNames: @unchecked Sendable {
  // @unchecked: both collections are read and written under `lock` only.
  static let shared = ModeNames()
  private let lock = Lock()
  private var names = ["default", "common", "tracking", "initialization", "eventReceive"]
  private var ids: [String: UInt32] = [:]

  private init() {
    for (id, name) in names.enumerated() { ids[name] = UInt32(id) }
  }

  func id(of name: String) -> UInt32 {
    lock.withLock {
      if let id = ids[name] { return id }
      let id = UInt32(names.count)
      names.append(name)
      ids[name] = id
      return id
    }
  }

  func name(of id: UInt32) -> String {
    lock.withLock { names[Int(id)] }
  }
}
