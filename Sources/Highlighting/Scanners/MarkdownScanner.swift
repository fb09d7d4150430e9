/// Reads what stands out in Markdown: headings, code, marks at the beginnings of lines, and where links lead.
struct MarkdownScanner {
  private var list: TokenList
  /// The mark of the fence that is open, and how often it stands there.
  private var fence: (mark: UInt8, count: Int)?
  /// For one, two and three backticks: before this place, none such closes code on its line.
  private var codeFreeEnds = [0, 0, 0]

  private init(_ list: TokenList) {
    self.list = list
  }

  /// The tokens of a text.
  static func tokens(_ list: TokenList) -> [HighlightToken] {
    var scanner = MarkdownScanner(list)
    while !scanner.list.isAtEnd { scanner.line() }
    return scanner.list.tokens
  }

  private mutating func line() {
    list.index = min(list.afterBlanks(list.index), list.end)
    if !fenceLine() {
      if fence != nil {
        list.skipLine()
      } else {
        beginning()
        while !list.isAtEnd, list.peek() != .lineFeed { inline() }
      }
    }
    if !list.isAtEnd, list.peek() == .lineFeed { list.index += 1 }
  }

  /// Reads a line that opens or closes a block of code.
  private mutating func fenceLine() -> Bool {
    let start = list.index
    let mark = list.peek()
    guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return false }
    var place = start
    while place < list.end, list.text[place] == mark { place += 1 }
    let count = place - start
    guard count >= 3 else { return false }
    if let fence {
      let next = list.byte(list.afterBlanks(place))
      guard mark == fence.mark, count >= fence.count, next == .lineFeed || next == 0 else { return false }
      self.fence = nil
    } else {
      let end = lineEnd(place)
      if mark == UInt8(ascii: "`"), list.text[place..<end].contains(mark) { return false }
      fence = (mark, count)
    }
    list.skipLine()
    list.add(.directive, from: start)
    return true
  }

  private func lineEnd(_ place: Int) -> Int {
    var place = place
    while place < list.end, list.text[place] != .lineFeed { place += 1 }
    return place
  }

  /// Reads a heading, or the mark of a list or quotation.
  private mutating func beginning() {
    var start = list.index
    while list.peek() == UInt8(ascii: ">"), !list.isAtEnd {
      list.index += 1
      list.add(.directive, from: start)
      list.index = min(list.afterBlanks(list.index), list.end)
      start = list.index
    }
    var place = start
    switch list.peek() {
    case UInt8(ascii: "#"):
      while list.byte(place) == UInt8(ascii: "#") { place += 1 }
      if place - start <= 6, isSpace(list.byte(place)) {
        list.skipLine()
        list.add(.keyword, from: start)
      }
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      while list.byte(place) == list.byte(start) { place += 1 }
      let isRule = place - start >= 3 && list.byte(list.afterBlanks(place)) == .lineFeed
      if isRule || place - start == 1 && isSpace(list.byte(place)) { mark(place) }
    case let byte where byte.isDigit:
      while list.byte(place).isDigit { place += 1 }
      if list.byte(place) == UInt8(ascii: ".") || list.byte(place) == UInt8(ascii: ")"),
        isSpace(list.byte(place + 1))
      {
        mark(place + 1)
      }
    default: break
    }
  }

  private mutating func mark(_ end: Int) {
    let start = list.index
    list.index = min(end, list.end)
    list.add(.directive, from: start)
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || byte == .lineFeed || byte == 0 }

  /// Reads code, a comment, where a link leads, or one byte.
  private mutating func inline() {
    let start = list.index
    switch list.peek() {
    case UInt8(ascii: "\\") where list.peek(1) != .lineFeed: list.index = min(start + 2, list.end)
    case UInt8(ascii: "`"): code()
    case UInt8(ascii: "<") where list.starts(with: "<!--", at: start):
      list.index += 4
      list.skip(past: "-->")
      list.add(.comment, from: start)
    case UInt8(ascii: "]") where list.peek(1) == UInt8(ascii: "("):
      list.index = min(start + 2, list.end)
      let address = list.index
      while !list.isAtEnd, list.peek() != UInt8(ascii: ")"), list.peek() != .lineFeed, !list.peek().isBlank {
        list.index += 1
      }
      list.add(.string, from: address)
    default: list.index += 1
    }
  }

  private mutating func code() {
    let start = list.index
    while !list.isAtEnd, list.peek() == UInt8(ascii: "`") { list.index += 1 }
    let count = list.index - start
    guard count <= codeFreeEnds.count, start >= codeFreeEnds[count - 1] else { return }
    var place = list.index
    while place < list.end, list.text[place] != .lineFeed {
      let runStart = place
      while place < list.end, list.text[place] == UInt8(ascii: "`") { place += 1 }
      if place - runStart == count {
        list.index = place
        list.add(.string, from: start)
        return
      }
      if place == runStart { place += 1 }
    }
    codeFreeEnds[count - 1] = place
  }
}
