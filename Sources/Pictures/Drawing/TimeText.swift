/// Times and durations as people write them: "0 s", "250 ms", "1.5 s", "1 h 30 min".
enum TimeText {
  /// The words for so many nanoseconds; nothing is rounded off.
  static func words(_ nanoseconds: Int64) -> String {
    let sign = nanoseconds < 0 ? "−" : ""
    let magnitude = nanoseconds.magnitude
    if magnitude == 0 { return "0 s" }
    if magnitude < 1_000 { return "\(sign)\(magnitude) ns" }
    if magnitude < 1_000_000 { return "\(sign)\(decimal(magnitude, per: 1_000)) µs" }
    if magnitude < 1_000_000_000 { return "\(sign)\(decimal(magnitude, per: 1_000_000)) ms" }
    let minute: UInt64 = 60_000_000_000
    var parts: [String] = []
    var rest = magnitude
    for (size, unit) in [(24 * 60 * minute, "d"), (60 * minute, "h"), (minute, "min")] where rest >= size {
      parts.append("\(rest / size) \(unit)")
      rest %= size
    }
    if rest > 0 { parts.append("\(decimal(rest, per: 1_000_000_000)) s") }
    return sign + parts.joined(separator: " ")
  }

  /// The words for a duration; what is below a nanosecond is cut off.
  static func words(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return "\(seconds) s" }
    let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carry ? "\(seconds) s" : words(sum)
  }

  private static func decimal(_ value: UInt64, per unit: UInt64) -> String {
    let (whole, rest) = value.quotientAndRemainder(dividingBy: unit)
    if rest == 0 { return "\(whole)" }
    var digits = String(rest)
    digits = String(repeating: "0", count: String(unit).count - 1 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
