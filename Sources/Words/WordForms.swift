/// A word of the interface: one text, or what it is with each number of things.
package struct WordForms: Sendable, Equatable, ExpressibleByStringLiteral {
  /// The text that goes with any number that has none of its own.
  package let other: String
  private let forms: [PluralForm: String]

  /// A word; the forms that are left out are as the last.
  // Hundreds of calls stand in one table: inlined, they take the compiler a minute.
  @inline(never)
  package init(
    zero: String? = nil, one: String? = nil, two: String? = nil, few: String? = nil, many: String? = nil, other: String
  ) {
    self.init(
      [.zero: zero, .one: one, .two: two, .few: few, .many: many].compactMapValues { $0 }, other: other)
  }

  /// A word of forms that were read.
  package init(_ forms: [PluralForm: String], other: String) {
    self.other = other
    self.forms = forms.filter { $0.key != .other }
  }

  /// A word that is not counted.
  @inline(never)
  package init(stringLiteral text: String) { self.init([:], other: text) }

  /// The text for a form.
  package subscript(form: PluralForm) -> String { forms[form] ?? other }

  /// The forms that have a text of their own.
  package var given: [PluralForm: String] {
    var given = forms
    given[.other] = other
    return given
  }

  /// The names of what is filled in, in the text for any number.
  package var places: Set<String> { WordForms.places(in: other) }

  /// The names of what is filled in: what stands in braces.
  package static func places(in text: String) -> Set<String> {
    Set(
      text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { piece in
        piece.firstIndex(of: "}").map { String(piece[..<$0]) }
      })
  }

  /// A text with values in place of their names in braces; a value is not looked at again.
  ///
  /// - Parameter written: Makes of a piece between values what stands in the result.
  static func filled(
    _ text: String, text written: (String) -> String = { $0 }, _ value: (Substring) -> String?
  ) -> String {
    var result = ""
    var rest = text[...]
    // By bytes, which takes a tenth of the time that characters do.
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      let (name, end) = (rest.utf8.index(after: open), rest.utf8.index(after: close))
      result += written(String(rest[..<open]))
      result += value(rest[name..<close]) ?? written(String(rest[open..<end]))
      rest = rest[end...]
    }
    return result + written(String(rest))
  }
}
