/// A text, how far it has been read, and the tokens found so far.
struct TokenList {
  let text: [UInt8]
  /// Where reading goes on; the end at most.
  var index = 0
  /// What is to be read ends here; what follows can be looked at.
  var end: Int
  private(set) var tokens: [HighlightToken] = []

  init(_ text: [UInt8]) {
    self.text = text
    end = text.count
    tokens.reserveCapacity(text.count / 6 + 4)
  }

  var isAtEnd: Bool { index >= end }

  /// The byte at an offset from where reading goes on, zero outside the text.
  func peek(_ offset: Int = 0) -> UInt8 {
    byte(index + offset)
  }

  /// The byte at a place, zero outside the text.
  func byte(_ place: Int) -> UInt8 {
    place >= 0 && place < text.count ? text[place] : 0
  }

  /// Whether the text goes on with `word`.
  func starts(with word: StaticString, at place: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard place >= 0, place + count <= text.count else { return false }
    let start = word.utf8Start
    for offset in 0..<count where text[place + offset] != start[offset] { return false }
    return true
  }

  /// Whether the text goes on with what stands at an earlier place.
  func repeats(_ range: Range<Int>) -> Bool {
    index + range.count <= end && range.allSatisfy { text[$0] == text[index + $0 - range.lowerBound] }
  }

  /// Reads up to the end of the next `mark`, or of the text.
  mutating func skip(past mark: StaticString) {
    while index < end, !starts(with: mark, at: index) { index += 1 }
    index = min(index + mark.utf8CodeUnitCount, end)
  }

  /// Notes what stands between a place and where reading goes on, joined to the token before if that is alike.
  mutating func add(_ kind: HighlightKind, from start: Int) {
    guard start < index else { return }
    if let last = tokens.last, last.kind == kind, last.range.upperBound == start {
      tokens[tokens.count - 1].range = last.range.lowerBound..<index
    } else {
      tokens.append(HighlightToken(kind, start..<index))
    }
  }

  /// Gives the token that was noted last another kind.
  mutating func changeLast(to kind: HighlightKind) {
    guard !tokens.isEmpty else { return }
    tokens[tokens.count - 1].kind = kind
  }

  /// The next place at or after `place` that is not a blank or tab.
  func afterBlanks(_ place: Int) -> Int {
    var place = place
    while byte(place).isBlank { place += 1 }
    return place
  }

  /// The end of the word that stands at a place, or the place itself.
  func wordEnd(_ place: Int) -> Int {
    var place = place
    while place < end, text[place].isWordPart { place += 1 }
    return place
  }

  /// Reads blanks and ends of lines.
  mutating func skipSpace() {
    while index < end, text[index].isBlank || text[index] == .lineFeed { index += 1 }
  }

  /// Reads up to the end of the line, which stays.
  mutating func skipLine() {
    while index < end, text[index] != .lineFeed { index += 1 }
  }

  /// Reads a comment up to the end of the line.
  mutating func lineComment() {
    let start = index
    skipLine()
    add(.comment, from: start)
  }

  /// Reads a comment between `/*` and `*/`, or up to the end of the text.
  mutating func blockComment(nests: Bool) {
    let start = index
    var depth = 1
    index += 2
    while index < end, depth > 0 {
      if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        index += 2
      } else if nests, peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        index += 2
      } else {
        index += 1
      }
    }
    index = min(index, end)
    add(.comment, from: start)
  }

  /// Reads what stands between quotes, on one line, with backslashes before what is not meant.
  mutating func quoted(goesOnPastLine: Bool = false) {
    let quote = text[index]
    index += 1
    while index < end {
      let byte = text[index]
      if byte == .lineFeed, !goesOnPastLine { return }
      index += 1
      if byte == quote { return }
      if byte == UInt8(ascii: "\\"), index < end, goesOnPastLine || text[index] != .lineFeed {
        index += 1
      }
    }
  }

  /// Reads a number as most languages write it, with its suffix; `start` is its sign's place or its own.
  mutating func number(from start: Int) {
    let isHexadecimal = peek() == UInt8(ascii: "0") && peek(1) | 0x20 == UInt8(ascii: "x")
    while index < end {
      let byte = text[index]
      let isExponent = byte | 0x20 == (isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e"))
      if isExponent, peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+"), peek(2).isDigit {
        index += 2
      } else if byte == UInt8(ascii: ".") {
        guard peek(1).isDigit || !peek(1).isWordPart && peek(1) != UInt8(ascii: ".") else { break }
        index += 1
      } else if byte.isWordPart, byte < 0x80 {
        index += 1
      } else {
        break
      }
    }
    add(.number, from: start)
  }
}
