package import Text

/// A replacement of bytes of a file by others.
package struct TextEdit: Hashable, Sendable {
  /// What is replaced, in offsets of the file before any edit; empty where something is only added.
  package var range: Range<Int>

  /// What comes in its place.
  package var bytes: [UInt8]

  package init(range: Range<Int>, bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }

  /// The bytes after edits that do not overlap; those of one place are made in the order given.
  package static func apply(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in ordered {
      result += bytes[position..<max(position, edit.range.lowerBound)]
      result += edit.bytes
      position = max(position, edit.range.upperBound)
    }
    return result + bytes[position...]
  }

  /// A text after edits that do not overlap, and the same edits of the file itself; `nil` where they change what is
  /// written in another file.
  package static func apply(_ edits: [TextEdit], to text: SourceFile) -> (text: SourceFile, own: [TextEdit])? {
    guard !text.pieces.isEmpty else {
      return (SourceFile(path: text.path, bytes: apply(edits, to: text.bytes)), edits)
    }
    var own: [[TextEdit]] = text.pieces.map { _ in [] }
    for edit in edits {
      guard var number = text.piece(at: edit.range.lowerBound) else { return nil }
      // Between two pieces, what is added belongs to the file itself.
      let isBetween = edit.range.isEmpty && edit.range.lowerBound == text.pieces[number].start && number > 0
      if isBetween, text.pieces[number].file.path != text.path { number -= 1 }
      let piece = text.pieces[number]
      guard piece.file.path == text.path, edit.range.upperBound <= piece.textRange.upperBound else { return nil }
      let shift = piece.range.lowerBound - piece.start
      own[number].append(
        TextEdit(range: edit.range.lowerBound + shift..<edit.range.upperBound + shift, bytes: edit.bytes))
    }
    let file = SourceFile(path: text.path, bytes: apply(own.flatMap(\.self), to: text.onDisk.bytes))
    var added = 0
    var start = 0
    let pieces = text.pieces.indices.map { number in
      var piece = text.pieces[number]
      if piece.file.path == text.path {
        let grown = own[number].reduce(0) { $0 + $1.bytes.count - $1.range.count }
        piece.file = file
        piece.range = piece.range.lowerBound + added..<piece.range.upperBound + added + grown
        added += grown
      }
      piece.start = start
      start += piece.range.count
      return piece
    }
    return (SourceFile(path: text.path, joining: pieces), own.flatMap(\.self))
  }
}
