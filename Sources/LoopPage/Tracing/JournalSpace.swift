internal import CLoopPage
internal import LoopEngine

/// The bytes of a journal, in memory.
struct JournalSpace: ~Copyable {
  private(set) var base: UnsafeMutableRawPointer
  private(set) var capacity: Int

  private static let step = 1 << 16
  static let isOurs = true

  /// Makes an empty one; all its bytes are zero.
  init() {
    capacity = Self.step
    base = Self.zeros(capacity)
    lp_recorded(base, capacity)
  }

  deinit { base.deallocate() }

  /// Makes room for `size` bytes more, which are zero; what was written lies elsewhere then.
  mutating func grow(by size: Int) throws(SystemError) {
    let grown = capacity * 2 + size
    let moved = Self.zeros(grown)
    moved.copyMemory(from: base, byteCount: capacity)
    base.deallocate()
    (base, capacity) = (moved, grown)
    lp_recorded(base, capacity)
  }

  private static func zeros(_ size: Int) -> UnsafeMutableRawPointer {
    let space = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    space.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return space
  }
}
