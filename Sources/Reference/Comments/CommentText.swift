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
    var lines: [Range<Int>] = []
    for line in comment.lines {
      switch check.find(line) {
      case .found(let range): lines.append(range)
      case .absent: continue
      case .wrong: return nil
      }
    }
    guard check.isAtEnd else { return nil }
    self.init(lines: lines, in: swift)
  }

  /// What the comments of a Swift file say that stand below each other, without what marks them.
  init(written comments: [Range<Int>], in swift: SourceFile) {
    var lines: [Range<Int>] = []
    for comment in comments {
      let isBlock = swift.bytes[comment].starts(with: "/**".utf8)
      let isClosed = isBlock && comment.count > 4 && swift.bytes[comment].suffix(2).elementsEqual("*/".utf8)
      let inner = comment.lowerBound + 3..<(isClosed ? comment.upperBound - 2 : comment.upperBound)
      let numbers = swift.line(at: comment.lowerBound)...swift.line(at: max(comment.lowerBound, comment.upperBound - 1))
      let own = numbers.map { swift.lineRange($0).clamped(to: inner) }
      let hasStars = own.dropFirst().allSatisfy { range in
        let text = swift.bytes[range].drop(while: Self.isBlank)
        return text.first == UInt8(ascii: "*") || text.isEmpty
      }
      for (number, range) in own.enumerated() {
        let text = swift.bytes[range].drop(while: Self.isBlank)
        let isStarred = isBlock && number > 0 && hasStars && !text.isEmpty
        lines.append(isStarred ? text.startIndex + 1..<range.upperBound : range)
      }
    }
    // What all of them are indented by says nothing.
    let indentations = lines.compactMap { range in
      let blanks = swift.bytes[range].prefix(while: Self.isBlank).count
      return blanks < range.count ? blanks : nil
    }
    let common = indentations.min() ?? 0
    self.init(lines: lines.map { min($0.lowerBound + common, $0.upperBound)..<$0.upperBound }, in: swift)
  }

  private init(lines: [Range<Int>], in swift: SourceFile) {
    var pieces: [SourcePiece] = []
    var size = 0
    for range in lines {
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
    file = SourceFile(path: swift.path, joining: pieces)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func piece(_ text: String, at start: Int) -> SourcePiece {
    SourcePiece(file: SourceFile(path: "", text: text), range: 0..<text.utf8.count, start: start)
  }
}
