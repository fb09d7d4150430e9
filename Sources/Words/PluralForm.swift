/// The forms that words for counted things have; a language uses some of them.
package enum PluralForm: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other

  /// The form that goes with a number, as Unicode's tables have it for whole numbers.
  ///
  /// - Parameter language: The language of one of our tables, the first part of its tag.
  package init(_ number: Int, in language: String) {
    switch language {
    case "zh", "ja": self = .other
    case "fr": self = number == 0 || number == 1 ? .one : Self.isMillions(number) ? .many : .other
    case "es": self = number == 1 ? .one : Self.isMillions(number) ? .many : .other
    case "ar":
      switch (number, number % 100) {
      case (0, _): self = .zero
      case (1, _): self = .one
      case (2, _): self = .two
      case (_, 3...10): self = .few
      case (_, 11...): self = .many
      default: self = .other
      }
    default: self = number == 1 ? .one : .other
    }
  }

  private static func isMillions(_ number: Int) -> Bool { number != 0 && number.isMultiple(of: 1_000_000) }
}
