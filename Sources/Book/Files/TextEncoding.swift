package import Text

/// Sees to it that a file is UTF-8, since everything else reads it as such.
package enum TextEncoding {
  /// The first bytes that are not UTF-8.
  package static func firstInvalid(_ bytes: [UInt8]) -> Range<Int>? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets
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
