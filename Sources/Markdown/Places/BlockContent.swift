import Text

/// The text of a block as cmark's inline parser sees it, without what belongs to containers, and where it stands.
struct BlockContent {
  /// The bytes; lines end with LF.
  private(set) var bytes: [UInt8] = []

  /// Where each byte stands in the file.
  private(set) var offsets: [Int] = []

  /// Adds a line; NUL is U+FFFD, as in cmark's texts.
  mutating func append(_ range: Range<Int>, of file: SourceFile) {
    for offset in range {
      if file.bytes[offset] == 0 {
        bytes += [0xEF, 0xBF, 0xBD]
        offsets += [offset, offset, offset]
      } else {
        bytes.append(file.bytes[offset])
        offsets.append(offset)
      }
    }
    bytes.append(UInt8(ascii: "\n"))
    offsets.append(range.upperBound)
  }

  /// The byte at an index; `nil` past the end.
  subscript(index: Int) -> UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  /// The first index from `start` on at which the byte stands, not escaped by a backslash.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == byte { return index }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// The index after blanks and line ends.
  func skippingSpace(from start: Int) -> Int {
    var index = start
    while let byte = self[index], byte == UInt8(ascii: " ") || (9...13).contains(byte) { index += 1 }
    return index
  }

  /// The index after blanks of one line.
  func skippingBlanks(from start: Int) -> Int {
    var index = start
    while let byte = self[index], byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { index += 1 }
    return index
  }

  /// The index after a link's destination, if there is one at `start`.
  func endOfDestination(from start: Int) -> Int? {
    if self[start] == UInt8(ascii: "<") {
      guard let end = firstIndex(of: UInt8(ascii: ">"), from: start + 1) else { return nil }
      return bytes[start..<end].contains(UInt8(ascii: "\n")) ? nil : end + 1
    }
    var index = start
    var depth = 0
    while let byte = self[index], byte > UInt8(ascii: " "), byte != 0x7F {
      switch byte {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 { return index }
        depth -= 1
      default: break
      }
      index += 1
    }
    return depth == 0 ? min(index, bytes.count) : nil
  }

  /// The index after a link's title, if there is one at `start`.
  func endOfTitle(from start: Int) -> Int? {
    let close: UInt8
    switch self[start] {
    case UInt8(ascii: "\""): close = UInt8(ascii: "\"")
    case UInt8(ascii: "'"): close = UInt8(ascii: "'")
    case UInt8(ascii: "("): close = UInt8(ascii: ")")
    default: return nil
    }
    return firstIndex(of: close, from: start + 1).map { $0 + 1 }
  }

  /// The index after `(/url "title")`, if that is what stands at `start`.
  func endOfInlineTarget(from start: Int) -> Int? {
    guard self[start] == UInt8(ascii: "(") else { return nil }
    let destination = skippingSpace(from: start + 1)
    guard let end = endOfDestination(from: destination) else { return nil }
    var index = skippingSpace(from: end)
    if index > end, let title = endOfTitle(from: index) { index = skippingSpace(from: title) }
    return self[index] == UInt8(ascii: ")") ? index + 1 : nil
  }

  /// The index after `[label]: /url "title"` and its line end, if that is what stands at `start`.
  func endOfDefinition(from start: Int) -> Int? {
    let label = skippingBlanks(from: start)
    guard self[label] == UInt8(ascii: "["), let end = firstIndex(of: UInt8(ascii: "]"), from: label + 1) else {
      return nil
    }
    guard self[end + 1] == UInt8(ascii: ":"), end > label + 1, !bytes[label + 1..<end].contains(UInt8(ascii: "["))
    else { return nil }
    let destination = skippingSpace(from: end + 2)
    guard let afterDestination = endOfDestination(from: destination), afterDestination > destination else {
      return nil
    }
    let title = skippingSpace(from: afterDestination)
    if title > afterDestination, let afterTitle = endOfTitle(from: title), let end = endOfLine(from: afterTitle) {
      return end
    }
    return endOfLine(from: afterDestination)
  }

  private func endOfLine(from start: Int) -> Int? {
    let index = skippingBlanks(from: start)
    return self[index] == UInt8(ascii: "\n") ? index + 1 : nil
  }
}
