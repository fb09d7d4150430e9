internal import Text

/// A word where a field would begin that is nearly one: `- Retruns: …`.
///
/// DocC shows it as an item like any other, so that nothing tells its author.
struct MisspeltField: Equatable {
  /// How many bytes it takes up, without its colon.
  let length: Int
  /// What is wrong.
  let message: String
  /// What was meant.
  let cure: String

  /// Looks at a text that begins with no field; `parameters` are those of what it documents, where they are known.
  ///
  /// An item that begins with another word is not a mistake, however close it is: `- Session: …`, `- Required: …`. So
  /// one slip of the keyboard is forgiven, and no more, unless the name of a parameter comes next.
  init?(_ text: ArraySlice<UInt8>, parameters: [String]?) {
    let line = text.prefix { $0 != UInt8(ascii: "\n") }.prefix(200)
    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    let head = String(decoding: line[..<(colon ?? line.endIndex)], as: UTF8.self)
    let parts = head.split(separator: " ")
    guard let first = parts.first, head.first != " " else { return nil }
    let named = parts.count > 1 ? Self.parameter(in: parts[1], parameters) : nil
    if CommentField.isParameter(first) {
      // Sentences begin like that, too.
      guard let parameters, named != nil || parts.count == 1 && colon != nil else { return nil }
      length = first.utf8.count
      message = "`Parameter` is not followed by one name and a colon"
      cure = "write `Parameter \(named ?? (Set(parameters).count == 1 ? parameters[0] : "NAME")):`"
    } else if colon != nil, parts.count == 2, let field = Self.parameter(misspelt: first, isNamed: named != nil) {
      length = first.utf8.count
      message = "`\(first)` is not a field of doc comments"
      cure = "did you mean `\(field) \(parts[1]):`?"
    } else if colon != nil, let field = Self.field(misspelt: parts) {
      length = head.utf8.count
      message = "`\(head)` is not a field of doc comments"
      cure = "did you mean `\(field):`?"
    } else {
      return nil
    }
  }

  /// The parameter that a word names, whatever marks stand around it.
  private static func parameter(in word: Substring, _ parameters: [String]?) -> String? {
    let name = String(word.drop { $0 == "`" }.prefix { !"`,;.-".contains($0) })
    return parameters?.contains(name) ?? false ? name : nil
  }

  /// What was meant by a word before one more: before the name of a parameter, everything that is like the field.
  private static func parameter(misspelt word: Substring, isNamed: Bool) -> String? {
    let field = "Parameter"
    let word = word.lowercased()
    if isNamed, ["param", "params", "arg", "argument"].contains(word) { return field }
    let isPlural = word == CommentField.parameters
    return isPlural && !isNamed
      ? nil : NearestName.suggestion(for: word, among: [field], within: isNamed ? 2 : 1)
  }

  /// The field that words before a colon are meant to be.
  private static func field(misspelt parts: [Substring]) -> String? {
    let word = parts.joined()
    guard word.allSatisfy({ $0.isLetter || $0 == "-" || $0 == "_" }), !ordinaryWords.contains(word.lowercased()),
      // What is written as several words is one of them only if all its letters are right.
      let near = NearestName.suggestion(
        for: word, among: CommentField.spellings.keys, within: parts.count > 1 ? 0 : 1)
    else { return nil }
    // Many a short word is one letter away from another: `Data` and `Date`, `Node` and `Note`.
    let isWord = near.count < 6 && word.lowercased().sorted() != near.sorted()
    return isWord ? nil : CommentField.spellings[near]
  }

  /// Words of English that are one letter away from a field.
  private static let ordinaryWords: Set = [
    "aversion", "copyrights", "experiments", "invariants", "remarks", "required", "thrown", "versions", "warming",
    "warnings", "warring",
  ]
}
