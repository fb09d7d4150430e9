/// Puts values one after the other into bytes.
package struct ByteWriter {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ flag: Bool) { write(flag ? 1 : 0) }

  package mutating func write(_ content: [UInt8]) {
    write(content.count)
    bytes += content
  }

  package mutating func write(_ text: String) { write(Array(text.utf8)) }

  package mutating func write<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  package mutating func write<Value>(_ values: [Value], _ body: (inout ByteWriter, Value) -> Void) {
    write(values.count)
    for value in values { body(&self, value) }
  }
}

/// Takes values out of bytes again, in the same order; `Damage` where they cannot be what was written.
package struct ByteReader {
  /// The bytes are not what was written.
  package struct Damage: Error {
    package init() {}
  }

  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether all was taken.
  package var isAtEnd: Bool { position == bytes.count }

  package mutating func number() throws(Damage) -> Int {
    guard position + 8 <= bytes.count else { throw Damage() }
    defer { position += 8 }
    let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: Int64.self) }
    return Int(Int64(littleEndian: value))
  }

  /// A number of things that follow.
  package mutating func count() throws(Damage) -> Int {
    let count = try number()
    guard count >= 0, count <= bytes.count else { throw Damage() }
    return count
  }

  package mutating func flag() throws(Damage) -> Bool {
    switch try number() {
    case 0: false
    case 1: true
    default: throw Damage()
    }
  }

  package mutating func content() throws(Damage) -> [UInt8] {
    let count = try number()
    guard count >= 0, count <= bytes.count - position else { throw Damage() }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  package mutating func text() throws(Damage) -> String { String(decoding: try content(), as: UTF8.self) }

  package mutating func optional<Value>(_ body: (inout ByteReader) throws(Damage) -> Value) throws(Damage) -> Value? {
    try flag() ? body(&self) : nil
  }

  package mutating func list<Value>(_ body: (inout ByteReader) throws(Damage) -> Value) throws(Damage) -> [Value] {
    var values: [Value] = []
    for _ in 0..<(try count()) { values.append(try body(&self)) }
    return values
  }
}
