/// A place within a line of a file, with the column that tabs give it.
struct LineCursor {
  /// The distance between tab stops.
  private static let tabStop = 4

  private let bytes: [UInt8]
  private let end: Int

  /// The byte that is next.
  private(set) var offset: Int

  /// The column of the next byte, or of the next part of a tab; from 0.
  private(set) var column = 0

  /// How many columns of the tab at `offset` have been passed already.
  private(set) var passedOfTab = 0

  /// Starts at the beginning of a line.
  init(_ bytes: [UInt8], line: Range<Int>) {
    self.bytes = bytes
    offset = line.lowerBound
    end = line.upperBound
  }

  /// The byte at an offset of this line; `nil` past its end.
  func byte(at offset: Int) -> UInt8? {
    offset < end ? bytes[offset] : nil
  }

  /// Where the next byte is that is neither space nor tab, and its column.
  var nextNonblank: (offset: Int, column: Int) {
    var copy = self
    while copy.isAtBlank { copy.advance(columns: copy.columnsOfNextByte) }
    return (copy.offset, copy.column)
  }

  /// Whether a space or tab, or a part of one, is next.
  var isAtBlank: Bool {
    byte(at: offset) == UInt8(ascii: " ") || byte(at: offset) == UInt8(ascii: "\t")
  }

  /// Passes bytes; a tab is passed whole.
  mutating func advance(bytes count: Int) {
    for _ in 0..<count where offset < end { advance(columns: columnsOfNextByte) }
  }

  /// Passes columns; a tab may be passed in part.
  mutating func advance(columns count: Int) {
    var count = count
    while count > 0, offset < end {
      let width = columnsOfNextByte
      let passed = min(width, count)
      column += passed
      count -= passed
      if passed < width {
        passedOfTab += passed
      } else {
        passedOfTab = 0
        offset += 1
      }
    }
  }

  private var columnsOfNextByte: Int {
    bytes[offset] == UInt8(ascii: "\t") ? Self.tabStop - column % Self.tabStop : 1
  }
}
