/// A name under which a loop's items are grouped; a run serves the items of one mode.
///
/// Modes with equal names are equal. `common` is no mode to run in: it stands for the modes that a loop has marked
/// as common.
public struct Mode: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The number that stands for the name in this process; they count from 0.
  package let id: UInt32

  /// The mode of that name.
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
  public static var `default`: Mode { Mode(id: 0) }
  /// The set of modes that a loop has marked as common; only for adding, removing and performing.
  public static var common: Mode { Mode(id: 1) }
  /// The mode of a user who drags or scrolls.
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
