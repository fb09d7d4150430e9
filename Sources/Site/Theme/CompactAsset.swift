/// The built-in theme's scripts and styles without what only their authors read.
///
/// A theme that somebody wrote is left as it is: a line in it may mean what only a parser of its language can tell.
enum CompactAsset {
  /// Leaves out indentation, empty lines, and lines that are a comment as a whole.
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
      compact += line
      compact.append(UInt8(ascii: "\n"))
    }
    return compact
  }
}
