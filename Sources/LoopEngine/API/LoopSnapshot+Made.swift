internal import Synchronization

// Snapshots made of recorded data instead of a loop: what reads traces needs them. Values of their parts are made with
// the labels below, as the memberwise initialisers belong to this module.

extension LoopSnapshot {
  /// A snapshot of these parts.
  package init(
    made loop: String, currentMode: Mode?, commonModes: [Mode], commonItems: [Item], modes: [ModeState],
    blocks: [Block], isWaiting: Bool, isStopped: Bool
  ) {
    self.init(
      loop: loop, currentMode: currentMode, commonModes: commonModes, commonItems: commonItems, modes: modes,
      blocks: blocks, isWaiting: isWaiting, isStopped: isStopped)
  }
}

extension LoopSnapshot.Item {
  /// An item with nothing but what it is.
  package init(made kind: Kind) {
    self.init(kind: kind)
  }
}

extension LoopSnapshot.ModeState {
  /// A mode with nothing in it.
  package init(made mode: Mode, isCommon: Bool) {
    self.init(mode: mode, isCommon: isCommon, sources: [], ports: [], timers: [], observers: [])
  }
}

extension LoopSnapshot.Block {
  /// A block of these parts.
  package init(made modes: [Mode], label: String?, location: SourceLocation?) {
    self.init(modes: modes, label: label, location: location)
  }
}

extension SourceLocation {
  /// The line `line` of the file of that name, which has no zero character; lines above 65,535 read as that number.
  ///
  /// Each name stays in memory for good. Locations made here are equal to each other, never to one of a literal.
  package init(named file: String, line: UInt) {
    self.init(packed: FileNames.address(of: file) | UInt64(min(line, 0xFFFF)) << 48)
  }
}

/// The names of files that were not literals, each at an address that stays.
private enum FileNames {
  private static let known = Mutex<[[UInt8]: UInt64]>([:])

  static func address(of name: String) -> UInt64 {
    known.withLock { known in
      // By bytes: names that are equal as strings may be spelt otherwise.
      let key = Array(name.utf8)
      if let address = known[key] { return address }
      let bytes = name.utf8CString
      let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
      _ = copy.initialize(from: bytes)
      let address = UInt64(UInt(bitPattern: copy.baseAddress))
      known[key] = address
      return address
    }
  }
}
