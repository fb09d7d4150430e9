internal import Files
internal import SwiftParser
internal import SwiftSyntax

/// A comparison that a comment consists of, as `// count == 3` or `// age > 5`.
struct StatedComparison {
  let text: String
  /// What stands left of its operator, if it has only one.
  let left: String?
  let callsSomething: Bool
  /// Whether it says what is equal or is not.
  private let isEquality: Bool
  /// The names in it, but for those of members.
  private let names: Set<String>
  /// Whether what stands right is a literal.
  private let isWithLiteral: Bool
  /// Whether it is written as what a variable has, as `sum = 30`.
  private(set) var isOfVariable = false

  /// Whether it may only say what the code next to it asks.
  var restates: Bool { !isEquality }

  /// What may stand between a variable that a statement changes, and what that has then.
  private static let links = [" = ", " → ", " => ", " -> ", " ⇒ ", ": ", " is now ", " is ", " equals "]
  /// And between one that it only names, and what that has.
  private static let narrowLinks = links.prefix { $0 != ": " }

  /// Reads a comment behind a statement that says what the variable is that the statement changes, as `sum = 30`.
  init?(_ comment: String, of name: String?) {
    self.init(comment.saidBehindSlashes, of: name, links: Self.links[...])
  }

  private init?(_ words: Substring, of name: String?, links: ArraySlice<String>) {
    guard let name, words.hasPrefix(name), let link = links.first(where: words.dropFirst(name.count).hasPrefix) else {
      return nil
    }
    self.init(code: Self.code("\(name) == \(words.dropFirst(name.count + link.count))"))
    // Anything else may tell how it is computed.
    guard isWithLiteral else { return nil }
    isOfVariable = true
  }

  /// Reads a comment behind a statement that says what variables are then that it names, as `x = 5, y = 11`.
  init?(_ comment: String, ofAll names: Set<String>) {
    let parts = comment.saidBehindSlashes.replacing(" and ", with: ", ").split(separator: ", ")
    guard !parts.isEmpty else { return nil }
    var comparisons: [StatedComparison] = []
    for part in parts {
      let one = names.lazy.compactMap { Self(part, of: $0, links: Self.narrowLinks) }.first
      guard let one else { return nil }
      comparisons.append(one)
    }
    text = comparisons.count == 1 ? comparisons[0].text : comparisons.map { "(\($0.text))" }.joined(separator: " && ")
    left = comparisons.count == 1 ? comparisons[0].left : nil
    callsSomething = false
    isEquality = true
    self.names = []
    isWithLiteral = true
    isOfVariable = true
  }

  /// Reads a comment that is a comparison as it stands.
  ///
  /// - Parameter known: The names in the program: words with other signs than `==`, as `File > Open`, may be anything.
  init?(_ comment: String, known: Set<String>) {
    self.init(code: Self.code(comment.saidBehindSlashes))
    guard isEquality || names.isEmpty || !names.isDisjoint(with: known) else { return nil }
  }

  private init?(code source: String) {
    guard ["==", "!=", "<", ">"].contains(where: source.containsBytes), TextNesting(source).problem == nil else {
      return nil
    }
    let file = Parser.parse(source: source)
    guard !file.hasError, file.statements.count == 1,
      let sequence = file.statements.first?.item.as(SequenceExprSyntax.self)
    else { return nil }
    let parts = Array(sequence.elements)
    let operators = parts.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
    isEquality = operators.contains { ["==", "!=", "===", "!=="].contains($0) }
    guard isEquality || operators.contains(where: { ["<", ">", "<=", ">="].contains($0) }),
      // `count > 2 is needed` is a sentence.
      !parts.contains(where: {
        $0.is(AssignmentExprSyntax.self) || $0.is(UnresolvedTernaryExprSyntax.self)
          || $0.is(UnresolvedIsExprSyntax.self)
      })
    else { return nil }
    text = source
    left = parts.count == 3 ? parts[0].trimmedDescription : nil
    isWithLiteral = parts.count == 3 && parts[2].isLiteral
    callsSomething = source.contains("(") || source.contains("{")
    names = Syntax(sequence).ownNames
  }
}

extension StatedComparison {
  /// Words as code: without a full stop, and with Swift's signs.
  private static func code(_ words: Substring) -> String {
    var words = words
    if words.last == ".", !words.hasSuffix("..") { words.removeLast() }
    return withoutQuotes(withSwiftSigns(words)[...])
  }

  /// The words with the signs that Swift has for the ones of mathematics.
  static func withSwiftSigns(_ words: Substring) -> String {
    guard !words.contains("\"") else { return String(words) }
    return String(words.replacing("≠", with: "!=").replacing("≥", with: ">=").replacing("≤", with: "<="))
  }

  /// The words without the quotation marks around the name that they begin with, as in `'count' == 3`.
  private static func withoutQuotes(_ words: Substring) -> String {
    guard let mark = words.first, mark == "'" || mark == "`",
      let end = words.dropFirst().firstIndex(of: mark),
      words.dropFirst()[..<end].allSatisfy({ $0.isLetter || $0.isNumber || "_.".contains($0) })
    else { return String(words) }
    return String(words.dropFirst()[..<end] + words[end...].dropFirst())
  }
}

/// What a comment says of the value before it without a name for that, as `// > 4`, or its type.
enum StatedRelation {
  private static let operators = ["===", "!==", ">=", "<=", "!=", ">", "<"]

  /// What is compared with the value: an operator, and what stands right of it.
  ///
  /// - Parameter known: The names in the program.
  static func code(_ comment: String, known: Set<String>) -> String? {
    let words = comment.saidBehindSlashes
    let said = StatedComparison.withSwiftSigns(words.last == "." ? words.dropLast() : words)
    guard let sign = operators.first(where: said.hasPrefix) else { return nil }
    let right = said.dropFirst(sign.count).trimmed
    guard !right.isEmpty, TextNesting(String(right)).problem == nil else { return nil }
    let file = Parser.parse(source: "_ = (\(right))")
    let names = Syntax(file).ownNames
    guard !file.hasError, file.statements.count == 1, names.isSubset(of: known) else { return nil }
    return "\(sign) (\(right))"
  }

  /// The same where the value is a type, and the comment names one.
  static func code(ofType comment: String) -> String? {
    let said = comment.saidBehindSlashes
    let type = said.last == "." ? said.dropLast() : said
    return type.wholeMatch(of: /[A-Z\[(][\w.<>\[\]:, ?()&-]*/) == nil ? nil : "== (\(type)).self"
  }
}

extension Syntax {
  /// The names in it that stand for something by themselves, as those of members and labels do not.
  var ownNames: Set<String> {
    var names: Set<String> = []
    for token in tokens(viewMode: .sourceAccurate) {
      guard case .identifier(let name) = token.tokenKind, let owner = token.parent else { continue }
      let isMember = owner.parent?.as(MemberAccessExprSyntax.self)?.declName.id == owner.id
      if owner.is(DeclReferenceExprSyntax.self) && !isMember || owner.is(IdentifierPatternSyntax.self) {
        names.insert(name)
      }
    }
    return names
  }
}
