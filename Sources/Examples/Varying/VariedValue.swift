/// A value of an example that readers can choose, as `// vary: 50...500 step 50` at the end of its line says.
package struct VariedValue: Sendable, Hashable {
  /// Its line in the example, from 0.
  package let line: Int

  /// The bytes of that line's text that it is.
  package let range: Range<Int>

  /// What can stand there, as it is written in Swift: two at least, in the author's order.
  package let values: [String]

  /// Which of them stands there.
  package let written: Int

  /// Whether they are numbers with the same distance between them.
  package let isRange: Bool

  /// The bytes of the file that say so, with the blanks before them; pages and their Markdown leave them out.
  package let mark: Range<Int>

  /// How many runs of one example readers can choose from at most.
  package static let mostRuns = 64
}
