/// Reads a language that a ``LanguageTable`` describes.
struct TableScanner {
  private var list: TokenList
  private let table: LanguageTable
  private var isAtLineStart = true

  /// The tokens of a text.
  static func tokens(_ list: TokenList, _ table: LanguageTable) -> [HighlightToken] {
    var scanner = TableScanner(list: list, table: table)
    while !scanner.list.isAtEnd { scanner.step() }
    return scanner.list.tokens
  }

  private init(list: TokenList, table: LanguageTable) {
    self.list = list
    self.table = table
  }

  private mutating func step() {
    let start = list.index
    let byte = list.peek()
    if byte == .lineFeed {
      isAtLineStart = true
      list.index += 1
      return
    }
    if byte.isBlank {
      list.index += 1
      return
    }
    let wasAtLineStart = isAtLineStart
    isAtLineStart = false
    switch byte {
    case UInt8(ascii: "/") where table.hasComments && list.peek(1) == byte: list.lineComment()
    case UInt8(ascii: "/") where table.hasComments && list.peek(1) == UInt8(ascii: "*"):
      list.blockComment(nests: false)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): string(from: start)
    case UInt8(ascii: "#") where wasAtLineStart && table.hasDirectives: directive()
    case UInt8(ascii: "@") where table.hasAtWords: atWord()
    case _ where byte.isWordStart: word()
    case _ where byte.isDigit || byte == UInt8(ascii: ".") && list.peek(1).isDigit: list.number(from: start)
    case UInt8(ascii: "-") where table.hasSigns && list.peek(1).isDigit:
      list.index += 1
      list.number(from: start)
    default: list.index += 1
    }
  }

  private mutating func string(from start: Int) {
    list.quoted()
    let isKey = table.hasKeys && list.byte(list.afterBlanks(list.index)) == UInt8(ascii: ":")
    list.add(isKey ? .variable : .string, from: start)
  }

  private mutating func word() {
    let start = list.index
    list.index = list.wordEnd(start)
    let range = start..<list.index
    // A prefix of a string, such as L"…".
    if table.hasDirectives, list.peek() == UInt8(ascii: "\"") || list.peek() == UInt8(ascii: "'"), range.count <= 2 {
      list.quoted()
      list.add(.string, from: start)
    } else if let kind = table.words.value(list.text, range) {
      list.add(kind, from: start)
    } else if table.hasKeys {
      if list.byte(list.afterBlanks(list.index)) == UInt8(ascii: ":") { list.add(.variable, from: start) }
    } else if list.peek() == UInt8(ascii: "(") {
      list.add(.function, from: start)
    } else if isTypeName(range) {
      list.add(.type, from: start)
    }
  }

  /// Whether a word looks like a type's name: `CFRunLoopRef`, `pid_t`, but not `EAGAIN`.
  private func isTypeName(_ range: Range<Int>) -> Bool {
    if range.count > 2, list.starts(with: "_t", at: range.upperBound - 2) { return true }
    return list.text[range.lowerBound].isCapital && range.contains { list.text[$0] &- 0x61 < 26 }
  }

  /// Reads `#include <name>` or the beginning of another directive, whose rest is code.
  private mutating func directive() {
    let start = list.index
    let nameStart = list.afterBlanks(start + 1)
    list.index = list.wordEnd(nameStart)
    let isInclude = table.includes.value(list.text, nameStart..<list.index) != nil
    list.add(.directive, from: start)
    let next = list.afterBlanks(list.index)
    if isInclude, list.byte(next) == UInt8(ascii: "<") {
      list.index = next
      while !list.isAtEnd, list.peek() != .lineFeed, list.peek() != UInt8(ascii: ">") { list.index += 1 }
      if list.peek() == UInt8(ascii: ">") { list.index += 1 }
      list.add(.string, from: next)
    }
  }

  /// Reads what follows an `@` in Objective-C: a string, a keyword, or a literal that is marked as ever.
  private mutating func atWord() {
    let start = list.index
    list.index += 1
    if list.peek() == UInt8(ascii: "\"") {
      list.quoted()
      list.add(.string, from: start)
    } else if list.peek().isWordStart {
      list.index = list.wordEnd(list.index)
      list.add(.keyword, from: start)
    }
  }
}
