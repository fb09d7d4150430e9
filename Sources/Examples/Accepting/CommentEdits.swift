internal import Markdown
internal import Text

/// Edits of a text that is made of doc comments, as edits of the Swift files that these stand in.
///
/// Each new line begins as the line before it does: with its indentation, and `///` or the `*` of a block.
struct CommentEdits {
  /// An edit of the text, and what becomes of the file.
  private struct Change {
    /// What is replaced in the text.
    var range: Range<Int>
    /// The file.
    var file: SourceFile
    /// The same there, with what marks a comment.
    var edit: TextEdit
    /// The parts of what is new there that the text has, each with what stands before it in the text alone.
    var shown: [(prefix: ArraySlice<UInt8>, range: Range<Int>)]
  }

  /// Where a line of the text is written.
  private struct Origin {
    var file: SourceFile
    var offset: Int
    /// What the line begins with in the text alone, such as the mark of a quotation.
    var made: ArraySlice<UInt8>

    /// What a line of the same container begins with in the text alone, and what is written; `nil` where it is not of
    /// that container.
    func split(_ line: ArraySlice<UInt8>) -> (made: ArraySlice<UInt8>, written: ArraySlice<UInt8>)? {
      if line.starts(with: made) { return (line.prefix(made.count), line.dropFirst(made.count)) }
      // A line that says nothing has no blanks at its end.
      return made.starts(with: line) && made.dropFirst(line.count).allSatisfy(CommentEdits.isBlank) ? (line, []) : nil
    }
  }

  private let text: SourceFile
  private var changes: [Change] = []

  /// Finds the edits; `nil` where one cannot be written into a comment.
  init?(_ edits: [TextEdit], to text: SourceFile) {
    self.text = text
    for edit in edits {
      guard let change = change(edit) else { return nil }
      changes.append(change)
    }
    changes = changes.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
  }

  /// The edits of each file.
  var files: [(file: SourceFile, edits: [TextEdit])] {
    Dictionary(grouping: changes, by: \.file.path).sorted { $0.key < $1.key }.map { _, changes in
      (changes[0].file, changes.map(\.edit))
    }
  }

  // MARK: finding

  private func change(_ edit: TextEdit) -> Change? {
    let isInLine =
      !edit.bytes.contains(where: Self.isLineEnd) && !text.bytes[edit.range].contains(where: Self.isLineEnd)
    return isInLine ? changeInLine(edit) : changeOfLines(edit)
  }

  private func changeInLine(_ edit: TextEdit) -> Change? {
    guard let number = text.piece(at: edit.range.lowerBound) else { return nil }
    let piece = text.pieces[number]
    guard piece.file.path != text.path, edit.range.upperBound <= piece.textRange.upperBound else { return nil }
    let shift = piece.range.lowerBound - piece.start
    let range = edit.range.lowerBound + shift..<edit.range.upperBound + shift
    return Change(
      range: edit.range, file: piece.file, edit: TextEdit(range: range, bytes: edit.bytes),
      shown: [([], 0..<edit.bytes.count)])
  }

  private func changeOfLines(_ edit: TextEdit) -> Change? {
    guard edit.range.lowerBound > 0, Self.isLineEnd(text.bytes[edit.range.lowerBound - 1]),
      edit.range.isEmpty || Self.isLineEnd(text.bytes[edit.range.upperBound - 1]),
      let before = origin(ofLineAt: edit.range.lowerBound - 1)
    else { return nil }
    let file = before.file
    let line = file.line(at: before.offset)
    var last = line
    if !edit.range.isEmpty {
      guard let final = origin(ofLineAt: edit.range.upperBound - 1), final.file.path == file.path else { return nil }
      last = file.line(at: final.offset)
      // Nothing else of the file may stand between.
      let count = text.line(at: edit.range.upperBound - 1) - text.line(at: edit.range.lowerBound - 1)
      guard last - line == count else { return nil }
    }
    guard last < file.lineStarts.count, let style = CommentStyle(file, line: line, last: last, textStart: before.offset)
    else { return nil }
    var bytes: [UInt8] = []
    var shown: [(prefix: ArraySlice<UInt8>, range: Range<Int>)] = []
    for line in Self.lines(edit.bytes) {
      guard let (made, content) = before.split(line) else { return nil }
      guard let prefix = style.prefix(of: content) else { return nil }
      bytes += prefix
      let start = bytes.count
      bytes += content + style.lineEnd
      shown.append((made, start..<bytes.count))
    }
    return Change(
      range: edit.range, file: file,
      edit: TextEdit(range: file.lineStarts[line]..<file.lineStarts[last], bytes: bytes), shown: shown)
  }

