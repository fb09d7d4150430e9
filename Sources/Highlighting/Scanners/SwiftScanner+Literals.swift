extension SwiftScanner {
  /// Reads what begins with `#`: a string, a regular expression, a directive or a macro.
  mutating func hash() {
    let start = list.index
    var hashes = start
    while hashes < list.end, list.byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    switch list.byte(hashes) {
    case UInt8(ascii: "\""):
      list.index = hashes
      openString(hashes: hashes - start)
    case UInt8(ascii: "/") where !isAfterOperand && extendedRegex(from: start, hashes: hashes - start):
      previous = .operand
    case let next where next.isWordStart:
      list.index = list.wordEnd(hashes)
      if list.starts(with: "#if", at: hashes - 1) && list.index == hashes + 2
        || list.starts(with: "#elseif", at: hashes - 1) && list.index == hashes + 6
      {
        condition()
      }
      list.add(.directive, from: hashes - 1)
      previous = .operand
    default:
      list.index = hashes
      previous = .other
    }
  }

  /// Reads the condition of `#if`, up to a comment or the end of the line.
  private mutating func condition() {
    var end = list.index
    while !list.isAtEnd, list.peek() != .lineFeed {
      if list.peek() == UInt8(ascii: "/"), list.peek(1) == UInt8(ascii: "/") || list.peek(1) == UInt8(ascii: "*") {
        break
      }
      list.index += 1
      if !list.byte(list.index - 1).isBlank { end = list.index }
    }
    list.index = end
  }

  /// Reads a string from its quotes on; its `#` have been read.
  mutating func openString(hashes: Int) {
    let start = list.index - hashes
    let isLong = list.starts(with: "\"\"\"", at: list.index)
    // In `#"""#`, the quotes are a string of one.
    if isLong, hashes > 0,
      closes(list.index + 1, hashes: hashes, isLong: false)
        || closes(
          list.index + 2, hashes: hashes, isLong: false)
    {
      list.index += 1
      string(from: start, hashes: hashes, isLong: false)
      return
    }
    list.index += isLong ? 3 : 1
    string(from: start, hashes: hashes, isLong: isLong)
  }

  /// Reads on in a string, up to its end or to what is interpolated.
  mutating func string(from start: Int, hashes: Int, isLong: Bool) {
    while !list.isAtEnd {
      let byte = list.peek()
      if byte == UInt8(ascii: "\""), closes(list.index, hashes: hashes, isLong: isLong) {
        list.index += (isLong ? 3 : 1) + hashes
        break
      }
      if byte == .lineFeed, !isLong { break }
      guard byte == UInt8(ascii: "\\") else {
        list.index += 1
        continue
      }
      var escaped = list.index + 1
      while escaped < list.end, escaped <= list.index + hashes, list.byte(escaped) == UInt8(ascii: "#") { escaped += 1 }
      if escaped == list.index + 1 + hashes, list.byte(escaped) == UInt8(ascii: "(") {
        list.add(.string, from: start)
        list.index = escaped + 1
        frames.append(.interpolation(hashes: hashes, isLong: isLong))
        previous = .openBracket
        return
      }
      let isEscape = escaped == list.index + 1 + hashes && escaped < list.end && list.byte(escaped) != .lineFeed
      list.index = isEscape ? escaped + 1 : escaped
    }
    list.add(.string, from: start)
    previous = .operand
  }

  /// Whether a string ends with the quotes at a place.
  private func closes(_ place: Int, hashes: Int, isLong: Bool) -> Bool {
    if isLong {
      guard list.starts(with: "\"\"\"", at: place) else { return false }
    } else if list.byte(place) != UInt8(ascii: "\"") {
      return false
    }
    var end = place + (isLong ? 3 : 1)
    let wanted = end + hashes
    while end < wanted, list.byte(end) == UInt8(ascii: "#") { end += 1 }
    return end == wanted
  }

  /// Reads a regular expression or an operator that begins with a slash.
  mutating func slash() {
    let start = list.index
    list.index += 1
    previous = .other
    let first = list.peek()
    guard start >= regexFreeEnd, !first.isBlank, first != .lineFeed, first != UInt8(ascii: "=") else { return }
    var place = list.index
    while place < list.end, list.text[place] != .lineFeed {
      let byte = list.text[place]
      if byte == UInt8(ascii: "/") {
        guard !list.byte(place - 1).isBlank else { return }
        list.index = place + 1
        list.add(.string, from: start)
        previous = .operand
        return
      }
      place += byte == UInt8(ascii: "\\") && list.byte(place + 1) != .lineFeed ? 2 : 1
    }
    regexFreeEnd = place
  }

  /// Reads `#/…/#`, if that is what it is; it takes several lines if its first is empty.
  private mutating func extendedRegex(from start: Int, hashes: Int) -> Bool {
    // More have never been seen, and looking for their ends could take long.
    guard hashes <= 8, start >= regexFreeEnd else { return false }
    var place = start + hashes + 1
    let goesOnPastLine = list.byte(place) == .lineFeed
    while place < list.end, goesOnPastLine || list.text[place] != .lineFeed {
      let byte = list.text[place]
      if byte == UInt8(ascii: "/") {
        var end = place + 1
        while end <= place + hashes, list.byte(end) == UInt8(ascii: "#") { end += 1 }
        if end == place + 1 + hashes {
          list.index = end
          list.add(.string, from: start)
          return true
        }
      }
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    if hashes == 1 { regexFreeEnd = place }
    list.index = start + hashes
    previous = .other
    return false
  }
}
