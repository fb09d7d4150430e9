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
}
