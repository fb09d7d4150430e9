internal import Glibc

/// The names of files that no literal of this process holds.
private final class FileNames: @unchecked Sendable {
  // @unchecked: `names` is read and written under `lock` only, and what it points to is never written again.
  static let shared = FileNames()
  private let lock = Lock()
  private var names: [String: UnsafePointer<CChar>] = [:]

  /// A copy of the name that stays for good: files are few.
  func pointer(to name: String) -> UnsafePointer<CChar> {
    lock.withLock {
      if let known = names[name] { return known }
      guard let copy = strdup(name) else { fatalError("there is no memory for a file's name") }
      names[name] = UnsafePointer(copy)
      return UnsafePointer(copy)
    }
  }
}

extension SourceLocation {
  /// A line that another process recorded.
  ///
  /// Equal to others made so with the same file and line, not to those made of literals.
  package init(recordedFile file: String, line: UInt) {
    let address = UInt64(UInt(bitPattern: FileNames.shared.pointer(to: file)))
    self.init(packed: address & ((1 << 47) - 1) | UInt64(min(line, 0x1FFFF)) << 47)
  }
}

extension LoopSnapshot.Item {
  /// An item of which nothing else is known yet.
  package init(recorded kind: Kind) {
    self.init(kind: kind)
  }
}

extension LoopSnapshot.ModeState {
  /// A mode with nothing in it.
  package init(recorded mode: Mode) {
    self.init(mode: mode, isCommon: false, sources: [], ports: [], timers: [], observers: [])
  }
}

extension LoopSnapshot.Block {
  /// A block that runs in these modes.
  package init(recorded modes: [Mode]) {
    self.init(modes: modes)
  }
}

extension LoopSnapshot {
  /// A loop with nothing in it.
  package init(recorded loop: String) {
    self.init(loop: loop, commonModes: [], commonItems: [], modes: [], blocks: [], isWaiting: false, isStopped: false)
  }
}
