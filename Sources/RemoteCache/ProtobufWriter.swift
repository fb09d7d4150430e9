/// Writes a message of Protocol Buffers, field by field.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  /// Adds a number; 0 is what a field has that is not there.
  mutating func write(_ number: UInt64, field: Int) {
    guard number != 0 else { return }
    write(varint: UInt64(field) << 3)
    write(varint: number)
  }

  /// Adds a text, bytes or a message.
  mutating func write(_ content: some Collection<UInt8>, field: Int) {
    write(varint: UInt64(field) << 3 | 2)
    write(varint: UInt64(content.count))
    bytes += content
  }

  private mutating func write(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
