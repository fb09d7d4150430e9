internal import Text

/// How the lines of a doc comment begin and end.
struct CommentStyle {
  /// What a line ends with.
  let lineEnd: [UInt8]

  /// What stands before a line's text.
  private let beginning: [UInt8]
  private let isBlock: Bool
  /// How many blanks before a line's text do not count.
  private let indentation: Int

  /// Takes the style of a line, counted from 1, whose text begins at a byte; `nil` where no line can follow it in the
  /// same style, or where the comment ends before the line `last` does.
  init?(_ file: SourceFile, line: Int, last: Int, textStart: Int) {
    let range = file.lineRange(line)
    guard range.lowerBound <= textStart, line < file.lineStarts.count else { return nil }
    beginning = Array(file.bytes[range.lowerBound..<max(range.lowerBound, min(textStart, range.upperBound))])
    lineEnd = Array(file.bytes[range.upperBound..<file.lineStarts[line]])
    let mark = beginning.drop(while: Self.isBlank)
    isBlock = file.path.hasSuffix(".swift") && !mark.starts(with: Self.slashes)
    if !file.path.hasSuffix(".swift") {
      // An article has no marks.
      indentation = 0
    } else if isBlock {
      // The first line of a block has a mark that no other has.
      let isFirst = mark.contains(UInt8(ascii: "/"))
      guard !isFirst, mark.allSatisfy({ $0 == UInt8(ascii: "*") || Self.isBlank($0) }),
        !Self.endsBlock(file.bytes[textStart..<max(textStart, file.lineRange(last).upperBound)])
      else { return nil }
      indentation = beginning.reversed().prefix(while: Self.isBlank).count
    } else {
      // The compiler takes as many blanks off each line as the first one has.
      var first = line
      while first > 1, Self.text(file, first - 1) != nil { first -= 1 }
      indentation = Self.text(file, first)?.prefix(while: Self.isBlank).count ?? 0
    }
  }

  /// Whether some lines of a block have its end, which has to stay behind what is written.
  private static func endsBlock(_ lines: ArraySlice<UInt8>) -> Bool {
    lines.indices.contains { lines[$0...].starts(with: "*/".utf8) }
  }

  private static let slashes = Array("///".utf8)

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// What a line says behind `///`, if it is such a line.
  private static func text(_ file: SourceFile, _ line: Int) -> ArraySlice<UInt8>? {
    let line = file.bytes[file.lineRange(line)].drop(while: isBlank)
    return line.starts(with: slashes) ? line.dropFirst(3) : nil
  }

  /// What stands before a line with this text; `nil` where it would not say just that there.
  func prefix(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if text.isEmpty {
      let end = beginning.lastIndex { !Self.isBlank($0) }
      // Without a mark, a line of blanks says nothing either.
      return end.map { beginning[...$0] } ?? []
    }
    let own = beginning.reversed().prefix(while: Self.isBlank).count
    if Self.isBlank(text[text.startIndex]), own < indentation { return nil }
    if isBlock {
      // These would end the comment, or begin one in it.
      let string = String(decoding: text, as: UTF8.self)
      if string.contains("*/") || string.contains("/*") { return nil }
      // Where lines have no mark of their own, one that begins with it would.
      if !beginning.contains(UInt8(ascii: "*")), text.drop(while: Self.isBlank).first == UInt8(ascii: "*") {
        return nil
      }
      // A text of `/` behind `*` would end it.
      if beginning.last == UInt8(ascii: "*"), text.first == UInt8(ascii: "/") { return nil }
    }
    return beginning[...]
  }
}
