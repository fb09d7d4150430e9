import Glibc

/// What the program is given to read.
enum StandardInput {
  /// All of it; `nil` where it cannot be read.
  static func bytes() -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
        let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
        return count
      }
      if count == 0 { return bytes }
      if count < 0 && errno != EINTR { return nil }
    }
  }

  /// The next line, without its end; `nil` where there is none, or it cannot be read.
  ///
  /// No byte behind it is taken, as these are typed one by one.
  static func line() -> String? {
    var bytes: [UInt8] = []
    while bytes.count < longestLine {
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// More than this is not an answer to a question.
  private static let longestLine = 4096
}
