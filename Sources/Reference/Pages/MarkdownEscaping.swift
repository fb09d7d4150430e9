/// Makes words of the page into Markdown that says just them.
enum MarkdownEscaping {
  /// Text that is text: each character that Markdown may have a use for stands behind a backslash.
  static func text(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar), scalar != " " {
        escaped.unicodeScalars.append("\\")
      }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
