extension String {
  /// What a comment says, without a sign before or behind it that only says whether all is well.
  package var saidBehindSlashes: Substring {
    var text = drop { $0 == "/" }.trimmed
    for sign in ["✅", "✓", "✔︎", "✔️", "✔", "☑️", "👍", "👌", "🎉", "❌", "✗", "✘", "👎"] {
      if text.hasPrefix(sign) { text = text.dropFirst(sign.count).trimmed }
      if text.hasSuffix(sign) { text = text.dropLast(sign.count).trimmed }
    }
    return text
  }
}

extension Substring {
  /// Without blanks at both ends.
  package var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
