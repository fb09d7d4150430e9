/// What a message points at: a file, a position in it, and the line to show.
package struct SourcePlace: Hashable, Sendable {
  /// The file's name, as messages give it.
  package var path: String

  /// Where it begins; `nil` means the file as a whole.
  package var position: SourcePosition?

  /// How many Unicode scalars of the line are meant.
  package var length: Int

  /// The line as it stands in the file.
  package var lineText: String

  package init(path: String, position: SourcePosition? = nil, length: Int = 0, lineText: String = "") {
    self.path = path
    self.position = position
    self.length = length
    self.lineText = lineText
  }
}

extension SourcePlace: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    let first = SourcePosition(line: 0, column: 0)
    return (left.path, left.position ?? first, left.length) < (right.path, right.position ?? first, right.length)
  }
}
