import Highlighting

/// One file as lines; those of Swift are split into code, comments and literals by what highlights Swift on pages.
struct SourceFile {
  /// One line of the file.
  struct Line {
    /// The line as it stands.
    let text: String
    /// The line without its comments and without what its string literals say; code that is interpolated stays.
    let code: String
    /// What its string literals say.
    let words: String
    /// Whether the line has a comment.
    let hasComment: Bool

    var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
  }

  /// The path from the root of the repository.
  let path: String
  let lines: [Line]

  /// Splits `text`.
  init(path: String, text: String) {
    self.path = path
    let bytes = Array(text.utf8)
    var isCode = Array(repeating: true, count: bytes.count)
    var isComment = Array(repeating: false, count: bytes.count)
    for token in path.hasSuffix(".swift") ? Highlighter.tokens(bytes, language: .swift) : [] {
      guard token.kind == .comment || token.kind == .string else { continue }
      for index in token.range {
        isCode[index] = false
        isComment[index] = token.kind == .comment
      }
    }
    var lines: [Line] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = start..<end
      lines.append(
        Line(
          text: String(decoding: bytes[line], as: UTF8.self),
          code: String(decoding: line.filter { isCode[$0] }.map { bytes[$0] }, as: UTF8.self),
          words: String(decoding: line.filter { !isCode[$0] && !isComment[$0] }.map { bytes[$0] }, as: UTF8.self),
          hasComment: line.contains { isComment[$0] }))
      start = end + 1
    }
    self.lines = lines
  }

  /// The name of the module, for a path like "Sources/Module/File.swift".
  var module: String? {
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
  }

  /// The modules that the file imports.
  var imports: [(line: Int, module: String)] {
    let pattern =
      /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
    // Few lines have the word, and trying the pattern takes long.
    return lines.enumerated().compactMap { index, line in
      guard line.code.contains("import") else { return nil }
      return line.code.firstMatch(of: pattern).map { (index + 1, String($0.1)) }
    }
  }

  /// The 1-based lines whose code contains `word`, as it stands: not as the end of a longer word, nor as the name of a
  /// case or a member.
  func linesOfCode(containing word: String) -> [Int] {
    lines.indices.filter { index in
      let code = lines[index].code
      return code.ranges(of: word).contains { range in
        guard range.lowerBound > code.startIndex else { return true }
        let before = code[code.index(before: range.lowerBound)]
        if before == "." { return code[..<range.lowerBound].hasSuffix("Swift.") }
        if code[..<range.lowerBound].hasSuffix("case ") { return false }
        return !(before.isLetter || before.isNumber || before == "_")
      }
    }.map { $0 + 1 }
  }

  /// Whether a 1-based line has a comment, on it or on the lines right above: four at most, none of them empty.
  func isExplained(_ number: Int) -> Bool {
    let index = number - 1
    if lines[index].hasComment { return true }
    let above = lines[max(0, index - 4)..<index].reversed().prefix { !$0.isBlank }
    return above.contains(where: \.hasComment)
  }
}
