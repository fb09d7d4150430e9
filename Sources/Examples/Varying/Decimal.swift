/// A number as it is written in decimal: its digits as an integer, and how many of them stand behind the point.
struct Decimal: Hashable {
  var digits: Int
  var places: Int

  /// A number; `nil` for what is not written as one, or has too many digits.
  init?(_ text: some StringProtocol) {
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ $0.first?.isASCII == true && $0.first?.isNumber == true })
    else { return nil }
    let written = parts.joined().filter { $0 != "_" }
    guard written.allSatisfy({ $0.isASCII && $0.isNumber }), written.count <= 9, let digits = Int(written) else {
      return nil
    }
    self.digits = isNegative ? -digits : digits
    places = parts.count == 2 ? parts[1].filter { $0 != "_" }.count : 0
  }

  /// The same number with more digits behind the point.
  func digits(withPlaces places: Int) -> Int {
    (self.places..<max(places, self.places)).reduce(digits) { digits, _ in digits * 10 }
  }

  /// A number of so many digits behind the point, as Swift has it.
  static func text(_ digits: Int, places: Int) -> String {
    guard places > 0 else { return String(digits) }
    let text = String(digits.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - text.count)) + text
    return (digits < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
