internal import Text

/// A text that is put together from words of the page and from pieces of Swift files.
struct PageText {
  private enum Part {
    /// Words of the page, and what is written in their place, if anything is.
    case made(Range<Int>, original: (file: SourceFile, range: Range<Int>)?)
    case written(SourceFile, Range<Int>)
  }

  private var made: [UInt8] = []
  private var parts: [Part] = []

  /// Ends the paragraph before, so that what follows is a block of its own.
  mutating func beginBlock() {
    let end = parts.suffix(2).flatMap { part in
      switch part {
      case .made(let range, _): made[range].suffix(2)
      case .written(let file, let range): file.bytes[range].suffix(2)
      }
    }.suffix(2)
    if !end.allSatisfy({ $0 == UInt8(ascii: "\n") }) { add(end.last == UInt8(ascii: "\n") ? "\n" : "\n\n") }
  }

  /// Adds words that stand in no file.
  mutating func add(_ text: String) { add(text, original: nil) }

  /// Adds words that stand in no file, in the place of a part of one.
  mutating func add(_ text: String, insteadOf range: Range<Int>, of file: SourceFile) {
    let original = file.pieces.isEmpty ? (file, range) : file.origin(of: range)
    add(text, original: original.flatMap { $0.file.path.isEmpty ? nil : $0 })
  }

  private mutating func add(_ text: String, original: (file: SourceFile, range: Range<Int>)?) {
    let start = made.count
    made += text.utf8
    if case .made(let range, nil)? = parts.last, original == nil {
      parts[parts.count - 1] = .made(range.lowerBound..<made.count, original: nil)
    } else if start < made.count {
      parts.append(.made(start..<made.count, original: original))
    }
  }

  /// Adds a part of a file; what that was put together from stands where it was written.
  mutating func add(_ file: SourceFile, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    guard var number = file.piece(at: range.lowerBound) else {
      if file.path.isEmpty { return add(String(decoding: file.bytes[range], as: UTF8.self)) }
      return addWritten(file, range)
    }
    while number < file.pieces.count, file.pieces[number].start < range.upperBound {
      let piece = file.pieces[number]
      let part = piece.textRange.clamped(to: range)
      let start = piece.range.lowerBound + part.lowerBound - piece.start
      if piece.file.path.isEmpty {
        add(String(decoding: file.bytes[part], as: UTF8.self), original: piece.original)
      } else {
        addWritten(piece.file, start..<start + part.count)
      }
      number += 1
    }
  }

  /// Adds another text.
  mutating func add(_ text: PageText) {
    for part in text.parts {
      switch part {
      case .made(let range, let original): add(String(decoding: text.made[range], as: UTF8.self), original: original)
      case .written(let file, let range): addWritten(file, range)
      }
    }
  }

  private mutating func addWritten(_ file: SourceFile, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if case .written(let last, let before)? = parts.last, before.upperBound == range.lowerBound, last.path == file.path
    {
      parts[parts.count - 1] = .written(last, before.lowerBound..<range.upperBound)
    } else {
      parts.append(.written(file, range))
    }
  }

  /// The text; what stands in no file is of one with this path.
  func file(path: String) -> SourceFile {
    let own = SourceFile(path: path, bytes: made)
    var start = 0
    let pieces = parts.map { part in
      var piece =
        switch part {
        case .made(let range, _): SourcePiece(file: own, range: range, start: start)
        case .written(let file, let range): SourcePiece(file: file, range: range, start: start)
        }
      if case .made(_, let original) = part { piece.original = original }
      start = piece.textRange.upperBound
      return piece
    }
    return SourceFile(path: path, joining: pieces)
  }
}
