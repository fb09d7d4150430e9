/// A text file as its author sees it: a name, bytes, and lines to point at.
///
/// Offsets count bytes from the start of the file, a byte order mark included. Positions are for people.
package struct SourceFile: Sendable {
  /// The name that messages give the file, with `/` between its parts.
  package let path: String

  /// The file's bytes, as they are on disk.
  package let bytes: [UInt8]

  /// Where each line begins; a byte order mark belongs to no line.
  package let lineStarts: [Int]

  /// What the bytes were put together from, in order and without gaps; empty for a file as it is on disk.
  package let pieces: [SourcePiece]

  /// Takes a file's name and content; lines end at LF, CRLF or CR.
  package init(path: String, bytes: [UInt8]) {
    self.init(path: path, bytes: bytes, pieces: [])
  }

  /// Puts a text together from pieces of files; the first is of the file itself.
  package init(path: String, joining pieces: [SourcePiece]) {
    self.init(path: path, bytes: pieces.flatMap { $0.file.bytes[$0.range] }, pieces: pieces)
  }

  private init(path: String, bytes: [UInt8], pieces: [SourcePiece]) {
    self.path = path
    self.bytes = bytes
    self.pieces = pieces
    lineStarts = Self.lineStarts(of: bytes)
  }

  private static func lineStarts(of bytes: [UInt8]) -> [Int] {
    var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    bytes.withUnsafeBytes { bytes in
      var index = 0
      while index < bytes.count {
        let next = min(index + 8, bytes.count)
        if next == index + 8, !mayEndLine(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
          index = next
          continue
        }
        while index < next {
          let byte = bytes[index]
          index += 1
          let ends =
            byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r") && (index == bytes.count || bytes[index] != UInt8(ascii: "\n"))
          if ends { starts.append(index) }
        }
      }
    }
    return starts
  }

  /// Whether one of eight bytes is below that of a blank: all that ends a line is, and most groups of a text have none.
  private static func mayEndLine(_ group: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return (group &- ones &* 0x20) & ~group & (ones &* 0x80) != 0
  }

  /// Takes a file's name and text.
  package init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The number of lines; a last line without an end counts, an empty one after the last end does not.
  package var lineCount: Int {
    lineStarts.count > 1 && lineStarts[lineStarts.count - 1] == bytes.count ? lineStarts.count - 1 : lineStarts.count
  }

  /// The line, counted from 1, that holds the byte at `offset`.
  package func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The bytes of a line, counted from 1, without its end.
  package func lineRange(_ line: Int) -> Range<Int> {
    let start = lineStarts[line - 1]
    var end = line < lineStarts.count ? lineStarts[line] : bytes.count
    while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }

  /// The text of a line, counted from 1, without its end.
  package func lineText(_ line: Int) -> String {
    String(decoding: bytes[lineRange(line)], as: UTF8.self)
  }

  /// The position of the byte at `offset`.
  package func position(at offset: Int) -> SourcePosition {
    let line = line(at: offset)
    let range = lineRange(line)
    let end = min(max(offset, range.lowerBound), range.upperBound)
    let column = String(decoding: bytes[range.lowerBound..<end], as: UTF8.self).unicodeScalars.count + 1
    return SourcePosition(line: line, column: column)
  }

  /// The place that a message points at for a range of bytes; only its first line is marked.
  ///
  /// What came from another file has its place there.
  package func place(_ range: Range<Int>) -> SourcePlace {
    if let origin = origin(of: range) { return origin.file.place(origin.range) }
    let start = position(at: range.lowerBound)
    let marked = range.clamped(to: range.lowerBound..<max(range.lowerBound, lineRange(start.line).upperBound))
    let length = String(decoding: bytes[marked.clamped(to: 0..<bytes.count)], as: UTF8.self).unicodeScalars.count
    return SourcePlace(path: path, position: start, length: length, lineText: lineText(start.line))
  }

  /// The place that a message points at for a whole line, its indentation left out.
  package func place(line: Int) -> SourcePlace {
    let range = lineRange(line)
    let blanks = bytes[range].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    return place(range.lowerBound + blanks..<range.upperBound)
  }
}
