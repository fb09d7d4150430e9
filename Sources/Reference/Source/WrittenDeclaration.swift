internal import Text

/// What a declaration says in its file that the compiler's graph leaves out.
struct WrittenDeclaration {
  /// The protocols that it does without, `Copyable` and `Escapable`.
  private(set) var suppressed: [String] = []
  /// The attribute that keeps it from asynchronous code.
  private(set) var noasync: String?
  /// Whether fewer may write than read: the graph does not always tell.
  private(set) var hasHiddenSetter = false
  /// The first type that a class inherits, where it has arguments.
  private(set) var superclass: String?
  /// The types of its parameters.
  private(set) var parameters: [[GraphSymbol.Fragment]] = []
  /// Of each of these, its label and its name, as far as it has them.
  private(set) var names: [[String]] = []
  /// Its own type, or what it returns.
  private(set) var result: [GraphSymbol.Fragment]?

  /// Of a symbol that was made up, or whose file cannot be read.
  init() {}

  /// Reads it where the graph says that the name stands; finds nothing if that is elsewhere by now.
  init(_ symbol: GraphSymbol, in file: SourceFile, _ tokens: SwiftTokens) {
    guard let (line, byte) = symbol.position, line < file.lineCount else { return }
    let start = file.lineRange(line + 1).lowerBound + byte
    let number = tokens.first(from: start)
    guard tokens.all.indices.contains(number), tokens.all[number].range.lowerBound == start else { return }
    let name = symbol.name.prefix { $0 != "(" }
    let end: Int
    if let word = tokens.word(number) {
      guard word.filter({ $0 != "`" }) == name.filter({ $0 != "`" }) else { return }
      end = tokens.all[number].range.upperBound
    } else {
      end = start + name.utf8.count
      guard end <= file.bytes.count, file.bytes[start..<end].elementsEqual(name.utf8) else { return }
    }
    let isKeyword = ["init", "subscript", "deinit"].contains(name)
    if let head = isKeyword ? DeclarationHead(keyword: number, in: tokens) : DeclarationHead(around: number, in: tokens)
    {
      hasHiddenSetter = head.hasHiddenSetter
      noasync = Self.noasync(head, in: tokens)
    }
    if ["swift.struct", "swift.enum", "swift.class"].contains(symbol.kind) { readInherited(number + 1, in: tokens) }
    guard let form = SwiftSignature.Form(symbol.kind) else { return }
    let signature = SwiftSignature(form, after: end, in: tokens)
    parameters = signature.parameters.map(tokens.fragments)
    names = signature.names.map { $0.map(tokens.text) }
    result = signature.result.map(tokens.fragments)
  }

  /// What the inheritance clause has, which comes after the generic parameters.
  private mutating func readInherited(_ start: Int, in tokens: SwiftTokens) {
    var depth = 0
    var place = start
    var inherited: [[Int]] = []
    while tokens.all.indices.contains(place), !tokens.isMark(place, "{") {
      if depth == 0, tokens.word(place) == "where" { break }
      if tokens.isMark(place, "<") || tokens.isMark(place, "(") || tokens.isMark(place, "[") { depth += 1 }
      if tokens.isMark(place, ">") && !tokens.isMark(place - 1, "-") || tokens.isMark(place, ")")
        || tokens.isMark(place, "]")
      {
        depth -= 1
      }
      if depth == 0, tokens.isMark(place, ":") || tokens.isMark(place, ",") || tokens.isMark(place, "&") {
        inherited.append([])
      } else if !inherited.isEmpty, ![.comment, .documentation, .condition].contains(tokens.all[place].kind) {
        inherited[inherited.count - 1].append(place)
      }
      place += 1
    }
    suppressed = ["Copyable", "Escapable"].filter { name in
      inherited.contains { part in
        part.first.map { tokens.isMark($0, "~") } ?? false && part.last.flatMap(tokens.word) == name
      }
    }
    guard let first = inherited.first, let start = first.first, let end = first.last, tokens.isMark(end, ">") else {
      return
    }
    superclass = tokens.fragments(start..<end + 1).map(\.spelling).joined()
  }

  private static func noasync(_ head: DeclarationHead, in tokens: SwiftTokens) -> String? {
    for place in head.start..<max(head.start, head.keyword) where tokens.isMark(place, "@") {
      guard tokens.word(place + 1) == "available", tokens.isMark(place + 2, "("), tokens.isMark(place + 3, "*"),
        let end = tokens.partner(of: place + 2), (place..<end).contains(where: { tokens.word($0) == "noasync" })
      else { continue }
      return tokens.fragments(place..<end + 1).map(\.spelling).joined()
    }
    return nil
  }
}

extension SwiftTokens {
  /// Tokens as a page shows them: in one line, with a blank where blanks were.
  fileprivate func fragments(_ range: Range<Int>) -> [GraphSymbol.Fragment] {
    var fragments: [GraphSymbol.Fragment] = []
    var last: Int?
    for number in range where ![.comment, .documentation, .condition].contains(all[number].kind) {
      let isInside = isMark(number, ")") || isMark(number, "]") || isMark(number, ",")
      if let last, all[last].range.upperBound < all[number].range.lowerBound, !isInside,
        !isMark(last, "("), !isMark(last, "[")
      {
        fragments.append(GraphSymbol.Fragment(kind: "text", spelling: " "))
      }
      let text = text(number)
      let kind =
        switch all[number].kind {
        case .word where Self.typeKeywords.contains(text): "keyword"
        case .word where text.first?.isUppercase == true: "typeIdentifier"
        default: "text"
        }
      fragments.append(GraphSymbol.Fragment(kind: kind, spelling: text))
      last = number
    }
    return fragments
  }

  private static let typeKeywords: Set<String> = [
    "any", "async", "borrowing", "consuming", "each", "inout", "isolated", "repeat", "sending", "some", "throws",
  ]
}
