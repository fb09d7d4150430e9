/// A number and the unit after it, such as `1.5s`.
struct Quantity {
  /// The number times a thousand, since a fraction may have three digits.
  let thousandths: Int64

  /// The letters after the number.
  let unit: String

  /// Reads `text`; `nil` when it does not begin with a number, or that is too large to count.
  init?(_ text: String) {
    let trimmed = text.utf8.drop { $0 == UInt8(ascii: " ") }
    let whole = trimmed.prefix(while: Self.isDigit)
    var rest = trimmed[whole.endIndex...]
    var fraction = ""
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix(while: Self.isDigit)
      guard (1...3).contains(digits.count) else { return nil }
      fraction = String(Substring(digits))
      rest = rest[digits.endIndex...]
    }
    guard whole.count <= 12, !whole.isEmpty,
      let number = Int64(String(Substring(whole)) + fraction + String(repeating: "0", count: 3 - fraction.count))
    else { return nil }
    thousandths = number
    var letters = rest.drop { $0 == UInt8(ascii: " ") }
    while letters.last == UInt8(ascii: " ") { letters = letters.dropLast() }
    unit = String(Substring(letters))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
