/// A length of time as authors write it: `2s`, `500ms`, `1.5s`, `2m`.
package struct TimeSpan: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The length; at least one millisecond and at most a day.
  package let milliseconds: Int

  package init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }

  /// Reads a number and a unit; a blank may stand between them.
  package init(parsing text: String) throws(TimeProblem) {
    guard let quantity = Quantity(text) else { throw .noNumber(text) }
    guard !quantity.unit.isEmpty else { throw .noUnit(text) }
    guard let factor = Self.units[quantity.unit] else { throw .unknownUnit(quantity.unit) }
    let milliseconds = quantity.thousandths.multipliedReportingOverflow(by: factor)
    guard !milliseconds.overflow, milliseconds.partialValue <= 86_400_000 * 1000 else { throw .tooLong(text) }
    guard milliseconds.partialValue >= 1000 else { throw .tooShort(text) }
    self.milliseconds = Int(milliseconds.partialValue / 1000)
  }

  /// The length as Swift's clocks take it.
  package var duration: Duration { .milliseconds(milliseconds) }

  /// The shortest way to write it.
  package var description: String {
    if milliseconds % 60_000 == 0 { return "\(milliseconds / 60_000)m" }
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }

  package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  private static let units: [String: Int64] = [
    "ms": 1, "s": 1000, "sec": 1000, "m": 60_000, "min": 60_000, "h": 3_600_000,
  ]
}

/// Why a text is not a length of time.
package enum TimeProblem: ValueProblem {
  case noNumber(String)
  case noUnit(String)
  case unknownUnit(String)
  case tooLong(String)
  case tooShort(String)

  package static let form = "a time"

  package var message: String {
    switch self {
    case .noNumber(let text): "'\(Excerpt.short(text))' does not begin with a number"
    case .noUnit(let text): "'\(Excerpt.short(text))' has no unit"
    case .unknownUnit(let unit): "there is no unit '\(Excerpt.short(unit))'"
    case .tooLong(let text): "'\(Excerpt.short(text))' is more than a day"
    case .tooShort(let text): "'\(Excerpt.short(text))' is less than a millisecond"
    }
  }

  package var cure: String? {
    switch self {
    case .noUnit(let text):
      "write '\(Excerpt.short(text))s' for seconds, or '\(Excerpt.short(text))ms' for milliseconds"
    default: "write a number and ms, s, m or h, such as 500ms or 2s"
    }
  }
}
