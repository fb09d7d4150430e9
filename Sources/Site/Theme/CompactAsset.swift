/// The built-in theme's scripts and styles without what only their authors read.
///
/// A theme that somebody wrote is left as it is: a line in it may mean what only a parser of its language can tell.
enum CompactAsset {
  /// Leaves out indentation, empty lines, lines that are a comment as a whole, and blanks that separate nothing.
  static func bytes(of text: [UInt8], named path: String) -> [UInt8] {
    let isScript = path.hasSuffix(".js")
    guard isScript || path.hasSuffix(".css") else { return text }
    var compact: [UInt8] = []
    compact.reserveCapacity(text.count)
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      let isComment =
        isScript
        ? line.starts(with: "//".utf8)
        : line.starts(with: "/*".utf8) && line.suffix(2).elementsEqual("*/".utf8)
      if line.isEmpty || isComment { continue }
      // Only a parser tells a regular expression from a division, and what a template's text is.
      if isScript, line.contains(where: { "/`'".utf8.contains($0) }) {
        compact += line
      } else {
        append(
          line, to: &compact, beside: isScript ? ("=<>,;:?{}()&|".utf8, "=<>,;:?{}()&|".utf8) : (",:;{".utf8, "{}".utf8)
        )
      }
      compact.append(UInt8(ascii: "\n"))
    }
    return compact
  }

  /// Appends a line without the blanks behind and before certain signs; what stands between quotation marks is kept.
  ///
  /// A blank before a colon means something in a selector, and one beside a plus keeps it from another.
  private static func append(
    _ line: ArraySlice<UInt8>, to compact: inout [UInt8], beside signs: (left: String.UTF8View, right: String.UTF8View)
  ) {
    var quote: UInt8?
    var isEscaped = false
    for (index, byte) in zip(line.indices, line) {
      if quote != nil {
        if byte == quote, !isEscaped { quote = nil }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: " ") {
        if let last = compact.last, signs.left.contains(last) { continue }
        if index + 1 < line.endIndex, signs.right.contains(line[index + 1]) { continue }
      }
      compact.append(byte)
    }
  }
}
