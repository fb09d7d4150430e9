/// The SHA-256 of a sequence of bytes, given piece by piece.
package struct SHA256 {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  package init() {}

  /// The fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]

  /// Adds bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      pending.append(byte)
      count += 1
      if pending.count == 64 { takeBlock() }
    }
  }

  /// Adds a piece so that it cannot be mistaken for the end of the one before it.
  package mutating func add(piece: String) {
    let bytes = Array(piece.utf8)
    add(withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { Array($0) })
    add(bytes)
  }

  /// The hash of all that was added.
  package func finished() -> [UInt8] {
    var copy = self
    let bits = count * 8
    copy.pending.append(0x80)
    while copy.pending.count % 64 != 56 {
      if copy.pending.count == 64 { copy.takeBlock() } else { copy.pending.append(0) }
    }
    copy.pending += withUnsafeBytes(of: bits.bigEndian) { Array($0) }
    copy.takeBlock()
    return copy.state.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }

  private mutating func takeBlock() {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      for index in 0..<16 {
        let start = index * 4
        words[index] =
          UInt32(pending[start]) << 24 | UInt32(pending[start + 1]) << 16 | UInt32(pending[start + 2]) << 8
          | UInt32(pending[start + 3])
      }
      for index in 16..<64 {
        let early = words[index - 15]
        let late = words[index - 2]
        let first = early.rotated(7) ^ early.rotated(18) ^ (early >> 3)
        let second = late.rotated(17) ^ late.rotated(19) ^ (late >> 10)
        words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      for index in 0..<64 {
        let sum = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
        let first = h &+ sum &+ ((e & f) ^ (~e & g)) &+ Self.constants[index] &+ words[index]
        let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ ((a & b) ^ (a & c) ^ (b & c))
        (h, g, f, e) = (g, f, e, d &+ first)
        (d, c, b, a) = (c, b, a, first &+ second)
      }
      for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }
    pending.removeAll(keepingCapacity: true)
  }
}

extension UInt32 {
  fileprivate func rotated(_ bits: UInt32) -> UInt32 { self >> bits | self << (32 - bits) }
}
