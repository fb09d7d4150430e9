/// Reads a language that a ``LanguageTable`` describes.
struct TableScanner {
  private(set) var list: TokenList
  private let table: LanguageTable
  private var isAtLineStart = true
  /// The strings whose code is being read, and how many brackets are open in it.
  private var holes: [(form: StringForm, depth: Int)] = []
  /// How many brackets are open outside of strings.
  private var depth = 0
  /// Whether the token before ended an operand, so that a slash divides.
  private var endsOperand = false
  /// Before this place, no regular expression can end on its line: it was looked for in vain.
  private var expressionFreeEnd = 0

  /// The tokens of a text.
  static func tokens(_ list: TokenList, _ table: LanguageTable) -> [HighlightToken] {
    scanned(list, table).tokens
  }

  /// The list after its text was read.
  static func scanned(_ list: TokenList, _ table: LanguageTable) -> TokenList {
    var scanner = TableScanner(list: list, table: table)
    if list.index == 0, list.starts(with: "#!", at: 0), list.byte(2) != UInt8(ascii: "[") {
      scanner.list.lineComment()
    }
    while !scanner.list.isAtEnd { scanner.step() }
    return scanner.list
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
    if table.opens(byte), opened(byte) { return }
    let wasOperand = endsOperand
    endsOperand = false
    switch byte {
    case _ where byte.isWordStart: word(isFirst: wasAtLineStart)
    case _ where byte.isDigit: number(from: start)
    // After another full stop it is the end of a range.
    case UInt8(ascii: ".") where list.peek(1).isDigit && list.byte(start - 1) != byte: number(from: start)
    case UInt8(ascii: "-") where table.habits.contains(.signs) && list.peek(1).isDigit:
      list.index += 1
      number(from: start)
    case UInt8(ascii: "#") where wasAtLineStart && table.habits.contains(.directives): directive()
    case UInt8(ascii: "#") where table.habits.contains(.hashAttributes): hashAttribute()
    case UInt8(ascii: "@"): atSign(isFirst: wasAtLineStart)
    case UInt8(ascii: "/") where !wasOperand && table.habits.contains(.expressions) && expression(): break
    case UInt8(ascii: "["):
      if table.habits.contains(.squareAttributes), list.peek(1) == byte {
        bracketed(as: .attribute)
      } else if wasAtLineStart, depth == 0, table.habits.contains(.tables) {
        bracketed(as: .type)
      } else {
        open()
      }
    case UInt8(ascii: "("), UInt8(ascii: "{"): open()
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close(byte)
    case UInt8(ascii: ":") where holes.last?.depth == 0 && holes.last?.form.hole == .brace: leaveHole()
    default: list.index += 1
    }
  }

  /// Reads a comment or string, if the text goes on with one.
  private mutating func opened(_ byte: UInt8) -> Bool {
    let start = list.index
    if let comment = table.lineComment, list.starts(with: comment, at: start) {
      list.lineComment()
      return true
    }
    if byte == UInt8(ascii: "/"), table.habits.contains(.blockComments), list.peek(1) == UInt8(ascii: "*") {
      list.blockComment(nests: table.habits.contains(.nestedComments))
      return true
    }
    if byte == UInt8(ascii: "'"), table.habits.contains(.lifetimes), lifetime() { return true }
    guard let form = form(at: start) else { return false }
    open(form, from: start)
    return true
  }

  /// The string that begins at a place.
  private func form(at place: Int) -> StringForm? {
    table.strings.first { list.starts(with: $0.opening, at: place) }
  }
}

// MARK: Strings

extension TableScanner {
  private mutating func open(_ form: StringForm, from start: Int) {
    list.index += form.opening.utf8CodeUnitCount
    string(form, from: start)
  }

