/// What a template shows, or walks through.
///
/// Values share their storage when they are copied: a chapter's HTML is copied once, into the page.
package enum TemplateValue: Sendable {
  /// Nothing: shows as nothing, and a section of it is left out.
  case nothing
  /// Shows as `true` or `false`.
  case flag(Bool)
  /// A whole number.
  case integer(Int)
  /// A number with a fraction, in the shortest form that means it.
  case decimal(Double)
  /// Text, escaped by `{{x}}` so that it stays text between tags and in quoted attributes.
  case text(String)
  /// HTML that is safe as it is: `{{x}}` does not escape it.
  case html(String)
  /// HTML as bytes, otherwise like `html`.
  case htmlBytes([UInt8])
  /// The value as JSON in which `<`, `>`, `&` and `'` are escaped.
  ///
  /// Nothing in it can end a `<script>` or begin a comment. `{{x}}` and `{{{x}}}` show it alike, in a script or in an
  /// attribute in single quotes.
  indirect case json(TemplateValue)
  /// A section of it shows once for each element.
  case list([TemplateValue])
  /// A section of it shows once, and finds the record's keys first.
  case record(TemplateRecord)

  /// Whether a section of the value shows: not for nothing, `false`, and empty texts and lists.
  ///
  /// Numbers show always, also 0.
  package var isPresent: Bool {
    switch self {
    case .nothing: false
    case .flag(let flag): flag
    case .integer, .decimal, .record: true
    case .text(let text), .html(let text): !text.isEmpty
    case .htmlBytes(let bytes): !bytes.isEmpty
    case .json(let value): value.isPresent
    case .list(let list): !list.isEmpty
    }
  }
}

extension TemplateValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral text: String) { self = .text(text) }
  package init(integerLiteral number: Int) { self = .integer(number) }
  package init(floatLiteral number: Double) { self = .decimal(number) }
  package init(booleanLiteral flag: Bool) { self = .flag(flag) }
  package init(arrayLiteral elements: TemplateValue...) { self = .list(elements) }
  package init(nilLiteral: ()) { self = .nothing }

  package init(dictionaryLiteral entries: (TemplateKey, TemplateValue)...) {
    self = .record(TemplateRecord(entries))
  }
}
