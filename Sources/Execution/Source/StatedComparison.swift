internal import Files
internal import SwiftParser
internal import SwiftSyntax

/// A comparison that a comment consists of, as `// count == 3`.
struct StatedComparison {
  let text: String
  /// What stands left of its operator, if it has only one.
  let left: String?
  let callsSomething: Bool
  /// Whether what stands right is a literal.
  private let isWithLiteral: Bool
  /// Whether it is written as what a variable has, as `sum = 30`.
  private(set) var isOfVariable = false

  /// Reads a comment behind a statement that says what the variable is that the statement changes, as `sum = 30`.
  init?(_ comment: String, of name: String?) {
    let words = comment.drop { $0 == "/" || $0.isWhitespace }
    guard let name, words.hasPrefix(name + " = ") else { return nil }
    self.init(name + " == " + words.dropFirst(name.count + 3))
    // Anything else may tell how it is computed.
    guard isWithLiteral else { return nil }
    isOfVariable = true
  }

  /// Reads a comment behind a statement that says what several variables are then that it names, as `x = 5, y = 11`.
  init?(_ comment: String, ofAll names: Set<String>) {
    let parts = comment.drop { $0 == "/" || $0.isWhitespace }.replacing(" and ", with: ", ").split(separator: ", ")
    guard parts.count > 1 else { return nil }
    var comparisons: [String] = []
    for part in parts {
      guard let name = names.first(where: { part.hasPrefix($0 + " = ") }), let one = Self(String(part), of: name) else {
        return nil
      }
      comparisons.append("(\(one.text))")
    }
    text = comparisons.joined(separator: " && ")
    left = nil
    callsSomething = false
    isWithLiteral = true
    isOfVariable = true
  }

  init?(_ comment: String) {
    guard ["==", "!="].contains(where: comment.containsBytes) else { return nil }
    var words = comment[...]
    while words.first == "/" || words.first?.isWhitespace == true { words.removeFirst() }
    while words.last?.isWhitespace == true { words.removeLast() }
    if words.last == ".", !words.hasSuffix("..") { words.removeLast() }
    let source = Self.withoutQuotes(words)
    guard TextNesting(source).problem == nil else { return nil }
    let file = Parser.parse(source: source)
    guard !file.hasError, file.statements.count == 1,
      let sequence = file.statements.first?.item.as(SequenceExprSyntax.self)
    else { return nil }
    let parts = Array(sequence.elements)
    let operators = parts.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
    guard operators.contains(where: { ["==", "!=", "===", "!=="].contains($0) }),
      !parts.contains(where: { $0.is(AssignmentExprSyntax.self) || $0.is(UnresolvedTernaryExprSyntax.self) })
    else { return nil }
    text = source
    left = parts.count == 3 ? parts[0].trimmedDescription : nil
    isWithLiteral = parts.count == 3 && parts[2].isLiteral
    callsSomething = source.contains("(") || source.contains("{")
  }
}

extension StatedComparison {
  /// The words without the quotation marks around the name that they begin with, as in `'count' == 3`.
  private static func withoutQuotes(_ words: Substring) -> String {
    guard let mark = words.first, mark == "'" || mark == "`",
      let end = words.dropFirst().firstIndex(of: mark),
      words.dropFirst()[..<end].allSatisfy({ $0.isLetter || $0.isNumber || "_.".contains($0) })
    else { return String(words) }
    return String(words.dropFirst()[..<end] + words[end...].dropFirst())
  }
}
