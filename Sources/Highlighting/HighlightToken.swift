/// A piece of source text that is not plain.
package struct HighlightToken: Sendable, Hashable {
  /// What it is.
  package var kind: HighlightKind
  /// Where it stands in the text, in bytes.
  package var range: Range<Int>

  package init(_ kind: HighlightKind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
