/// What a link into the trace of an example names: `#once@0.5s` is what the example `once` did half a second after its
/// beginning.
package struct TraceAddress: Hashable, Sendable {
  /// The example; empty where it is the one before the link.
  package var example: String

  /// What the address says of the lines; empty where the link's title or its text says it.
  package var words: String

  /// Reads what stands behind a `#`; `nil` for the name of a heading or of an example.
  package init?(fragment: String) {
    let decoded = PercentEncoding.decoded(fragment) ?? fragment
    guard let mark = decoded.firstIndex(of: "@") else { return nil }
    example = String(decoded[..<mark])
    words = String(decoded[decoded.index(after: mark)...])
  }

  /// How a link says it, in a form that Markdown takes for a part of an address.
  package static func written(_ example: String, _ words: String) -> String {
    example + "@"
      + words.replacing("%", with: "%25").replacing(" ", with: "%20").replacing("\"", with: "%22")
      .replacing("(", with: "%28").replacing(")", with: "%29").replacing("<", with: "%3C").replacing(">", with: "%3E")
  }
}