  /// Reads a string up to its end or to code that it holds.
  private mutating func string(_ form: StringForm, from start: Int) {
    var start = start
    endsOperand = true
    reading: while !list.isAtEnd {
      let byte = list.peek()
      switch byte {
      case .lineFeed where !form.goesOnPastLine: break reading
      case form.first where list.starts(with: form.closing, at: list.index):
        list.index += form.closing.utf8CodeUnitCount
        if form.escape != .doubled || list.peek() != byte { break reading }
        list.index += 1
      case UInt8(ascii: "\\") where form.escape == .backslash:
        let isLineEnd = list.peek(1) == .lineFeed
        list.index += isLineEnd && !form.goesOnPastLine && !form.joinsLines ? 1 : 2
      case UInt8(ascii: "{") where form.hole == .brace:
        if list.peek(1) != byte { return enterHole(form, from: start, length: 1) }
        list.index += 2
      case UInt8(ascii: "$") where form.hole == .dollar || form.hole == .dollarBrace:
        if list.peek(1) == UInt8(ascii: "{") { return enterHole(form, from: start, length: 2) }
        if form.hole == .dollar, list.peek(1).isWordStart {
          list.add(.string, from: start)
          start = list.index
          list.index = list.wordEnd(start + 1)
          list.add(.variable, from: start)
          start = list.index
        } else {
          list.index += 1
        }
      default: list.index += 1
      }
    }
    list.index = min(list.index, list.end)
    let isKey = table.keyMark.map { $0 == list.byte(list.afterBlanks(list.index)) } ?? false
    list.add(isKey ? .variable : .string, from: start)
  }

  private mutating func enterHole(_ form: StringForm, from start: Int, length: Int) {
    list.add(.string, from: start)
    list.index = min(list.index + length, list.end)
    holes.append((form, 0))
    endsOperand = false
  }

  /// Reads on in the string whose code has ended; how a value is to be formatted is part of the string.
  private mutating func leaveHole() {
    guard let hole = holes.popLast() else { return }
    let start = list.index
    list.index += 1
    string(hole.form, from: start)
  }

  private mutating func open() {
    list.index += 1
    if holes.isEmpty { depth += 1 } else { holes[holes.count - 1].depth += 1 }
  }

  private mutating func close(_ byte: UInt8) {
    let inner = holes.last?.depth ?? depth
    if inner == 0, byte == UInt8(ascii: "}"), let hole = holes.popLast() {
      list.index += 1
      return string(hole.form, from: list.index)
    }
    list.index += 1
    endsOperand = byte != UInt8(ascii: "}")
    if inner == 0 { return }
    if holes.isEmpty { depth -= 1 } else { holes[holes.count - 1].depth -= 1 }
  }

  /// Reads a string that means every byte as it is, after its prefix; nothing if there is none.
  private mutating func rawString(from start: Int, _ prefix: LanguageTable.Prefix) -> Bool {
    var place = list.index
    if prefix == .hashes { while list.byte(place) == UInt8(ascii: "#") { place += 1 } }
    guard list.byte(place) == UInt8(ascii: "\""), place < list.end else { return false }
    var last = list.index..<place
    var closing = UInt8(ascii: "\"")
    if prefix == .delimiter {
      let wordStart = place + 1
      place = wordStart
      while place < list.end, place - wordStart <= 16, !Self.endsDelimiter.contains(list.text[place]) { place += 1 }
      guard list.byte(place) == UInt8(ascii: "(") else { return false }
      last = wordStart..<place
      closing = UInt8(ascii: ")")
    }
    list.index = place + 1
    while !list.isAtEnd {
      let byte = list.peek()
      list.index += 1
      guard byte == closing, list.repeats(last) else { continue }
      let end = list.index + last.count
      if prefix == .delimiter {
        guard list.byte(end) == UInt8(ascii: "\"") else { continue }
        list.index = end + 1
      } else {
        list.index = end
      }
      break
    }
    list.index = min(list.index, list.end)
    list.add(.string, from: start)
    endsOperand = true
    return true
  }

  private static let endsDelimiter = Array("() \\\n\"\t".utf8)

