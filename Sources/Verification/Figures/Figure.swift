/// What a page shows drawn in place of its source: a diagram or a formula.
package struct Figure: Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// In the language of Graphviz.
    case diagram
    /// In TeX, within a line.
    case formula
    /// In TeX, by itself.
    case displayedFormula
  }

  package let kind: Kind
  package let source: String

  /// More than anybody writes.
  static let largestSource = 64 << 10
}

/// A figure where it stands in a chapter.
package struct PlacedFigure: Sendable {
  package let figure: Figure
  /// What a diagram shows, in words; a formula is read aloud by itself.
  package let alternative: String
  /// The node of the chapter that holds the source.
  package let node: Int
}
