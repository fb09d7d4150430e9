/// A line of an example, and where it stands in the chapter.
package struct SourceLine: Sendable, Hashable {
  /// What it says, without what containers put before it, and without a line end.
  package var text: String

  /// The bytes of the file that say it.
  package var range: Range<Int>

  /// How many blanks the text begins with that are part of a tab in the file, which the range leaves out.
  package var splitSpaces = 0

  /// Where in the file the text's byte with this offset stands.
  package func fileOffset(ofByte offset: Int) -> Int {
    min(range.lowerBound + max(0, offset - splitSpaces), range.upperBound)
  }
}