  /// Reads the name of a lifetime, if this is not a character.
  private mutating func lifetime() -> Bool {
    let start = list.index
    guard list.peek(1).isWordStart else { return false }
    let end = list.wordEnd(start + 1)
    if list.byte(end) == UInt8(ascii: "'") { return false }
    list.index = end
    list.add(.attribute, from: start)
    return true
  }

  /// Reads a regular expression, which ends on its line.
  private mutating func expression() -> Bool {
    let start = list.index
    guard start >= expressionFreeEnd, start + 1 < list.end else { return false }
    var place = start + 1
    var isInSet = false
    while place < list.end, list.text[place] != .lineFeed {
      switch list.text[place] {
      case UInt8(ascii: "\\") where place + 1 < list.end && list.text[place + 1] != .lineFeed: place += 1
      case UInt8(ascii: "["): isInSet = true
      case UInt8(ascii: "]"): isInSet = false
      case UInt8(ascii: "/") where !isInSet:
        list.index = list.wordEnd(place + 1)
        list.add(.string, from: start)
        endsOperand = true
        return true
      default: break
      }
      place += 1
    }
    expressionFreeEnd = place
    return false
  }
}

// MARK: Words and numbers

extension TableScanner {
  private func wordEnd(_ place: Int) -> Int {
    guard let mark = table.wordMark else { return list.wordEnd(place) }
    var place = place
    while place < list.end, list.text[place].isWordPart || list.text[place] == mark { place += 1 }
    return place
  }

  private mutating func word(isFirst: Bool) {
    let start = list.index
    list.index = wordEnd(start)
    let range = start..<list.index
    if prefixedString(range) { return }
    endsOperand = true
    let isMember =
      list.byte(start - 1) == UInt8(ascii: ".") && list.byte(start - 2) != UInt8(ascii: ".")
      && !table.habits.contains(.keywordsAfterDots)
    if let kind = table.words.value(list.text, range), !isMember || kind == .type {
      list.add(kind, from: start)
      endsOperand = kind != .keyword || Self.operands.value(list.text, range) != nil
    } else if let mark = table.keyMark {
      let next = list.byte(list.afterBlanks(list.index))
      let isDotted = table.habits.contains(.tables) && next == UInt8(ascii: ".")
      if next == mark || isDotted { list.add(.variable, from: start) }
    } else if list.peek() == UInt8(ascii: "(") {
      list.add(.function, from: start)
    } else if table.habits.contains(.macros), list.peek() == UInt8(ascii: "!"), list.peek(1) != UInt8(ascii: "=") {
      list.index += 1
      list.add(.directive, from: start)
    } else if isFirst, table.habits.contains(.softKeywords), isSoftKeyword(range) {
      list.add(.keyword, from: start)
      endsOperand = false
    } else if isTypeName(range) {
      list.add(.type, from: start)
    }
  }

  /// The keywords that are values.
  private static let operands = WordTable<Void>([("this super true false null undefined self nil", ())])

  /// Reads the string behind a word that belongs to it.
  private mutating func prefixedString(_ word: Range<Int>) -> Bool {
    let next = list.peek()
    guard next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") || next == UInt8(ascii: "#"),
      let prefix = table.prefixes.value(list.text, word)
    else { return false }
    if prefix == .hashes || prefix == .delimiter { return rawString(from: word.lowerBound, prefix) }
    guard var form = form(at: list.index) else { return false }
    if prefix == .holes { form.hole = .brace }
    open(form, from: word.lowerBound)
    return true
  }

  private func isSoftKeyword(_ word: Range<Int>) -> Bool {
    guard Self.softKeywords.value(list.text, word) != nil, list.byte(word.upperBound).isBlank else { return false }
    let next = list.byte(list.afterBlanks(word.upperBound))
    return next.isWordPart || "\"'([{-*".utf8.contains(next)
  }

  private static let softKeywords = WordTable<Void>([("match case type", ())])

