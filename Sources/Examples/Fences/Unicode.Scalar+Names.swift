extension Unicode.Scalar {
  /// What a message calls it: `U+200B (zero width space)`.
  var codeAndName: String {
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return code + ((properties.name ?? properties.nameAlias).map { " (\($0.lowercased()))" } ?? "")
  }

  /// How a string literal can spell it: `\u{200B}`.
  var escape: String { "\\u{\(digits)}" }

  private var digits: String { String(value, radix: 16, uppercase: true) }
}
