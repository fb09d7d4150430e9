internal import Markdown
internal import Recordings

/// Finds out which words of a fence mean Swift, though its language is not `swift`.
enum MeantSwift {
  /// What to write instead of a language: `swift`, with an attribute that is joined to it; `nil` where another language
  /// is meant.
  ///
  /// Beside the name in other letters, these are `{.swift}`, `swift:main.swift`, `swift-6`, `swift5.10`, `swift-norun`,
  /// `swift_norun`, `swiftnorun`, the name with a blank after it that does not divide words, and what ends with it:
  /// `language-swift`, `{language=swift}`, `main.swift`. `diff-swift` is a `diff`.
  static func words(_ language: String) -> String? {
    var name = language.drop { !isOfWord($0) }
    if name.last == "}" { name.removeLast() }
    let parts = name.lowercased().split { !isOfWord($0) }
    guard parts.contains("swift") || parts.first?.hasPrefix("swift") == true else { return nil }
    if parts.contains("diff") { return "diff" }
    guard parts.first?.hasPrefix("swift") == true else {
      return parts.last == "swift" && others.isDisjoint(with: parts) ? "swift" : nil
    }
    let rest = name.dropFirst(5)
    guard let next = rest.first else { return "swift" }
    let attribute = next == "-" || next == "_" ? rest.dropFirst() : rest
    if AttributeReader.knows(attribute.prefix { $0 != "=" }.lowercased()) { return "swift \(attribute.lowercased())" }
    let isVersion = attribute.first?.isNumber == true && attribute.allSatisfy { $0.isNumber || $0 == "." }
    return isVersion || next != "-" && next != "_" && !next.isLetter && !next.isNumber ? "swift" : nil
  }

  private static func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// What says before the name that another language is meant.
  private static let others: Set<Substring> = ["not", "no", "non", "pseudo"]

  /// The language that a page takes a fence's for, where it is written with escapes of Markdown: `sw&#105;ft`.
  static func decodedLanguage(of fence: Fence) -> String {
    let bytes = Array(fence.infoString.utf8)
    return InfoString(bytes, 0..<bytes.count).language
  }
}
