extension [UInt8] {
  /// Appends a piece of a JSON string, without the quotation marks around it; it begins and ends where a character
  /// does.
  ///
  /// What steers a terminal or ends a line in JavaScript is escaped, too. Inside HTML so is what could end a script or
  /// an attribute, or turn the direction of what follows.
  package mutating func appendEscapedForJSON(_ piece: UnsafeBufferPointer<UInt8>, insideHTML: Bool) {
    var start = 0
    var index = 0
    while index < piece.count {
      let (value, length) = Self.scalar(piece, index)
      guard Self.isEscaped(value, insideHTML: insideHTML) else {
        index += length
        continue
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: piece[start..<index]))
      append(UInt8(ascii: "\\"))
      switch value {
      case 0x22, 0x5C: append(UInt8(value))
      case 0x0A: append(UInt8(ascii: "n"))
      default:
        let digits = String(value, radix: 16)
        append(contentsOf: ("u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
      }
      index += length
      start = index
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: piece[start...]))
  }

  /// Appends a JSON string.
  package mutating func appendJSON(_ text: String, insideHTML: Bool = false) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { appendEscapedForJSON($0, insideHTML: insideHTML) }
    append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ value: UInt32, insideHTML: Bool) -> Bool {
    switch value {
    case 0..<0x20, 0x22, 0x5C, 0x7F..<0xA0, 0x2028, 0x2029: true
    case 0x26, 0x27, 0x3C, 0x3E: insideHTML
    case 0x80...: insideHTML && Unicode.Scalar(value)?.turnsText == true
    default: false
    }
  }

  /// The character at an index, where it is one of those that may have to be escaped, and its length; else its first
  /// byte.
  @inline(__always)
  private static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> (value: UInt32, length: Int) {
    let byte = UInt32(text[index])
    if byte == 0xC2, index + 1 < text.count { return (UInt32(text[index + 1]), 2) }
    // All that turn text or end lines begin with the same byte.
    if byte == 0xE2, index + 2 < text.count {
      return (0x2000 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F), 3)
    }
    // Bytes of other characters are none of those.
    return (byte < 0x80 ? byte : 0xFFFF, 1)
  }
}