  /// Whether a word looks like a type's name: `CFRunLoopRef`, `pid_t`, but not `EAGAIN`.
  private func isTypeName(_ range: Range<Int>) -> Bool {
    if table.habits.contains(.suffixedTypes), range.count > 2, list.starts(with: "_t", at: range.upperBound - 2) {
      return true
    }
    return table.habits.contains(.capitalTypes) && list.text[range.lowerBound].isCapital
      && range.contains { list.text[$0] &- 0x61 < 26 }
  }

  private mutating func number(from start: Int) {
    list.number(from: start)
    endsOperand = true
    while goesOn(with: list.peek()), list.peek(1).isDigit || table.habits.contains(.quotesInNumbers),
      list.peek(1).isWordPart, list.peek(1) < 0x80
    {
      let mark = list.index
      list.index += 1
      list.number(from: mark)
    }
  }

  /// Whether a number may go on after a mark.
  private func goesOn(with mark: UInt8) -> Bool {
    switch mark {
    case UInt8(ascii: "'"): table.habits.contains(.quotesInNumbers)
    case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "+"), UInt8(ascii: "."): table.habits.contains(.dates)
    default: false
    }
  }
}

// MARK: Directives and attributes

extension TableScanner {
  /// Reads `#include <name>` or the beginning of another directive, whose rest is code.
  private mutating func directive() {
    let start = list.index
    let nameStart = list.afterBlanks(start + 1)
    list.index = min(list.wordEnd(nameStart), list.end)
    let isInclude = table.includes.value(list.text, nameStart..<max(nameStart, list.index)) != nil
    list.add(.directive, from: start)
    let next = list.afterBlanks(list.index)
    if isInclude, list.byte(next) == UInt8(ascii: "<") {
      list.index = next
      while !list.isAtEnd, list.peek() != .lineFeed, list.peek() != UInt8(ascii: ">") { list.index += 1 }
      if list.peek() == UInt8(ascii: ">") { list.index += 1 }
      list.add(.string, from: next)
    }
  }

  /// Reads what an `@` begins: an annotation, or in Objective-C a string, a keyword, or a literal as ever.
  private mutating func atSign(isFirst: Bool) {
    let start = list.index
    list.index += 1
    if table.habits.contains(.atWords) {
      if list.peek() == UInt8(ascii: "\""), let form = form(at: list.index) {
        open(form, from: start)
      } else if list.peek().isWordStart {
        list.index = list.wordEnd(list.index)
        list.add(.keyword, from: start)
      }
      return
    }
    let isAnnotation = table.habits.contains(.annotations) || isFirst && table.habits.contains(.decorators)
    guard isAnnotation, list.peek().isWordStart else { return }
    list.index = wordEnd(list.index)
    let isDeclaration = list.index - start == 10 && list.starts(with: "@interface", at: start)
    while list.peek() == UInt8(ascii: ".") || list.peek() == UInt8(ascii: ":"), list.peek(1).isWordStart {
      list.index = wordEnd(list.index + 1)
    }
    list.add(isDeclaration ? .keyword : .attribute, from: start)
  }

  /// Reads `#[…]` or `#![…]`.
  private mutating func hashAttribute() {
    let bracket = list.index + (list.peek(1) == UInt8(ascii: "!") ? 2 : 1)
    guard list.byte(bracket) == UInt8(ascii: "[") else {
      list.index += 1
      return
    }
    bracketed(as: .attribute)
  }

  /// Reads what stands between square brackets and may hold strings and other brackets.
  private mutating func bracketed(as kind: HighlightKind) {
    let start = list.index
    var depth = 0
    while !list.isAtEnd {
      let byte = list.peek()
      // Tables have their line.
      if byte == .lineFeed, kind == .type { break }
      if byte == UInt8(ascii: "\"") {
        list.quoted()
        continue
      }
      if byte == UInt8(ascii: "[") { depth += 1 }
      list.index += 1
      if byte == UInt8(ascii: "]") {
        depth -= 1
        if depth == 0 { break }
      }
    }
    list.add(kind, from: start)
  }
}
