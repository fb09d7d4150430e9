import Text

/// How the text between tags becomes steps, line by line.
extension TemplateParser {
  /// Makes text of what stands between the last tag and `end`.
  mutating func text(upTo end: Int, isBeforeTag: Bool) {
    defer { position = max(position, end) }
    guard !isIgnoring else {
      if case .parent? = frames.last?.kind, position < end { warnOfIgnoredText(position..<end) }
      return
    }
    while position < end {
      let startsLine = isLineStart(position)
      var stop = end
      var start = position
      if !dedent.isEmpty {
        stop = bytes[position..<end].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? end
        if startsLine { start += zip(dedent, bytes[position..<stop]).prefix { $0 == $1 }.count }
      }
      if start < stop {
        append(start..<stop, startsLine: startsLine)
      } else if stop == end, isBeforeTag {
        nodes.append(.lineStart)
      }
      position = stop
    }
    if isBeforeTag, isLineStart(end) { nodes.append(.lineStart) }
  }

  mutating func append(_ range: Range<Int>, startsLine: Bool) {
    let start = literals.count
    literals += bytes[range]
    if nodes.count > barrier, case .text(let last, let first) = nodes[nodes.count - 1], last.upperBound == start,
      startsLine == (literals[start - 1] == UInt8(ascii: "\n"))
    {
      nodes[nodes.count - 1] = .text(last.lowerBound..<literals.count, startsLine: first)
    } else {
      nodes.append(.text(start..<literals.count, startsLine: startsLine))
    }
  }

  func isLineStart(_ index: Int) -> Bool {
    index == file.lineStarts[0] || bytes[index - 1] == UInt8(ascii: "\n")
  }

  /// Where the line begins, if nothing but blanks stands between that and `index`.
  func lineStart(before index: Int) -> Int? {
    var start = index
    while start > file.lineStarts[0], isBlank(bytes[start - 1]) { start -= 1 }
    return isLineStart(start) && start >= position ? start : nil
  }

  /// Where the next line begins, if nothing but blanks stands between that and `index`.
  func lineEnd(after index: Int) -> Int? {
    var end = index
    while end < bytes.count, isBlank(bytes[end]) { end += 1 }
    if end == bytes.count { return end }
    if bytes[end] == UInt8(ascii: "\r"), end + 1 < bytes.count { end += 1 }
    return bytes[end] == UInt8(ascii: "\n") ? end + 1 : nil
  }

  /// The indentation of the first line with text, from the line at `start` on.
  func textIndentation(from start: Int) -> [UInt8] {
    var lineStart = start
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") {
        lineStart = index + 1
      } else if !isBlank(bytes[index]), bytes[index] != UInt8(ascii: "\r") {
        return Array(bytes[lineStart..<index])
      }
      index += 1
    }
    return []
  }

  func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Indentation without what the argument at hand loses.
  func dedented(_ indentation: [UInt8]) -> [UInt8] {
    Array(indentation.dropFirst(zip(dedent, indentation).prefix { $0 == $1 }.count))
  }
}
