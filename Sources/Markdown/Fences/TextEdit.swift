internal import Files
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

  /// A text after edits that do not overlap, and the same edits of the files that it is put together from; `nil` where
  /// they change what is written in a file that is not Markdown, or what the text has twice.
  package static func apply(
    _ edits: [TextEdit], to text: SourceFile
  ) -> (text: SourceFile, files: [(file: SourceFile, edits: [TextEdit])])? {
    guard !text.pieces.isEmpty else {
      return (SourceFile(path: text.path, bytes: apply(edits, to: text.bytes)), [(text, edits)])
    }
    var own: [[TextEdit]] = text.pieces.map { _ in [] }
    for edit in edits {
      guard let number = piece(of: edit, in: text) else { return nil }
      let piece = text.pieces[number]
      let shift = piece.range.lowerBound - piece.start
      own[number].append(
        TextEdit(range: edit.range.lowerBound + shift..<edit.range.upperBound + shift, bytes: edit.bytes))
    }
    let changed = Set(own.indices.filter { !own[$0].isEmpty }.map { text.pieces[$0].file.path })
    var files: [(file: SourceFile, edits: [TextEdit])] = []
    var new: [String: SourceFile] = [:]
    for path in changed.sorted() {
      let numbers = own.indices.filter { text.pieces[$0].isWritten(in: path) }
      let edits = numbers.flatMap { own[$0] }
      let file = text.pieces[numbers[0]].file
      files.append((file, edits))
      new[path] = SourceFile(path: path, bytes: apply(edits, to: file.bytes))
    }
    /// How far what begins at a byte of a file moves.
    func shift(_ offset: Int, in path: String) -> Int {
      text.pieces.indices.reduce(0) { shift, number in
        guard text.pieces[number].isWritten(in: path), text.pieces[number].range.lowerBound < offset else {
          return shift
        }
        return shift + growth(of: own[number])
      }
    }
    var start = 0
    let pieces = text.pieces.indices.map { number in
      var piece = text.pieces[number]
      if let original = piece.original, let file = new[original.file.path] {
        let moved = original.range.lowerBound + shift(original.range.lowerBound, in: file.path)
        piece.original = (file, moved..<moved + original.range.count)
      } else if piece.original == nil, let file = new[piece.file.path] {
        let moved = piece.range.lowerBound + shift(piece.range.lowerBound, in: file.path)
        piece.file = file
        piece.range = moved..<moved + piece.range.count + growth(of: own[number])
      }
      piece.start = start
      start += piece.range.count
      return piece
    }
    return (SourceFile(path: text.path, joining: pieces), files)
  }

  private static func growth(of edits: [TextEdit]) -> Int { edits.reduce(0) { $0 + $1.bytes.count - $1.range.count } }

  /// The piece of a text in which an edit is written; `nil` where that is of a file that is not changed.
  private static func piece(of edit: TextEdit, in text: SourceFile) -> Int? {
    guard var number = text.piece(at: edit.range.lowerBound) else { return nil }
    if edit.range.isEmpty, edit.range.lowerBound == text.pieces[number].start, number > 0 {
      // Between two pieces, what goes on with a line belongs to that; else what is added is the file's own.
      let goesOn = text.bytes[..<edit.range.lowerBound].last.map { !"\r\n".utf8.contains($0) } ?? false
      let before = text.pieces[number - 1]
      if goesOn && before.isOfMarkdown || !text.pieces[number].isWritten(in: text.path) { number -= 1 }
    }
    let piece = text.pieces[number]
    guard piece.isWritten(in: text.path) || piece.isOfMarkdown, edit.range.upperBound <= piece.textRange.upperBound
    else { return nil }
    let isElsewhere = text.pieces.indices.contains { other in
      other != number && text.pieces[other].isWritten(in: piece.file.path)
        && text.pieces[other].range.overlaps(piece.range)
    }
    return isElsewhere ? nil : number
  }
}

extension SourcePiece {
  /// Whether its bytes stand in the file with this path, as they are.
  fileprivate func isWritten(in path: String) -> Bool { file.path == path && original == nil }
}

extension SourcePiece {
  /// Whether its bytes stand in a file of Markdown, as they are.
  fileprivate var isOfMarkdown: Bool { original == nil && BookPath.isMarkdown(file.path) }
}

extension SourceFile {
  /// Whether a byte of it is written in another file of Markdown, which can be changed as this one can.
  package func isIncludedMarkdown(at offset: Int) -> Bool {
    piece(at: offset).map { pieces[$0].file.path != path && pieces[$0].isOfMarkdown } ?? false
  }
}
