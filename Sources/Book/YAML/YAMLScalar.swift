/// A single word, number or text of a YAML document.
package struct YAMLScalar: Hashable, Sendable {
  /// What it says, without quotes and with its escapes resolved.
  package var text: String

  /// Whether it stands without quotes, so that it may mean a number or a truth value.
  package var isPlain: Bool

  package init(_ text: String, isPlain: Bool) {
    self.text = text
    self.isPlain = isPlain
  }

  /// Whether it stands for no value.
  package var isNothing: Bool { isPlain && ["", "~", "null", "Null", "NULL"].contains(text) }

  /// The truth value that it says: `true` and `false`, and the words for switches.
  ///
  /// `yes`, `no`, `on` and `off` count only where a truth value is expected; anywhere else they are text, as in YAML
  /// 1.2.
  package var truth: Bool? {
    guard isPlain else { return nil }
    switch text.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default: return nil
    }
  }

  /// The whole number that it says; `nil` for one that does not fit, too.
  package var integer: Int? {
    isPlain && isNumber ? Int(text) : nil
  }

  /// Whether it is written as a number, as YAML 1.2 has them.
  package var isNumber: Bool {
    guard isPlain else { return false }
    var rest = text.utf8[...]
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let special = String(rest) ?? ""
    if [".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"].contains(special) { return true }
    if let digits = Self.digits(of: rest) { return digits }
    let whole = rest.prefix(while: Self.isDigit)
    rest = rest[whole.endIndex...]
    var fraction = rest[rest.startIndex..<rest.startIndex]
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: Self.isDigit)
      rest = rest[fraction.endIndex...]
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return false }
    guard let letter = rest.first else { return true }
    guard letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") else { return false }
    rest = rest.dropFirst()
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
    return !rest.isEmpty && rest.allSatisfy(Self.isDigit)
  }

  /// What a person would call it, with its article.
  package var kind: String {
    if isNothing { return "empty" }
    if isNumber { return "a number" }
    if isPlain, text.lowercased() == "true" || text.lowercased() == "false" { return "true or false" }
    return "text"
  }

  /// Whether all of a `0x` or `0o` number is digits; `nil` where it is not such a number.
  private static func digits(of text: Substring.UTF8View) -> Bool? {
    guard text.count > 2, text.first == UInt8(ascii: "0") else { return nil }
    let digits = text.dropFirst(2)
    switch text.dropFirst().first {
    case UInt8(ascii: "x"):
      return digits.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20) }
    case UInt8(ascii: "o"):
      return digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
    default:
      return nil
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
