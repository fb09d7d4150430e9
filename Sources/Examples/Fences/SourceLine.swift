/// A line of an example, and where it stands in the chapter.
package struct SourceLine: Sendable, Hashable {
  /// What it says, without what containers put before it, without a line end, and without the prefix of a hidden line.
  package var text: String

  /// What is compiled, where that is not what it says.
  var code: String?

  /// What the compiler is given of it.
  package var compiled: String { code ?? text }

  /// The bytes of the file that say it.
  package var range: Range<Int>

  /// How many blanks the text begins with that are part of a tab in the file, which the range leaves out.
  package var splitSpaces = 0

  /// The bytes of the line in the file that are not part of the text.
  var gap = 0..<0

  package init(text: String, range: Range<Int>, splitSpaces: Int = 0) {
    self.init(text: text, range: range, splitSpaces: splitSpaces, gap: 0..<0)
  }

  init(text: String, range: Range<Int>, splitSpaces: Int, gap: Range<Int>) {
    self.text = text
    self.range = range
    self.splitSpaces = splitSpaces
    self.gap = gap
  }

  /// Where in the file the text's byte with this offset stands.
  package func fileOffset(ofByte offset: Int) -> Int {
    let written = offset < gap.lowerBound ? offset : offset + gap.count
    return min(range.lowerBound + max(0, written - splitSpaces), range.upperBound)
  }
}
