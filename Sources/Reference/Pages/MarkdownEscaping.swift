/// Makes words of the page into Markdown that says just them.
enum MarkdownEscaping {
  /// Text within a line that is text: each character that Markdown may have a use for there stands behind a backslash.
  static func text(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if special.contains(scalar) { escaped.unicodeScalars.append("\\") }
      escaped.unicodeScalars.append(scalar == "\n" ? " " : scalar)
    }
    return escaped
  }

  private static let special: Set<Unicode.Scalar> = Set("\\`*_{}[]<>&#|~!$".unicodeScalars)

  /// Code in a line of text.
  static func code(_ text: String) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    // cmark takes one blank off each end.
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text + space + fence
  }

  /// A link whose words are Markdown.
  static func link(_ words: String, to address: String) -> String { "[\(words)](<\(address)>)" }
}
