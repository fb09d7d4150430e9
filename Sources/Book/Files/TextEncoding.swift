package import Text

/// Sees to it that a file is UTF-8, since everything else reads it as such.
package enum TextEncoding {
  /// The first bytes that are not UTF-8.
  package static func firstInvalid(_ bytes: [UInt8]) -> Range<Int>? {
    var end = 0
    while let start = firstBeyondASCII(bytes, from: end) {
      end = start
      while end < bytes.count, bytes[end] >= 0x80 { end += 1 }
      // No character has bytes on both sides of one of ASCII, so each run without such bytes can be looked at alone.
      do throws(UTF8.ValidationError) { _ = try UTF8Span(validating: bytes.span.extracting(start..<end)) } catch {
        return start + error.byteOffsets.lowerBound..<start + error.byteOffsets.upperBound
      }
    }
    return nil
  }

  /// Where the first byte from an offset on stands that is not ASCII.
  ///
  /// Most of a text is ASCII, and eight bytes at once are looked at there.
  private static func firstBeyondASCII(_ bytes: [UInt8], from offset: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      var index = offset
      while index + 8 <= bytes.count,
        bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index += 8
      }
      while index < bytes.count, bytes[index] < 0x80 { index += 1 }
      return index < bytes.count ? index : nil
    }
  }

  /// The error that a file is not UTF-8, at its first bad byte.
  package static func problem(_ file: SourceFile) -> Diagnostic? {
    guard let invalid = firstInvalid(file.bytes) else { return nil }
    let isWide = file.bytes.starts(with: [0xFF, 0xFE]) || file.bytes.starts(with: [0xFE, 0xFF])
    let byte = String(file.bytes[invalid.lowerBound], radix: 16, uppercase: true)
    return Diagnostic(
      id: "not-utf8",
      isWide
        ? "the file is UTF-16, not UTF-8"
        : "the file is not UTF-8: the byte \(byte.count < 2 ? "0" : "")\(byte) is not text",
      at: file.place(invalid.lowerBound..<invalid.lowerBound + 1), cure: "save the file as UTF-8")
  }
}