  /// Where the first part of the line with a byte is written that stands in a file; the line's end is a part of it.
  private func origin(ofLineAt offset: Int) -> Origin? {
    let range = text.lineRange(text.line(at: offset))
    guard var number = text.piece(at: range.lowerBound) else { return nil }
    // A line that says nothing is a piece of no bytes before its end.
    while number > 0, text.pieces[number - 1].start == range.lowerBound { number -= 1 }
    while number < text.pieces.count, text.pieces[number].start <= range.upperBound {
      let piece = text.pieces[number]
      if piece.file.path != text.path {
        return Origin(
          file: piece.file, offset: piece.range.lowerBound + max(0, range.lowerBound - piece.start),
          made: text.bytes[range.lowerBound..<max(range.lowerBound, min(piece.start, range.upperBound))])
      }
      number += 1
    }
    return text.piece(at: offset).flatMap { origin(ofMadeLine: range, text.pieces[$0]) }
  }

  /// The same for a line that stands in no file, and in the place of one: of a directive.
  private func origin(ofMadeLine range: Range<Int>, _ piece: SourcePiece) -> Origin? {
    guard let (file, original) = piece.original, !file.bytes[original].contains(where: Self.isLineEnd),
      original.upperBound == file.lineRange(file.line(at: original.lowerBound)).upperBound
    else { return nil }
    return Origin(
      file: file, offset: original.lowerBound,
      made: text.bytes[range.lowerBound..<max(range.lowerBound, piece.start)])
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(where: isLineEnd) ?? bytes.count
      lines.append(bytes[start..<end])
      let isPair = end + 1 < bytes.count && bytes[end] == UInt8(ascii: "\r") && bytes[end + 1] == UInt8(ascii: "\n")
      start = end + (isPair ? 2 : 1)
    }
    return lines
  }

  // MARK: the text with them

  /// The text as it then is, with its pieces where they then stand.
  var result: SourceFile {
    let new = Dictionary(
      files.map { ($0.file.path, SourceFile(path: $0.file.path, bytes: TextEdit.apply($0.edits, to: $0.file.bytes))) }
    ) { first, _ in first }
    var pieces: [SourcePiece] = []
    var size = 0
    func add(_ file: SourceFile, _ range: Range<Int>, original: (file: SourceFile, range: Range<Int>)? = nil) {
      var piece = SourcePiece(file: file, range: range, start: size)
      piece.original = original
      pieces.append(piece)
      size += range.count
    }
    func moved(_ file: SourceFile, _ range: Range<Int>) -> (file: SourceFile, range: Range<Int>) {
      let start = range.lowerBound + shift(at: range.lowerBound, in: file.path)
      return (new[file.path] ?? file, start..<start + range.count)
    }
    /// Adds what stays of a part of the text.
    func keep(_ range: Range<Int>) {
      for piece in text.pieces {
        let own = piece.textRange.clamped(to: range)
        let isInside = range.lowerBound <= piece.start && piece.start < range.upperBound
        guard !own.isEmpty || piece.range.isEmpty && isInside else { continue }
        let start = piece.range.lowerBound + own.lowerBound - piece.start
        let (file, range) = moved(piece.file, start..<start + own.count)
        add(file, range, original: piece.original.map(moved))
      }
    }
    var position = 0
    for (number, change) in changes.enumerated() {
      keep(position..<change.range.lowerBound)
      position = change.range.upperBound
      let before = changes[..<number].lazy.filter { $0.file.path == change.file.path }
      let start = before.reduce(change.edit.range.lowerBound) { $0 + $1.edit.bytes.count - $1.edit.range.count }
      guard let file = new[change.file.path] else { continue }
      for (prefix, range) in change.shown {
        if !prefix.isEmpty { add(SourceFile(path: text.path, bytes: Array(prefix)), 0..<prefix.count) }
        add(file, start + range.lowerBound..<start + range.upperBound)
      }
    }
    keep(position..<text.bytes.count)
    return SourceFile(path: text.path, joining: pieces)
  }

  /// How far a byte of a file moves.
  private func shift(at offset: Int, in path: String) -> Int {
    changes.reduce(0) { shift, change in
      change.file.path == path && change.edit.range.upperBound <= offset
        ? shift + change.edit.bytes.count - change.edit.range.count : shift
    }
  }
}
