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

extension Example {
  /// The lines that ask for a type; what is only quoted asks for nothing.
  package var typeQueries: [TypeQuery] { attributes.kind == .quote ? [] : TypeQuery.all(in: lines) }
}

extension Program {
  /// Whether a line of it asks for a type.
  package var asksForTypes: Bool { blocks.contains { !$0.example.typeQueries.isEmpty } }
}
