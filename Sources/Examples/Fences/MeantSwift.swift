internal import Markdown
internal import Recordings

/// Finds out which words of a fence mean Swift, though its language is not `swift`.
enum MeantSwift {
  /// What to write instead of a language: `swift`, with an attribute that is joined to it; `nil` where another language
  /// is meant.
  ///
  /// Beside the name in other letters, these are `{.swift}`, `swift:main.swift`, `swift-6`, `swift-norun`,
  /// `swift_norun`, `swiftnorun`, and the name with a blank after it that does not divide words.
  static func words(_ language: String) -> String? {
    var name = language.drop { $0 == "{" || $0 == "." }
    if name.last == "}" { name.removeLast() }
    guard name.lowercased().hasPrefix("swift") else { return nil }
    let rest = name.dropFirst(5)
    guard let next = rest.first else { return "swift" }
    let attribute = next == "-" || next == "_" ? rest.dropFirst() : rest
    if AttributeReader.knows(attribute.prefix { $0 != "=" }.lowercased()) { return "swift \(attribute.lowercased())" }
    let isVersion = next == "-" && rest.dropFirst().first?.isNumber == true
    return isVersion || next != "-" && next != "_" && !next.isLetter && !next.isNumber ? "swift" : nil
  }

  /// The language that a page takes a fence's for, where it is written with escapes of Markdown: `sw&#105;ft`.
  static func decodedLanguage(of fence: Fence) -> String {
    let bytes = Array(fence.infoString.utf8)
    return InfoString(bytes, 0..<bytes.count).language
  }
}
