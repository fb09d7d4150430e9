/// One file as lines, each split into its code and its comment.
///
/// This is no parser: it knows line comments and string literals, which is what the rules here need.
struct SourceFile {
  /// One line of the file.
  struct Line {
    /// The line as it stands.
    let text: String
    /// The line without its comment and without what its string literals say.
    let code: String
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
    var isInLongLiteral = false
    var texts = text.split(separator: "\n", omittingEmptySubsequences: false)
    if texts.last?.isEmpty == true { texts.removeLast() }
    lines = texts.map { Self.line(String($0), &isInLongLiteral) }
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
    return lines.enumerated().compactMap { index, line in
      line.code.firstMatch(of: pattern).map { (index + 1, String($0.1)) }
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

  private static func line(_ text: String, _ isInLongLiteral: inout Bool) -> Line {
    var code = ""
    var isInLiteral = false
    var rest = Substring(text)
    while let character = rest.first {
      if rest.hasPrefix("\"\"\"") {
        isInLongLiteral.toggle()
        rest = rest.dropFirst(3)
      } else if isInLongLiteral || isInLiteral {
        if character == "\"" && !isInLongLiteral { isInLiteral = false }
        rest = rest.dropFirst(character == "\\" ? 2 : 1)
      } else if rest.hasPrefix("//") {
        return Line(text: text, code: code, hasComment: true)
      } else {
        if character == "\"" { isInLiteral = true } else { code.append(character) }
        rest = rest.dropFirst()
      }
    }
    return Line(text: text, code: code, hasComment: false)
  }
}
