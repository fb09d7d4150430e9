internal import Recordings

/// What a comment behind a statement says its value is, as in `let sum = 1 + 2 // 3`.
struct StatedValue {
  /// As it is written.
  let text: String
  /// What stands between its quotation marks; `nil` where it has none.
  private let quoted: String?

  /// Reads a comment; `nil` for one that says anything else, or more.
  init?(_ comment: String) {
    var said = comment.drop { $0 == "/" }.trimmed
    if let arrow = PrintedClaim.arrows.first(where: said.hasPrefix) { said = said.dropFirst(arrow.count).trimmed }
    if said.last == ".", !said.hasSuffix("..") { said.removeLast() }
    guard let first = said.first, let last = said.last else { return nil }
    text = String(said)
    if said.count > 1, [("\"", "\""), ("“", "”")].contains(where: { $0 == (first, last) }) {
      let inner = said.dropFirst().dropLast()
      // `"a" and "b"` says more than one value.
      guard !inner.replacing("\\\"", with: "").contains(where: { "\"“”".contains($0) }) else { return nil }
      quoted = String(inner)
    } else {
      quoted = nil
      guard PrintedClaim.isValue(said) && WrittenValue(said).isOfSwift || Self.isCase(said) else { return nil }
    }
  }

  /// Whether it is written as the case of an enumeration, as `.north`.
  private static func isCase(_ text: Substring) -> Bool {
    text.first == "." && text.dropFirst().first?.isLetter == true
      && text.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Whether a value is what it says.
  ///
  /// - Parameter value: How the value is described, alone and inside of others.
  func isSame(as value: (alone: String, inside: String)) -> Bool {
    let isString = value.inside.first == "\""
    if let quoted {
      if isString, WrittenValue("\"\(quoted)\"") == WrittenValue(value.inside) { return true }
      // A type that describes itself, such as a path, may be quoted like text; a number may not.
      let isText = isString || !PrintedClaim.isValue(value.alone[...])
      return isText && (quoted == value.alone || matches(quoted, value.alone))
    }
    if isString { return false }
    if [value.alone, value.inside].contains(where: { $0 == text || matches(text, $0) }) { return true }
    if Self.isCase(text[...]) { return value.alone == text.dropFirst() }
    return [value.alone, value.inside].contains { WrittenValue(text).describes(WrittenValue($0)) }
  }

  private func matches(_ pattern: String, _ description: String) -> Bool {
    let pattern = pattern.replacing("…", with: "...")
    guard pattern.contains("...") else { return false }
    return RecordedText([pattern], as: .output).matches(Array("\(description)\n".utf8))
  }
}
