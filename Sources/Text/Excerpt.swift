/// Makes what an author wrote fit to stand in a message.
package enum Excerpt {
  /// A text of one line and at most 60 characters.
  package static func short(_ text: String) -> String {
    // Most are short and plain, and asked for before it is known whether there is a message.
    if text.utf8.count <= 60, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    let head = text.unicodeScalars.prefix(61)
    let line = head.prefix(60).map { $0.value < 0x20 || $0.value == 0x7F ? " " : String($0) }.joined()
    return head.count > 60 ? line + "…" : line
  }

  /// Words as an enumeration: `a, b and c`.
  package static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
