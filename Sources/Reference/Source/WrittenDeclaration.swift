internal import Text

/// What a declaration says in its file that the compiler's graph leaves out.
struct WrittenDeclaration {
  /// The protocols that it does without, `Copyable` and `Escapable`.
  private(set) var suppressed: [String] = []
  /// The attribute that keeps it from asynchronous code.
  private(set) var noasync: String?
  /// Whether fewer may write than read: the graph does not always tell.
  private(set) var hasHiddenSetter = false

  /// Of a symbol that was made up, or whose file cannot be read.
  init() {}

  /// Reads it where the graph says that the name stands; finds nothing if that is elsewhere by now.
  init(_ symbol: GraphSymbol, in file: SourceFile?) {
    guard let file, let (line, byte) = symbol.position, line < file.lineCount else { return }
    let range = file.lineRange(line + 1)
    guard let start = file.bytes.index(range.lowerBound, offsetBy: byte, limitedBy: range.upperBound) else { return }
    let name = symbol.name.prefix { $0 != "(" }
    if ["swift.struct", "swift.enum"].contains(symbol.kind), file.bytes[start...].starts(with: name.utf8) {
      suppressed = Self.suppressed(file.bytes[start...].dropFirst(name.utf8.count))
    }
    let attributes = Self.attributes(above: line + 1, before: start, in: file)
    noasync = attributes.firstMatch(of: /@available\(\s*\*\s*,\s*noasync\s*(?:,[^)\n"]*(?:"[^"\n]*"[^)\n"]*)*)?\)/)
      .map { String($0.output) }
    hasHiddenSetter = attributes.contains(/\b(?:private|fileprivate|internal|package)\s*\(\s*set\s*\)/)
  }

  /// What stands with `~` in the inheritance clause, which comes after the generic parameters.
  private static func suppressed(_ text: ArraySlice<UInt8>) -> [String] {
    var header = String(decoding: text.prefix { $0 != UInt8(ascii: "{") }.prefix(2000), as: UTF8.self)
    header.replace(/\/\*.*?\*\/|\/\/[^\n]*/.dotMatchesNewlines(), with: " ")
    var depth = 0
    var clause = ""
    for character in header {
      if character == "<" { depth += 1 }
      if depth == 0 { clause.append(character) }
      if character == ">" { depth -= 1 }
    }
    let words = clause.split { $0 == ":" || $0 == "," || $0 == "&" || $0.isWhitespace }
    let inherited = words.prefix { $0 != "where" }
    return ["Copyable", "Escapable"].filter { inherited.contains("~\($0)") }
  }

  /// The attributes and modifiers on the line of a declaration, and on the lines above it.
  private static func attributes(above line: Int, before start: Int, in file: SourceFile) -> String {
    var attributes = String(decoding: file.bytes[file.lineRange(line).lowerBound..<start], as: UTF8.self)
    var line = line - 1
    while line > 0, case let text = file.lineText(line).drop(while: \.isWhitespace), beginsDeclaration(text) {
      // A declaration of its own ends on its line.
      guard !text.contains(/[{}]|\b(?:var|let|case|func|init|subscript|typealias|import)\b/) else { break }
      attributes = "\(text)\n\(attributes)"
      line -= 1
    }
    if let last = attributes.lastIndex(where: { "{};".contains($0) }) { attributes.removeSubrange(...last) }
    return attributes
  }

  private static func beginsDeclaration(_ line: Substring) -> Bool {
    line.first == "@"
      || line.prefixMatch(of: /(?:public|open|package|internal|private|fileprivate|static|class|final|override)\b/)
        != nil
  }
}
