/// A part of a text that was put together: bytes of a file, and where they went.
package struct SourcePiece: Sendable {
  /// The file that the bytes are of.
  package var file: SourceFile

  /// Where they stand in that file.
  package var range: Range<Int>

  /// Where they begin in the text.
  package var start: Int

  // Pages have no such texts, and what draws in them is to stay as small as it is.
  #if !hasFeature(Embedded)
    /// What bytes that are in no file stand in for: messages about them point there.
    package var original: (file: SourceFile, range: Range<Int>)?
  #endif

  package init(file: SourceFile, range: Range<Int>, start: Int) {
    self.file = file
    self.range = range
    self.start = start
  }

  /// Where they stand in the text.
  package var textRange: Range<Int> { start..<start + range.count }
}

extension SourceFile {
  /// The file as it is on disk.
  package var onDisk: SourceFile { pieces.first?.file ?? self }

  /// The number of the piece that a byte came from; of the byte past the end, the last piece.
  package func piece(at offset: Int) -> Int? {
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].start <= offset { low = middle } else { high = middle }
    }
    return pieces.isEmpty ? nil : low
  }

  /// Where a range was written, up to the end of its piece, or what is written in its place; nothing for a file that
  /// is as it is on disk.
  package func origin(of range: Range<Int>) -> (file: SourceFile, range: Range<Int>)? {
    guard let number = piece(at: range.lowerBound) else { return nil }
    let piece = pieces[number]
    #if !hasFeature(Embedded)
      if let original = piece.original { return original }
    #endif
    let start = min(piece.range.lowerBound + range.lowerBound - piece.start, piece.range.upperBound)
    return (piece.file, start..<max(start, min(start + range.count, piece.range.upperBound)))
  }

  /// The line, counted from 1, on which the byte at `offset` was written, in the file that it was written in.
  package func writtenLine(at offset: Int) -> Int {
    guard let origin = origin(of: offset..<offset) else { return line(at: offset) }
    return origin.file.line(at: origin.range.lowerBound)
  }

  /// Whether another text has the same bytes from the same places.
  package func isSame(as other: SourceFile) -> Bool {
    bytes == other.bytes
      && pieces.elementsEqual(other.pieces) { left, right in
        left.range == right.range && left.file.path == right.file.path && left.file.bytes == right.file.bytes
          && left.hasSameOriginal(as: right)
      }
  }
}

extension SourcePiece {
  fileprivate func hasSameOriginal(as other: SourcePiece) -> Bool {
    #if hasFeature(Embedded)
      true
    #else
      original?.range == other.original?.range && original?.file.path == other.original?.file.path
        && original?.file.bytes == other.original?.file.bytes
    #endif
  }
}
