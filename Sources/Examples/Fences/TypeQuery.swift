internal import Text

/// A line `// ^?` of an example: the caret points at a name of the line above, whose declaration stands after it.
///
///     let loop = Loop.current
///     //   ^? let loop: Loop
///
/// It is a comment like any other to the compiler.
package struct TypeQuery: Sendable, Hashable {
  /// The line of the example, counted from 0.
  package let line: Int
  /// The line that it points at: the nearest above that asks nothing; `nil` where the example begins with this.
  package let target: Int?
  /// The byte of that line that the caret points at; `nil` where the line is shorter.
  package let offset: Int?
  /// Where the declaration stands in the text of its own line, in bytes, with the blank before it.
  package let range: Range<Int>
  /// What its author has written there; empty where that is still to be recorded.
  package let written: String

  /// The line with this declaration in the place of what is written.
  package func rewritten(_ text: String, as declaration: String) -> String {
    String(decoding: Array(text.utf8)[..<range.lowerBound], as: UTF8.self) + " " + declaration
  }

  /// The lines of an example that ask for a type.
  static func all(in lines: [SourceLine]) -> [TypeQuery] {
    var carets = lines.map { caret(in: $0.text) }
    if carets.allSatisfy({ $0 == nil }) { return [] }
    for number in CodeScanner.linesOfStrings(lines.map(\.text)) { carets[number] = nil }
    return lines.indices.compactMap { number in
      guard let caret = carets[number] else { return nil }
      let text = lines[number].text
      let target = lines[..<number].indices.last { carets[$0] == nil }
      let rest = text[text.index(caret, offsetBy: 2)...]
      let start = text.utf8.count - rest.utf8.count
      // A reader sees characters above each other, however many bytes they take.
      let column = text.distance(from: text.startIndex, to: caret)
      let offset = target.flatMap { target -> Int? in
        let above = lines[target].text
        guard let place = above.index(above.startIndex, offsetBy: column, limitedBy: above.endIndex),
          place < above.endIndex
        else { return nil }
        return above.utf8.distance(from: above.startIndex, to: place)
      }
      let written = String(rest.drop { $0 == " " || $0 == "\t" })
      let trimmed = written.lastIndex { $0 != " " && $0 != "\t" }.map { String(written[...$0]) } ?? ""
      return TypeQuery(
        line: number, target: target, offset: offset, range: start..<text.utf8.count, written: trimmed)
    }
  }

  /// Where a line that asks for a type has its caret.
  private static func caret(in text: String) -> String.Index? {
    func blanks(_ text: Substring) -> Substring { text.drop { $0 == " " || $0 == "\t" } }
    let comment = blanks(text[...])
    guard comment.hasPrefix("//") else { return nil }
    let rest = blanks(comment.dropFirst(2))
    guard rest.hasPrefix("^?"), rest.count == 2 || rest.dropFirst(2).first == " " || rest.dropFirst(2).first == "\t"
    else {
      return nil
    }
    return rest.startIndex
  }
}

/// Finds comments that look like `// ^?` and ask nothing, so that what they say would never be compared.
enum LostTypeQueries {
  /// What is wrong with an example's lines; one problem a line.
  static func problems(in lines: [SourceLine], of file: SourceFile) -> [Diagnostic] {
    guard lines.contains(where: { $0.text.contains("^") }) else { return [] }
    let asking = Set(TypeQuery.all(in: lines).map(\.line))
    var scanner = CodeScanner()
    return lines.enumerated().compactMap { number, line in
      guard let comment = scanner.line(line.text).comment, !asking.contains(number),
        let slip = Slip(Array(line.text.utf8), comment: comment)
      else { return nil }
      let start = line.fileOffset(ofByte: comment)
      return Diagnostic(
        id: "lost-type-query", "this comment looks like a question `// ^?`, but \(slip.reason)",
        at: file.place(start..<max(start, line.range.upperBound)), cure: slip.cure)
    }
  }

  /// Why a comment asks nothing.
  private enum Slip {
    case behindCode, moreSlashes, spaceWithin, noSpaceBehind

    /// Looks at a comment that begins at a byte of its line; `nil` where it is about something else.
    init?(_ line: [UInt8], comment: Int) {
      func skipSpaces(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      }
      let slashes = line[comment...].prefix { $0 == UInt8(ascii: "/") }
      let words = skipSpaces(line[slashes.endIndex...])
      guard words.first == UInt8(ascii: "^"), case let mark = skipSpaces(words.dropFirst()),
        mark.first == UInt8(ascii: "?")
      else { return nil }
      if !skipSpaces(line[..<comment]).isEmpty {
        self = .behindCode
      } else if slashes.count > 2 {
        self = .moreSlashes
      } else {
        self = mark.startIndex > words.startIndex + 1 ? .spaceWithin : .noSpaceBehind
      }
    }

    var reason: String {
      switch self {
      case .behindCode: "there is code before it on the line"
      case .moreSlashes: "it has more than two slashes"
      case .spaceWithin: "there is a space within `^?`"
      case .noSpaceBehind: "there is no space after `^?`"
      }
    }

    var cure: String {
      switch self {
      case .behindCode: "put it on the next line, with the `^` below the name"
      case .moreSlashes: "begin it with two slashes"
      case .spaceWithin: "remove the space"
      case .noSpaceBehind: "put one there"
      }
    }
  }
}

extension Example {
  /// The lines that ask for a type; what is only quoted asks for nothing.
  package var typeQueries: [TypeQuery] { attributes.kind == .quote ? [] : TypeQuery.all(in: lines) }
}

extension Program {
  /// Whether a line of it asks for a type.
  package var asksForTypes: Bool { blocks.contains { !$0.example.typeQueries.isEmpty } }
}
