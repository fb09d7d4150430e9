internal import Examples

/// What the names in an example mean.
package struct ExampleTypes: Sendable, Hashable {
  /// A name in a listing.
  package struct Name: Sendable, Hashable {
    /// The line of the example, counted from 0.
    package var line: Int
    /// Where it stands in the text of that line, in bytes.
    package var range: Range<Int>
    /// What it means, and what else it does: a type that is called is an initializer, too.
    ///
    /// At least one.
    package var symbols: [NamedSymbol]
  }

  /// Its names, in the order of the text, as far as the compiler knows them.
  package let names: [Name]

  init(_ names: [Name]) { self.names = names }

  /// The name at a byte of a line.
  func name(atByte offset: Int, ofLine line: Int) -> Name? {
    names.first { $0.line == line && $0.range.contains(offset) }
  }
}
