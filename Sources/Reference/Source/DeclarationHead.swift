/// What a Swift file says before a declaration's name: its keyword, and the attributes and modifiers before that.
struct DeclarationHead {
  /// The token that is the keyword.
  let keyword: Int
  /// The first token of the attributes and modifiers, or the keyword.
  private(set) var start: Int
  /// What it declares: `func`, `extension`.
  let kind: String
  /// The modifiers.
  private(set) var modifiers: Set<String> = []
  /// Whether fewer may write than read.
  private(set) var hasHiddenSetter = false

  /// Reads backwards from a keyword.
  init(keyword: Int, in tokens: SwiftTokens) {
    self.keyword = keyword
    start = keyword
    kind = tokens.word(keyword) ?? ""
    while let part = Self.part(endingBefore: start, in: tokens) {
      start = part.start
      guard let modifier = part.modifier else { continue }
      // `private(set)` says nothing of who may read.
      if part.argument == nil { modifiers.insert(modifier) }
      if part.argument == "set" { hasHiddenSetter = true }
    }
  }

  /// Reads forward from a token over attributes and modifiers; `nil` where no declaration begins there.
  init?(from start: Int, in tokens: SwiftTokens) {
    var place = start
    while tokens.all.indices.contains(place) {
      if tokens.isMark(place, "@") {
        place = tokens.code(after: place, by: 1)
        while tokens.word(place) != nil {
          let next = tokens.code(after: place, by: 1)
          guard tokens.isMark(next, ".") else { break }
          place = tokens.code(after: next, by: 1)
        }
        let next = tokens.code(after: place, by: 1)
        // With a blank before it, a parenthesis begins something else.
        let isDirect =
          tokens.isMark(next, "(") && tokens.all[next].range.lowerBound == tokens.all[place].range.upperBound
        place = isDirect ? tokens.code(after: tokens.partner(of: next) ?? next, by: 1) : next
      } else if Self.isKeyword(place, in: tokens) {
        self.init(keyword: place, in: tokens)
        return
      } else if let word = tokens.word(place), Self.modifiers.contains(word) || word == "class" {
        let next = tokens.code(after: place, by: 1)
        place = tokens.isMark(next, "(") ? tokens.code(after: tokens.partner(of: next) ?? next, by: 1) : next
      } else {
        return nil
      }
    }
    return nil
  }

  /// Reads the declaration whose parentheses or parts a token stands among: the last that began in the same braces.
  init?(around token: Int, in tokens: SwiftTokens) {
    var place = tokens.code(after: token, by: -1)
    while tokens.all.indices.contains(place), !["{", "}", ";"].contains(where: { tokens.isMark(place, $0) }) {
      if Self.isKeyword(place, in: tokens) {
        self.init(keyword: place, in: tokens)
        return
      }
      place -= 1
    }
    return nil
  }

  /// Whether a token is the keyword of a declaration.
  static func isKeyword(_ place: Int, in tokens: SwiftTokens) -> Bool {
    guard let word = tokens.word(place), keywords.contains(word),
      !tokens.isMark(tokens.code(after: place, by: -1), ".")
    else { return false }
    guard types.contains(word) else { return true }
    // `protocol P: class {` and `class var` declare no class.
    guard let next = tokens.word(tokens.code(after: place, by: 1)) else { return false }
    return word != "class" || !modifiers.contains(next) && !["func", "var", "let", "subscript"].contains(next)
  }

  /// The attribute or modifier that ends before a token.
  private static func part(
    endingBefore token: Int, in tokens: SwiftTokens
  ) -> (start: Int, modifier: String?, argument: String?)? {
    var place = tokens.code(after: token, by: -1)
    var argument: String?
    if tokens.isMark(place, ")"), let open = tokens.partner(of: place) {
      argument = tokens.word(tokens.code(after: open, by: 1)) ?? ""
      place = tokens.code(after: open, by: -1)
    }
    guard let word = tokens.word(place) else { return nil }
    if modifiers.contains(word) || word == "class" { return (place, word, argument) }
    var first = place
    while tokens.isMark(tokens.code(after: first, by: -1), ".") {
      first = tokens.code(after: tokens.code(after: first, by: -1), by: -1)
      guard tokens.word(first) != nil else { return nil }
    }
    let mark = tokens.code(after: first, by: -1)
    return tokens.isMark(mark, "@") ? (mark, nil, nil) : nil
  }

  private static let keywords: Set<String> = [
    "actor", "associatedtype", "case", "class", "deinit", "enum", "extension", "func", "import", "init", "let", "macro",
    "operator", "precedencegroup", "protocol", "struct", "subscript", "typealias", "var",
  ]

  static let types: Set<String> = ["actor", "class", "enum", "extension", "protocol", "struct"]

  private static let modifiers: Set<String> = [
    "borrowing", "consuming", "convenience", "distributed", "dynamic", "fileprivate", "final", "indirect", "infix",
    "internal", "isolated", "lazy", "mutating", "nonisolated", "nonmutating", "open", "optional", "override", "package",
    "postfix", "prefix", "private", "public", "required", "static", "unowned", "weak",
  ]
}
