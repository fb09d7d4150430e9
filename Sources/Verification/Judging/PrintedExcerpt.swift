internal import Examples

/// The beginning and the end of what a program printed before it failed.
struct PrintedExcerpt {
  /// How many lines are shown of either.
  private static let mostLines = 5
  /// How many bytes of a line.
  private static let width = 120

  /// The lines; none where nothing was printed.
  let lines: [String]

  init(_ bytes: [UInt8]) {
    let body = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    guard !bytes.isEmpty else {
      lines = []
      return
    }
    var starts = [body.startIndex]
    // All line ends of a flood are looked at, but no line of it is kept.
    for index in body.indices where body[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
    func line(_ number: Int) -> String {
      let end = number + 1 < starts.count ? starts[number + 1] - 1 : body.endIndex
      let line = body[starts[number]..<end]
      guard line.count > Self.width else { return UnseenCharacters.escaped(String(decoding: line, as: UTF8.self)) }
      return String(decoding: line.prefix(Self.width), as: UTF8.self) + " (and \(line.count - Self.width) bytes more)"
    }
    guard starts.count > Self.mostLines * 2 + 1 else {
      lines = starts.indices.map(line)
      return
    }
    let omitted = "(\(starts.count - Self.mostLines * 2) lines are left out here)"
    lines =
      starts.indices.prefix(Self.mostLines).map(line) + [omitted] + starts.indices.suffix(Self.mostLines).map(line)
  }
}
