/// Takes the fields of a message of Protocol Buffers out of bytes that anybody may have written.
struct ProtobufReader {
  /// The bytes are not a message.
  struct Damage: Error {}

  /// A field, by its number.
  enum Field {
    case number(Int, UInt64)
    case content(Int, ArraySlice<UInt8>)
    /// Of a kind that nothing here is made of.
    case other(Int)
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// The next field; `nil` at the end.
  mutating func next() throws(Damage) -> Field? {
    guard !rest.isEmpty else { return nil }
    let tag = try varint()
    // Numbers of fields go from 1 to 2²⁹ - 1.
    guard tag >> 3 > 0, tag >> 3 < 1 << 29 else { throw Damage() }
    let field = Int(tag >> 3)
    switch tag & 7 {
    case 0: return .number(field, try varint())
    case 1: _ = try take(8)
    case 2:
      guard let count = Int(exactly: try varint()) else { throw Damage() }
      return .content(field, try take(count))
    case 5: _ = try take(4)
    // Groups are deprecated, and no message here has them.
    default: throw Damage()
    }
    return .other(field)
  }

  private mutating func take(_ count: Int) throws(Damage) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw Damage() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func varint() throws(Damage) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard let byte = rest.popFirst() else { throw Damage() }
      // Of the tenth byte, only one bit is part of 64.
      guard shift < 63 || byte <= 1 else { throw Damage() }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw Damage()
  }
}
