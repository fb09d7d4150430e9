internal import CLoopPage
internal import LoopEngine

/// The bytes of a journal, in memory.
struct JournalSpace: ~Copyable {
  private(set) var base: UnsafeMutableRawPointer
  private(set) var capacity: Int
  /// What the host is handed it as.
  private let number: Int32

  private static let step = 1 << 16
  static let generation = 0

  /// Makes an empty one, the process's recording or the states beside it (1); all its bytes are zero.
  init(_ number: Int32 = 0) {
    self.number = number
    capacity = Self.step
    base = Self.zeros(capacity)
    lp_recorded(number, base, capacity)
  }

  deinit { base.deallocate() }

  /// Makes room for `size` bytes more, which are zero; what was written lies elsewhere then.
  mutating func grow(by size: Int) throws(SystemError) {
    let grown = capacity * 2 + size
    let moved = Self.zeros(grown)
    moved.copyMemory(from: base, byteCount: capacity)
    base.deallocate()
    (base, capacity) = (moved, grown)
    lp_recorded(number, base, capacity)
  }

  private static func zeros(_ size: Int) -> UnsafeMutableRawPointer {
    let space = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    space.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return space
  }
}
