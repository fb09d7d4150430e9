internal import CSystem

/// The SHA-256 of a sequence of bytes, given piece by piece.
package struct SHA256 {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  package init() {}

  /// Adds bytes.
  package mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let missing = rest.prefix(Self.blockSize - pending.count)
      pending.append(contentsOf: missing)
      rest = rest.dropFirst(missing.count)
      if pending.count < Self.blockSize { return }
      let block = pending
      pending.removeAll(keepingCapacity: true)
      block.withUnsafeBytes { takeBlocks($0) }
    }
    let whole = rest.prefix(rest.count / Self.blockSize * Self.blockSize)
    takeBlocks(UnsafeRawBufferPointer(rebasing: whole))
    pending.append(contentsOf: rest.dropFirst(whole.count))
  }

  /// Adds a piece so that it cannot be mistaken for the end of the one before it.
  package mutating func add(piece: String) {
    var piece = piece
    withUnsafeBytes(of: UInt64(piece.utf8.count).littleEndian) { add($0) }
    piece.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// The hash of all that was added.
  package func finished() -> [UInt8] {
    var copy = self
    let bits = count * 8
    let zeros = (Self.blockSize * 2 - 9 - pending.count) % Self.blockSize
    copy.add([0x80] + [UInt8](repeating: 0, count: zeros))
    withUnsafeBytes(of: bits.bigEndian) { copy.add($0) }
    return copy.state.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }

  private static let blockSize = 64

  /// Takes whole blocks.
  private mutating func takeBlocks(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    cs_sha256_blocks(&state, start, bytes.count / Self.blockSize)
  }
}
