/// Passes the marks that containers put before a line, as cmark's block parser does, and gathers what a further line
/// needs.
struct ContainerWalk {
  private(set) var cursor: LineCursor

  /// What a further line in the containers passed so far must begin with.
  private(set) var prefix: [UInt8] = []

  /// Whether the prefix has other columns than the line that was walked, so that its tabs cannot be copied.
  private var isShifted = false

  /// Starts at the beginning of a line.
  init(_ cursor: LineCursor) {
    self.cursor = cursor
  }

  /// The prefix with what is passed of a tab that belongs in part to a container.
  var finishedPrefix: [UInt8] {
    isShifted ? prefix : prefix + blanks(cursor.passedOfTab)
  }

  /// Passes the mark of a quote, if there is one.
  mutating func passQuote() -> Bool {
    let mark = cursor.nextNonblank
    guard mark.column - cursor.column < 4, cursor.byte(at: mark.offset) == UInt8(ascii: ">") else { return false }
    let start = cursor.offset
    cursor.advance(columns: mark.column - cursor.column + 1)
    if cursor.isAtBlank { cursor.advance(columns: 1) }
    if isShifted { prefix += [UInt8(ascii: ">"), UInt8(ascii: " ")] } else { copy(from: start) }
    return true
  }

  /// Passes a list marker and the blanks that belong to it; returns the width of the item's indentation.
  mutating func passMarker() -> Int? {
    let mark = cursor.nextNonblank
    let indent = mark.column - cursor.column
    guard indent < 4 else { return nil }
    var end = mark.offset
    while let byte = cursor.byte(at: end), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { end += 1 }
    guard let delimiter = cursor.byte(at: end), Array("-+*.)".utf8).contains(delimiter) else { return nil }
    end += 1
    separateFromQuote()
    let start = cursor.offset
    cursor.advance(columns: indent)
    cursor.advance(bytes: end - mark.offset)
    let afterMarker = cursor
    while cursor.isAtBlank, cursor.column - afterMarker.column <= 5 { cursor.advance(columns: 1) }
    var padding = cursor.column - afterMarker.column
    if padding >= 5 || padding < 1 || cursor.byte(at: cursor.offset) == nil {
      cursor = afterMarker
      if padding > 0 { cursor.advance(columns: 1) }
      padding = 1
    }
    let width = indent + end - mark.offset + padding
    if isShifted {
      prefix += blanks(width)
    } else {
      let first = prefix.count
      copy(from: start)
      for index in prefix.indices.dropFirst(first + mark.offset - start).prefix(end - mark.offset) {
        prefix[index] = UInt8(ascii: " ")
      }
    }
    return width
  }

  /// Passes the indentation of an item or a footnote that began on an earlier line, if there is as much.
  mutating func passIndentation(_ width: Int) -> Bool {
    guard cursor.nextNonblank.column - cursor.column >= width else { return false }
    let start = cursor.offset
    cursor.advance(columns: width)
    if isShifted { prefix += blanks(width) } else { copy(from: start) }
    return true
  }

  /// Passes the label of a footnote that begins here.
  mutating func passFootnoteLabel() -> Bool {
    let mark = cursor.nextNonblank
    guard mark.column - cursor.column < 4, cursor.byte(at: mark.offset) == UInt8(ascii: "[") else { return false }
    var end = mark.offset
    while let byte = cursor.byte(at: end), byte != UInt8(ascii: "]") { end += 1 }
    guard cursor.byte(at: end + 1) == UInt8(ascii: ":") else { return false }
    separateFromQuote()
    if !isShifted { prefix += blanks(cursor.passedOfTab) }
    isShifted = true
    prefix += blanks(4)
    cursor.advance(bytes: end + 2 - cursor.offset)
    while cursor.isAtBlank { cursor.advance(bytes: 1) }
    return true
  }

  /// A quote's mark takes one blank that follows; where a blank takes the place of a marker, it needs one more.
  private mutating func separateFromQuote() {
    guard prefix.last == UInt8(ascii: ">"), cursor.passedOfTab == 0 else { return }
    prefix.append(UInt8(ascii: " "))
    isShifted = true
  }

  private mutating func copy(from start: Int) {
    for offset in start..<max(start, cursor.offset) {
      if let byte = cursor.byte(at: offset) { prefix.append(byte) }
    }
  }

  private func blanks(_ count: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: " "), count: count)
  }
}
