/// What a link says behind a name to tell apart what is called so: `-struct`, `-4k2x1`, `-(Int,_)`, `->Bool`.
struct SymbolSuffix: Equatable {
  /// What is known of a symbol to compare with.
  struct Facts: Equatable {
    /// The kind without the language: `func.op`.
    var kind: String
    /// Its hash.
    var hash: String
    /// The types of its parameters, as they are declared; `nil` for what has none.
    private let declaredParameters: [String]?
    private let declaredReturn: String

    init(_ symbol: GraphSymbol) {
      kind = symbol.kind.split(separator: ".").dropFirst().joined(separator: ".")
      hash = StableHash.text(symbol.usr)
      declaredParameters = symbol.parameterTypes
      declaredReturn = symbol.returnType ?? ""
    }

    /// The types of its parameters, as links write them.
    var parameters: [String]? { declaredParameters.map { $0.map(SymbolSuffix.plain) } }

    /// The types that it returns: none, one, or those of a tuple.
    var returns: [String] { SymbolSuffix.types(in: SymbolSuffix.plain(declaredReturn)) }
  }

  var kind: String?
  var hash: String?
  var parameters: [String]?
  var returns: [String]?

  /// The suffix that a text begins with, and what comes after it: nothing, or `/` and more.
  static func read(_ text: Substring) -> (suffix: SymbolSuffix, rest: Substring)? {
    var suffix = SymbolSuffix()
    var rest = text
    while rest.first == "-" {
      rest = rest.dropFirst()
      if rest.first == "(" || rest.first == ">" {
        let returns = rest.first == ">"
        if returns { rest = rest.dropFirst() }
        let end = endOfTypes(rest)
        let types = types(in: plain(String(rest[..<end])))
        if returns { suffix.returns = types } else { suffix.parameters = types }
        rest = rest[end...]
      } else {
        var word = rest.prefix { $0 != "-" && $0 != "/" }
        rest = rest.dropFirst(word.count)
        if word.hasPrefix("swift.") { word = word.dropFirst(6) }
        guard !word.isEmpty else { return nil }
        if kinds.contains(String(word)) { suffix.kind = String(word) } else { suffix.hash = String(word) }
      }
    }
    return rest.isEmpty || rest.first == "/" ? (suffix, rest) : nil
  }

  /// Whether a symbol is the one that is meant.
  func fits(_ facts: Facts) -> Bool {
    (kind ?? facts.kind) == facts.kind && (hash ?? facts.hash) == facts.hash
      && (parameters == nil || facts.parameters.map { Self.fits(parameters ?? [], $0) } ?? false)
      && (returns == nil || Self.fits(returns ?? [], facts.returns))
  }

  /// The shortest suffix for a symbol that fits none of the others of its name.
  static func distinguishing(_ facts: Facts, from others: [Facts]) -> String {
    func written(_ types: [String]) -> String { "(\(types.joined(separator: ",")))" }
    var suffixes = ["-\(facts.kind)"]
    if let parameters = facts.parameters {
      let result = facts.returns.count == 1 ? facts.returns[0] : written(facts.returns)
      suffixes += ["-\(written(parameters))", "->\(result)", "-\(written(parameters))->\(result)"]
    }
    let telling = suffixes.first { text in
      guard let (suffix, rest) = read(text[...]), rest.isEmpty, suffix.fits(facts) else { return false }
      return !others.contains(where: suffix.fits)
    }
    return telling ?? "-\(facts.hash)"
  }

  private static let kinds: Set<String> = [
    "actor", "associatedtype", "class", "deinit", "enum", "enum.case", "extension", "func", "func.op", "init", "macro",
    "method", "property", "protocol", "struct", "subscript", "type.method", "type.property", "type.subscript",
    "typealias", "var",
  ]

  private static func fits(_ wanted: [String], _ types: [String]) -> Bool {
    wanted.count == types.count && zip(wanted, types).allSatisfy { $0 == "_" || $0 == $1 }
  }

  /// A type as links write it: without blanks and without words that do not belong to its name.
  private static func plain(_ type: String) -> String {
    var type = type
    for word in ["inout ", "borrowing ", "consuming ", "sending ", "some ", "any ", "@escaping ", "@autoclosure "] {
      type = type.replacing(word, with: "")
    }
    type.removeAll { $0 == " " }
    return sugared(type == "Void" ? "()" : type)
  }

  /// A type in the short form that DocC has for links: `[Int]`, `[String:Int]`, `Int?`.
  private static func sugared(_ type: String) -> String {
    var type = type
    while let match = type.firstMatch(of: /\b(?:Swift\.)?(Array|Dictionary|Optional)(?=<)/) {
      let rest = type[match.range.upperBound...]
      let end = endOfTypes(rest, in: "<")
      let types = types(in: "(\(rest[..<end].dropFirst().dropLast()))")
      guard end > rest.startIndex, types.count == (match.output.1 == "Dictionary" ? 2 : 1) else { return type }
      let short =
        switch match.output.1 {
        case "Optional": types[0].contains("->") || types[0].contains("&") ? "(\(types[0]))?" : "\(types[0])?"
        default: "[\(types.joined(separator: ":"))]"
        }
      type.replaceSubrange(match.range.lowerBound..<end, with: short)
    }
    return type
  }

  /// The types of a tuple, or the one that it is.
  private static func types(in text: String) -> [String] {
    guard text.first == "(", text.last == ")", endOfTypes(text[...]) == text.endIndex else {
      return text.isEmpty ? [] : [text]
    }
    var types: [String] = []
    var depth = 0
    var current = ""
    for character in text.dropFirst().dropLast() {
      if "([<".contains(character) { depth += 1 }
      if ")]>".contains(character), current.last != "-" { depth -= 1 }
      if character == ",", depth == 0 {
        types.append(current)
        current = ""
      } else {
        current.append(character)
      }
    }
    return current.isEmpty ? types : types + [current]
  }

  /// Where types end that a link writes: at `/`, or at a `-` that does not belong to an arrow within them; where they
  /// begin with a bracket, behind its partner.
  private static func endOfTypes(_ text: Substring, in bracket: Character = "(") -> Substring.Index {
    var depth = 0
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      if depth == 0, character == "/" || character == "-" { break }
      if "([<".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      if character == ">", index == text.startIndex || text[text.index(before: index)] != "-" { depth -= 1 }
      index = text.index(after: index)
      if depth == 0, text.first == bracket { break }
    }
    return index
  }
}
