/// Reads style sheets: rules, within rules, too.
struct CSSScanner {
  private var list: TokenList
  /// What begins before this place has been decided.
  private var decidedEnd = 0
  private var isRule = false

  private init(_ list: TokenList) {
    self.list = list
  }

  /// The tokens of a text.
  static func tokens(_ list: TokenList) -> [HighlightToken] {
    scanned(list).tokens
  }

  /// The list after its text was read.
  static func scanned(_ list: TokenList) -> TokenList {
    var scanner = CSSScanner(list)
    while !scanner.list.isAtEnd { scanner.statement() }
    return scanner.list
  }

  /// Reads a rule up to its brace, a declaration, or what stands between them.
  private mutating func statement() {
    let start = list.index
    switch list.peek() {
    case .lineFeed, UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"): list.index += 1
    case let byte where byte.isBlank: list.index += 1
    case UInt8(ascii: "/") where list.peek(1) == UInt8(ascii: "*"): list.blockComment(nests: false)
    case UInt8(ascii: "@"):
      list.index = nameEnd(start + 1)
      list.add(.keyword, from: start)
      while !isAtMark { value() }
    default:
      decide()
      if isRule {
        while !isAtMark { selector() }
      } else {
        list.index = max(nameEnd(start), start + 1)
        if list.byte(list.afterBlanks(list.index)) == UInt8(ascii: ":") { list.add(.variable, from: start) }
        while !isAtMark { value() }
      }
    }
  }

  private var isAtMark: Bool { list.isAtEnd || "{};".utf8.contains(list.peek()) }

  /// Finds out whether a brace or a semicolon comes next.
  private mutating func decide() {
    if list.index < decidedEnd { return }
    var ahead = list
    var depth = 0
    while !ahead.isAtEnd {
      switch ahead.peek() {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        ahead.quoted()
        continue
      case UInt8(ascii: "/") where ahead.peek(1) == UInt8(ascii: "*"):
        ahead.index += 2
        ahead.skip(past: "*/")
        continue
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth = max(0, depth - 1)
      case UInt8(ascii: "{") where depth == 0, UInt8(ascii: ";") where depth == 0, UInt8(ascii: "}"):
        decidedEnd = ahead.index + 1
        isRule = ahead.peek() == UInt8(ascii: "{")
        return
      default: break
      }
      ahead.index += 1
    }
    decidedEnd = list.end
    isRule = false
  }

  /// Reads something of what a rule is about.
  private mutating func selector() {
    let start = list.index
    let byte = list.peek()
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "#"), UInt8(ascii: ":"):
      while list.peek() == byte { list.index += 1 }
      let nameStart = list.index
      list.index = nameEnd(nameStart)
      if list.index > nameStart { list.add(byte == UInt8(ascii: ":") ? .function : .type, from: start) }
    case UInt8(ascii: "["):
      list.index = list.afterBlanks(start + 1)
      let nameStart = min(list.index, list.end)
      list.index = nameEnd(nameStart)
      list.add(.attribute, from: nameStart)
    case _ where isNameStart(byte):
      list.index = nameEnd(start)
      list.add(.keyword, from: start)
    default: common()
    }
  }

  /// Reads something of a value.
  private mutating func value() {
    let start = list.index
    let byte = list.peek()
    switch byte {
    case UInt8(ascii: "#"), UInt8(ascii: "!"):
      list.index = nameEnd(start + 1)
      if list.index > start + 1 { list.add(byte == UInt8(ascii: "#") ? .number : .keyword, from: start) }
    case _ where isNameStart(byte) && !(byte == UInt8(ascii: "-") && list.peek(1).isDigit):
      list.index = nameEnd(start)
      if list.peek() == UInt8(ascii: "(") {
        let isAddress = list.index - start == 3 && list.starts(with: "url", at: start)
        list.add(.function, from: start)
        if isAddress { address() }
      } else if list.starts(with: "--", at: start) {
        list.add(.variable, from: start)
      }
    default: common()
    }
  }

  /// Reads an address without quotes, and its bracket.
  private mutating func address() {
    list.index += 1
    let start = min(list.afterBlanks(list.index), list.end)
    if list.byte(start) == UInt8(ascii: "\"") || list.byte(start) == UInt8(ascii: "'") { return }
    list.index = start
    while !list.isAtEnd, list.peek() != UInt8(ascii: ")"), list.peek() != .lineFeed { list.index += 1 }
    list.add(.string, from: start)
  }

  /// Reads a comment, a string, a number or a mark.
  private mutating func common() {
    let start = list.index
    switch list.peek() {
    case UInt8(ascii: "/") where list.peek(1) == UInt8(ascii: "*"): list.blockComment(nests: false)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      list.quoted()
      list.add(.string, from: start)
    case let byte where byte.isDigit || "+-.".utf8.contains(byte) && (list.peek(1).isDigit || fractionFollows):
      list.index += 1
      while !list.isAtEnd, list.peek().isDigit || list.peek() == UInt8(ascii: ".") { list.index += 1 }
      list.index = list.peek() == UInt8(ascii: "%") ? min(list.index + 1, list.end) : list.wordEnd(list.index)
      list.add(.number, from: start)
    default: list.index += 1
    }
  }

  private var fractionFollows: Bool { list.peek(1) == UInt8(ascii: ".") && list.peek(2).isDigit }

  private func isNameStart(_ byte: UInt8) -> Bool { byte.isWordStart || byte == UInt8(ascii: "-") }

  private func nameEnd(_ place: Int) -> Int {
    var place = place
    while place < list.end, list.text[place].isWordPart || list.text[place] == UInt8(ascii: "-") { place += 1 }
    return min(place, list.end)
  }
}
