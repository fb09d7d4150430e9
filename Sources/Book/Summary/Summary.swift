/// A book's `SUMMARY.md`: which chapters it has, in which order, and how they nest.
package struct Summary: Sendable {
  /// The file's name in a book's folder.
  package static let fileName = "SUMMARY.md"
}
