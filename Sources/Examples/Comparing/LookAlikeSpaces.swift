/// Spaces that look like the usual one, and are other characters: no-break spaces, narrow ones and the like.
enum LookAlikeSpaces {
  /// Whether two lines that are not the same differ only in which spaces they have.
  static func differ(_ one: String, _ other: String) -> Bool {
    guard !one.utf8.elementsEqual(other.utf8), !isPlain(one) || !isPlain(other) else { return false }
    return one.unicodeScalars.elementsEqual(other.unicodeScalars) { $0 == $1 || isSpace($0) && isSpace($1) }
  }

  /// A line with such spaces as the escapes that a recording can have, the usual one as it is.
  static func spelled(_ line: String) -> String {
    line.unicodeScalars.map { $0 != " " && isSpace($0) ? $0.escape : String($0) }.joined()
  }

  private static func isPlain(_ line: String) -> Bool { line.utf8.allSatisfy { $0 < 0x80 } }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .spaceSeparator }
}
