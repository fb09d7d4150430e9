/// How bytes that a text file cannot show are written in a case.
enum CaseEscapes {
  private static let backslash = UInt8(ascii: "\\")
  private static let newline = UInt8(ascii: "\n")

  /// Whether a text file would not show these bytes, or not keep them.
  static func areNeeded(for bytes: [UInt8]) -> Bool {
    (bytes.last ?? newline) != newline || bytes.contains(where: isControl) || showsOnlyASCII(bytes)
  }

  /// Bytes that are no text, and a byte order mark, which no editor shows.
  private static func showsOnlyASCII(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) == nil || bytes.starts(with: [0xEF, 0xBB, 0xBF])
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != newline && byte != UInt8(ascii: "\t") || byte == 0x7F
  }

  /// The lines that read as these bytes.
  static func text(of bytes: [UInt8]) -> [UInt8] {
    let showsOnlyASCII = showsOnlyASCII(bytes)
    var text: [UInt8] = []
    var isAtStart = true
    for (index, byte) in bytes.enumerated() {
      // A line that begins like the mark of a section is none.
      let wouldBeMark = isAtStart && bytes[index...].starts(with: Array("-- ".utf8))
      switch byte {
      case backslash: text += [backslash, backslash]
      case UInt8(ascii: "\r"): text += Array("\\r".utf8)
      case _ where isControl(byte) || wouldBeMark || showsOnlyASCII && byte >= 0x80:
        text += Array("\\x".utf8) + digits(of: byte)
      default: text.append(byte)
      }
      isAtStart = byte == newline
    }
    return bytes.last == newline ? text : text + [backslash, newline]
  }

  private static func digits(of byte: UInt8) -> [UInt8] {
    let digits = String(byte, radix: 16)
    return Array((digits.count < 2 ? "0" + digits : digits).utf8)
  }

  /// The bytes of a line, with its end unless that is escaped; nil where a backslash means nothing.
  static func bytes(of line: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = line
    while let byte = rest.popFirst() {
      guard byte == backslash else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case nil: return bytes
      case backslash?: bytes.append(backslash)
      case UInt8(ascii: "r")?: bytes.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "x")?:
        guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
          return nil
        }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default: return nil
      }
    }
    return bytes + [newline]
  }
}
