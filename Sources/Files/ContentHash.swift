/// A fast hash of bytes that tells one state of a file from another: 128 bits, the same on every machine.
///
/// It guards against accidents, not against somebody who looks for collisions.
package struct ContentHash: Hashable, Sendable {
  private var low: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var high: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  /// Hashes pieces; where one ends and the next begins counts.
  package init(of pieces: [[UInt8]] = []) {
    for piece in pieces { add(piece) }
  }

  /// Adds a piece.
  package mutating func add(_ piece: [UInt8]) {
    mix(UInt64(piece.count))
    piece.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset += 8
      }
      var rest: UInt64 = 0
      for index in offset..<bytes.count { rest = rest << 8 | UInt64(bytes[index]) }
      mix(rest)
    }
  }

  /// Adds a text.
  package mutating func add(_ text: String) { add(Array(text.utf8)) }

  /// Adds a number.
  package mutating func add(_ number: Int) { mix(UInt64(bitPattern: Int64(number))) }

  /// Adds what was hashed apart.
  package mutating func add(_ other: ContentHash) {
    mix(other.low)
    mix(other.high)
  }

  /// Adds texts, and how many they are.
  package mutating func add(_ texts: [String]) {
    add(texts.count)
    for text in texts { add(text) }
  }

  /// The hash in two numbers.
  package var numbers: [Int] { [Int(bitPattern: UInt(low)), Int(bitPattern: UInt(high))] }

  /// The hash that has these numbers; `nil` where they are not two.
  package init?(numbers: [Int]) {
    guard numbers.count == 2 else { return nil }
    low = UInt64(bitPattern: Int64(numbers[0]))
    high = UInt64(bitPattern: Int64(numbers[1]))
  }

  /// The hash in 32 hexadecimal digits.
  package var text: String { Self.digits(finished(low, high)) + Self.digits(finished(high ^ 0x5851_F42D, low)) }

  private mutating func mix(_ word: UInt64) {
    let (top, bottom) = (low ^ word).multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
    low = bottom ^ high
    high = (top &+ word ^ high) &* 0xD6E8_FEB8_6659_FD93
    high ^= high >> 32
  }

  private func finished(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var value = first ^ (second >> 29 | second << 35)
    value = (value ^ value >> 31) &* 0x7FB5_D329_728E_A185
    value = (value ^ value >> 27) &* 0x81DA_DEF4_BC2D_D44D
    return value ^ value >> 33
  }

  private static func digits(_ value: UInt64) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
