/// A replacement of bytes of a file by others.
package struct TextEdit: Hashable, Sendable {
  /// What is replaced, in offsets of the file before any edit; empty where something is only added.
  package var range: Range<Int>

  /// What comes in its place.
  package var bytes: [UInt8]

  package init(range: Range<Int>, bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }

  /// The bytes after edits that do not overlap; those of one place are made in the order given.
  package static func apply(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in ordered {
      result += bytes[position..<max(position, edit.range.lowerBound)]
      result += edit.bytes
      position = max(position, edit.range.upperBound)
    }
    return result + bytes[position...]
  }
}
