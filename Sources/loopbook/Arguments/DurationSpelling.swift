/// How a length of time is written in an argument: a number, up to three decimals, and a unit.
enum DurationSpelling {
  private static let units: [(name: String, milliseconds: Int)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("min", 60_000), ("h", 3_600_000),
  ]

  /// The time, or `nil` if the text does not say one that is longer than nothing.
  static func read(_ text: String) -> Duration? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let unit = units.first(where: { $0.name == text.dropFirst(number.count) }) else { return nil }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...9).contains(parts[0].count), let whole = Int(parts[0]) else { return nil }
    var thousandths = 0
    if parts.count == 2 {
      guard (1...3).contains(parts[1].count), let decimals = Int(parts[1]) else { return nil }
      thousandths = [100, 10, 1][parts[1].count - 1] * decimals
    }
    // A part of a millisecond counts in microseconds: 0.5ms is 500.
    let microseconds = (whole * 1000 + thousandths) * unit.milliseconds
    return microseconds > 0 ? .microseconds(microseconds) : nil
  }
}
