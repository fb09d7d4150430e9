internal import Text

/// The Markdown of a comment, each line with its place in the Swift file.
struct CommentText {
  /// The Markdown; what stands in no file is of one with an empty path.
  let file: SourceFile
  /// Takes a text as it is.
  init(_ file: SourceFile) {
    self.file = file
  }

  /// The comment as text that stands in no file.
  init(unplaced comment: GraphSymbol.Comment) {
    let text = comment.lines.map(\.text).joined(separator: "\n") + "\n"
    file = SourceFile(path: "", joining: [Self.piece(text, at: 0)])
  }

  /// The comment in its file; `nil` where the file says anything else there, or where no comment stands there.
  ///
  /// The compiler knows where comments stood when it compiled, and takes their text from there in the file as it is
  /// now.
  init?(_ comment: GraphSymbol.Comment, in swift: SourceFile) {
    var check = CommentCheck(swift)
    var pieces: [SourcePiece] = []
    var size = 0
    for line in comment.lines {
      let range: Range<Int>
      switch check.find(line) {
      case .found(let found): range = found
      case .absent: continue
      case .wrong: return nil
      }
      let whole = swift.lineRange(swift.line(at: range.lowerBound))
      let next = swift.line(at: range.lowerBound)
      let end = next < swift.lineStarts.count ? swift.lineStarts[next] : swift.bytes.count
      let isWhole = range.upperBound == whole.upperBound && end > whole.upperBound
      let piece = SourcePiece(file: swift, range: range.lowerBound..<(isWhole ? end : range.upperBound), start: size)
      size = piece.textRange.upperBound
      if !piece.range.isEmpty { pieces.append(piece) }
      if !isWhole {
        pieces.append(Self.piece("\n", at: size))
        size += 1
      }
    }
    guard check.isAtEnd else { return nil }
    file = SourceFile(path: swift.path, joining: pieces)
  }

  private static func piece(_ text: String, at start: Int) -> SourcePiece {
    SourcePiece(file: SourceFile(path: "", text: text), range: 0..<text.utf8.count, start: start)
  }
}
