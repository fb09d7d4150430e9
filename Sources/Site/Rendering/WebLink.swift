internal import Markdown

/// Addresses of the web as they stand in attributes.
enum WebLink {
  /// An address with what may not stand in one escaped; markup is not, since that is done where it is written.
  static func escaped(_ address: String) -> String {
    guard address.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F || "\"<>\\^`{|}[]'".utf8.contains($0) }) else {
      return address
    }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in address.utf8 {
      if byte <= 0x20 || byte >= 0x7F || "\"<>\\^`{|}[]'".utf8.contains(byte) {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
