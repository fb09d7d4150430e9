/// Reads YAML, line by line.
struct YAMLScanner {
  private static let words = WordTable<HighlightKind>([
    ("true false null True False Null TRUE FALSE NULL yes no on off ~", .keyword), (".inf -.inf .nan", .number),
  ])

  private var list: TokenList
  /// The column that the lines of a text after `|` or `>` stand beyond, while they are read.
  private var textColumn: Int?
  /// The column of the innermost entry or key of the line.
  private var column = 0
  private var lineStart = 0
  /// How many brackets are open.
  private var depth = 0

  private init(_ list: TokenList) {
    self.list = list
  }

  /// The tokens of a text.
  static func tokens(_ list: TokenList) -> [HighlightToken] {
    var scanner = YAMLScanner(list)
    while !scanner.list.isAtEnd { scanner.line() }
    return scanner.list.tokens
  }

  private mutating func line() {
    lineStart = list.index
    let start = list.afterBlanks(lineStart)
    if let textColumn {
      if start >= list.end || list.byte(start) == .lineFeed || start - lineStart > textColumn {
        list.index = start
        list.skipLine()
        list.add(.string, from: start)
        if !list.isAtEnd { list.index += 1 }
        return
      }
      self.textColumn = nil
    }
    list.index = start
    column = start == lineStart ? -1 : start - lineStart - 1
    if start == lineStart, depth == 0, mark() { return }
    if depth == 0 { entries() }
    while !list.isAtEnd, list.peek() != .lineFeed { value() }
    if !list.isAtEnd { list.index += 1 }
  }

  /// Reads `---`, `...` or a directive.
  private mutating func mark() -> Bool {
    let start = list.index
    if list.peek() == UInt8(ascii: "%") {
      list.skipLine()
      list.add(.directive, from: start)
      return true
    }
    guard list.starts(with: "---", at: start) || list.starts(with: "...", at: start), isSpace(list.byte(start + 3))
    else { return false }
    list.index += 3
    list.add(.directive, from: start)
    return false
  }

  /// Reads the dashes at the beginning of a line, and a key.
  private mutating func entries() {
    while [UInt8(ascii: "-"), UInt8(ascii: "?")].contains(list.peek()), isSpace(list.peek(1)) {
      column = list.index - lineStart
      list.index = list.afterBlanks(list.index + 1)
    }
    let start = list.index
    if key() { column = start - lineStart }
  }

  /// Reads a key and its colon, if the text goes on with one.
  private mutating func key() -> Bool {
    let start = list.index
    let first = list.peek()
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      quoted(first)
      let colon = list.afterBlanks(list.index)
      let isKey = list.byte(colon) == UInt8(ascii: ":") && (depth > 0 || isSpace(list.byte(colon + 1)))
      list.add(isKey ? .variable : .string, from: start)
      if isKey { list.index = colon + 1 }
      return isKey
    }
    if Self.indicators.contains(first) { return false }
    var end = start
    while end < list.end, list.text[end] != .lineFeed {
      let byte = list.text[end]
      if byte == UInt8(ascii: ":"), isSpace(list.byte(end + 1)) {
        list.index = end
        list.add(.variable, from: start)
        list.index = end + 1
        return true
      }
      if byte == UInt8(ascii: "#"), list.byte(end - 1).isBlank { return false }
      if depth > 0, Self.flow.contains(byte) { return false }
      end += 1
    }
    return false
  }

  /// Reads something of what stands after keys and dashes.
  private mutating func value() {
    let start = list.index
    let byte = list.peek()
    switch byte {
    case _ where byte.isBlank: list.index += 1
    case UInt8(ascii: "#") where start == lineStart || list.byte(start - 1).isBlank: list.lineComment()
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      depth += 1
      list.index += 1
      flowKey()
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth = max(0, depth - 1)
      list.index += 1
    case UInt8(ascii: ","):
      list.index += 1
      if depth > 0 { flowKey() }
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      quoted(byte)
      list.add(.string, from: start)
    case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"):
      list.index += 1
      while !list.isAtEnd, !isSpace(list.peek()), !Self.flow.contains(list.peek()) { list.index += 1 }
      list.add(.attribute, from: start)
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      list.index += 1
      if depth == 0 { blockText() }
    default: plain()
    }
  }

  /// Reads the rest of the line after `|` or `>`.
  private mutating func blockText() {
    while list.peek() == UInt8(ascii: "+") || list.peek() == UInt8(ascii: "-") || list.peek().isDigit {
      list.index += 1
    }
    let rest = list.afterBlanks(list.index)
    if rest >= list.end || list.byte(rest) == .lineFeed || list.byte(rest) == UInt8(ascii: "#") { textColumn = column }
  }

  private mutating func flowKey() {
    list.index = min(list.afterBlanks(list.index), list.end)
    if !list.isAtEnd { _ = key() }
  }

  /// Reads a value without quotes.
  private mutating func plain() {
    let start = list.index
    var end = start
    while !list.isAtEnd, list.peek() != .lineFeed {
      let byte = list.peek()
      if byte == UInt8(ascii: "#"), list.byte(list.index - 1).isBlank, list.index > start { break }
      if depth > 0, Self.flow.contains(byte) { break }
      list.index += 1
      if !byte.isBlank { end = list.index }
    }
    let next = list.index
    let range = start..<end
    list.index = end
    if let kind = Self.words.value(list.text, range) {
      list.add(kind, from: start)
    } else if isNumber(range) {
      list.add(.number, from: start)
    }
    list.index = next
  }

  private func isNumber(_ range: Range<Int>) -> Bool {
    let digits = list.text[range].drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard let first = digits.first, first.isDigit, range.count - digits.count <= 1 else { return false }
    if first == UInt8(ascii: "0"), digits.count > 2, let base = digits.dropFirst().first, !base.isDigit {
      if base == UInt8(ascii: "x") {
        return digits.dropFirst(2).allSatisfy { $0.isDigit || ($0 | 0x20) &- 0x61 < 6 }
      }
      if base == UInt8(ascii: "o") { return digits.dropFirst(2).allSatisfy(\.isDigit) }
    }
    var points = 0
    for (index, byte) in zip(digits.indices, digits) {
      switch byte {
      case UInt8(ascii: "."): points += 1
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        let exponent = digits[(index + 1)...].drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        return points <= 1 && !exponent.isEmpty && exponent.allSatisfy(\.isDigit)
      default: if !byte.isDigit { return false }
      }
    }
    return points <= 1
  }

  /// Reads what stands between quotes; between single ones, two stand for one.
  private mutating func quoted(_ quote: UInt8) {
    if quote == UInt8(ascii: "\"") {
      list.quoted(goesOnPastLine: true)
    } else {
      list.index += 1
      while !list.isAtEnd, list.peek() != quote { list.index += 1 }
      if !list.isAtEnd { list.index += 1 }
    }
  }

  /// Whether a byte ends a word: a blank, the end of the line or of the text.
  private func isSpace(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == .lineFeed || byte == 0
  }

  private static let flow = Array(",[]{}".utf8)
  private static let indicators = Array("#[]{},&*!|>%@`".utf8)
}
