/// One line of a printed interface: a declaration, the attributes of the next one, or both.
struct Declaration {
  /// What the line says, without attributes.
  let text: String
  /// Those that a client can tell, without messages.
  let attributes: [String]

  init(_ line: String) {
    var rest = line
    var attributes: [String] = []
    while rest.hasPrefix("@") {
      let attribute = Self.firstAttribute(of: rest)
      rest = String(rest.dropFirst(attribute.count)).trimming
      if !Self.optimizers.contains(where: { attribute.hasPrefix($0) }) {
        attributes.append(attribute.replacing(#/, message: "[^"]*"/#, with: ""))
      }
    }
    text = rest
    self.attributes = attributes
  }

  /// A type or an extension: what it is called and what it conforms to.
  struct Header {
    let keyword: String
    let name: String
    let isGeneric: Bool
    let conformances: [String]

    var isType: Bool { ["struct", "class", "enum", "actor"].contains(keyword) }
  }

  var opensBraces: Bool { text.hasSuffix("{") }

  var header: Header? {
    var words = text.replacing(#/\s*\{\s*\}?$/#, with: "")
    words = words.replacing(#/^((public|final|open|nonisolated) )+/#, with: "")
    guard let match = words.firstMatch(of: #/^(struct|class|enum|actor|protocol|extension) (.+)$/#) else { return nil }
    let keyword = String(match.1)
    let (declared, constraint) = Self.split(String(match.2), at: " where ")
    let (name, conformances) = Self.split(declared, at: " : ")
    let suffix = constraint.isEmpty ? "" : " where \(constraint)"
    // An extension with a constraint is a place of its own; that of a type belongs to its name.
    return Header(
      keyword: keyword, name: name.replacing(#/<.*>$/#, with: "") + (keyword == "extension" ? suffix : ""),
      isGeneric: name.contains("<"),
      conformances: conformances.split(separator: ",").map { $0.trimming.replacing("@unchecked ", with: "") + suffix })
  }

  /// Declared by some and derived by the compiler for others: the conformance says it already.
  var isImplied: Bool {
    text == "deinit" || text.contains("func hash(into ") || text.contains("static func == (")
      || text.contains("var hashValue: Int")
  }

  /// The declaration as a client sees it.
  var normalized: String {
    var text = text.replacing(#/\b(public|final|convenience|nonisolated) /#, with: "")
    text = text.replacing(#/^(?:private|internal|package|fileprivate)\(set\) var (.+)$/#) { "let \($0.1)" }
    text = text.replacing(#/\b(private|internal|package|fileprivate)\(set\) /#, with: "")
    text = text.replacing(#/\blet ([^:]+: .+)$/#) { "var \($0.1) { get }" }
    text = text.replacing(" { get set }", with: "")
    guard let parenthesis = text.firstIndex(of: "("), text.contains(#/\b(func|init|subscript)\b/#) else { return text }
    let isOperator = text.contains(#/func [^A-Za-z_`(]+\(/#) || text.contains(#/func [^A-Za-z_`(]+ \(/#)
    let parameters = text[parenthesis...]
    if isOperator {
      return String(text[..<parenthesis]) + parameters.replacing(#/([(,] ?)\w+: /#) { "\($0.1)_: " }
    }
    return String(text[..<parenthesis]) + parameters.replacing(#/\b(\w+|`\w+`) (\w+|`\w+`): /#) { "\($0.1): " }
  }

  private static let optimizers = ["@inlinable", "@inline", "@frozen", "@usableFromInline", "@_"]

  /// An attribute with its parentheses.
  private static func firstAttribute(of text: String) -> String {
    var depth = 0
    var attribute = ""
    for character in text {
      if character == " ", depth == 0 { break }
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      attribute.append(character)
    }
    return attribute
  }

  private static func split(_ text: String, at separator: String) -> (String, String) {
    guard let range = text.firstRange(of: separator) else { return (text, "") }
    return (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
  }
}
