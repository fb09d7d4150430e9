/// Reads commands of a shell.
struct ShellScanner {
  /// What has been opened and not closed.
  private enum Frame {
    /// `"`
    case quotes
    /// `(`, `$(`
    case parentheses
  }

  private static let words = WordTable<Bool>([
    // Those after which a command follows, and those after which none does.
    ("if then else elif do while until ! time { } done fi esac", true),
    ("for case select function in [[ ]] return exit break continue export local readonly declare unset shift", false),
  ])

  /// The parameters whose names are not words.
  private static let parameters = Array("?!$#@*-".utf8)

  /// What goes on with the word before it.
  private static let joined = Array("\"'$\\".utf8)

  private var list: TokenList
  private var frames: [Frame] = []
  /// The words that end the documents which begin on the next line, and whether tabs may stand before them.
  private var documents: [(word: [UInt8], allowsTabs: Bool)] = []
  private var expectsCommand = true
  /// Whether `in` is a keyword on this line.
  private var expectsIn = false

  private init(_ list: TokenList) {
    self.list = list
  }

  /// The tokens of a script.
  static func tokens(_ list: TokenList) -> [HighlightToken] {
    var scanner = ShellScanner(list)
    scanner.run()
    return scanner.list.tokens
  }

  /// The tokens of what a terminal shows.
  ///
  /// A line that begins with `$ ` is a command, which goes on after a backslash at its end; all others are output.
  static func tokensOfSession(_ list: TokenList) -> [HighlightToken] {
    var list = list
    let end = list.end
    while list.index < end {
      let start = list.index
      list.skipLine()
      if list.starts(with: "$ ", at: start) || list.starts(with: "$\n", at: start) {
        while list.index < end, list.byte(list.index - 1) == UInt8(ascii: "\\") {
          list.index += 1
          list.skipLine()
        }
        var scanner = ShellScanner(list)
        scanner.list.end = list.index
        scanner.list.index = start + 1
        scanner.list.add(.prompt, from: start)
        scanner.run()
        list = scanner.list
        list.end = end
      }
      if list.index < end { list.index += 1 }
    }
    return list.tokens
  }

  private mutating func run() {
    while !list.isAtEnd {
      if frames.last == .quotes { quotes() } else { code() }
    }
  }

  private mutating func code() {
    let start = list.index
    let byte = list.peek()
    switch byte {
    case .lineFeed:
      list.index += 1
      expectsCommand = true
      expectsIn = false
      readDocuments()
    case _ where byte.isBlank: list.index += 1
    case UInt8(ascii: "#") where !Self.isPartOfWord(list.byte(start - 1)): list.lineComment()
    case UInt8(ascii: "\""):
      list.index += 1
      list.add(.string, from: start)
      frames.append(.quotes)
      expectsCommand = false
    case UInt8(ascii: "'"): plainQuotes(from: start)
    case UInt8(ascii: "$"): dollar()
    case UInt8(ascii: "\\"): list.index = min(start + 2, list.end)
    case UInt8(ascii: "("):
      list.index += 1
      frames.append(.parentheses)
      expectsCommand = true
    case UInt8(ascii: ")"):
      list.index += 1
      // Where nothing is open, a pattern of `case` ends.
      expectsCommand = frames.popLast() == nil
    case UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "`"):
      list.index += 1
      if list.byte(start - 1) != UInt8(ascii: ">") { expectsCommand = true }
    case UInt8(ascii: "<") where list.peek(1) == byte: hereDocument()
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      list.index += 1
    case _ where Self.isPartOfWord(byte): word()
    default: list.index += 1
    }
  }

  private mutating func word() {
    let start = list.index
    while !list.isAtEnd, Self.isPartOfWord(list.peek()), list.peek() != UInt8(ascii: "=") { list.index += 1 }
    let range = start..<list.index
    if list.peek() == UInt8(ascii: "=") {
      if expectsCommand, list.wordEnd(start) == range.upperBound { list.add(.variable, from: start) }
      list.index += 1
      // The value, as far as it is plain; a command may follow it.
      while !list.isAtEnd, Self.isPartOfWord(list.peek()) { list.index += 1 }
      return
    }
    guard !Self.isPartOfWord(list.byte(start - 1)) else { return }
    let goesOn = Self.joined.contains(list.peek())
    if expectsCommand {
      if let expectsMore = Self.words.value(list.text, range), !goesOn {
        list.add(.keyword, from: start)
        expectsCommand = expectsMore
        expectsIn = !expectsMore
      } else if list.byte(list.afterBlanks(list.index)) != UInt8(ascii: ")") {
        list.add(.function, from: start)
        expectsCommand = false
      }
    } else if expectsIn, list.starts(with: "in", at: start), range.count == 2 {
      list.add(.keyword, from: start)
      expectsIn = false
    } else if !goesOn, list.text[range].allSatisfy(\.isDigit) {
      list.add(.number, from: start)
    }
  }

  private mutating func plainQuotes(from start: Int) {
    list.index += 1
    while !list.isAtEnd, list.peek() != UInt8(ascii: "'") { list.index += 1 }
    if !list.isAtEnd { list.index += 1 }
    list.add(.string, from: start)
    expectsCommand = false
  }

  /// Reads what is between double quotes up to something that is replaced in it.
  private mutating func quotes() {
    let start = list.index
    while !list.isAtEnd {
      switch list.peek() {
      case UInt8(ascii: "\""):
        list.index += 1
        list.add(.string, from: start)
        frames.removeLast()
        return
      case UInt8(ascii: "\\"): list.index = min(list.index + 2, list.end)
      case UInt8(ascii: "$"):
        list.add(.string, from: start)
        let dollar = list.index
        self.dollar()
        if list.index == dollar + 1 { list.add(.string, from: dollar) }
        return
      default: list.index += 1
      }
    }
    list.add(.string, from: start)
  }

  /// Reads what begins with a dollar sign.
  private mutating func dollar() {
    let start = list.index
    let isQuoted = frames.last == .quotes
    if !isQuoted { expectsCommand = false }
    list.index += 1
    switch list.peek() {
    case UInt8(ascii: "("):
      list.index += 1
      frames.append(.parentheses)
      expectsCommand = true
    case UInt8(ascii: "{"):
      var depth = 0
      while !list.isAtEnd, list.peek() != .lineFeed {
        if list.peek() == UInt8(ascii: "{") { depth += 1 }
        if list.peek() == UInt8(ascii: "}") { depth -= 1 }
        list.index += 1
        if depth == 0 { break }
      }
      list.add(.variable, from: start)
    case UInt8(ascii: "'") where !isQuoted:
      list.quoted(goesOnPastLine: true)
      list.add(.string, from: start)
    case let next where next.isWordStart && next < 0x80:
      while !list.isAtEnd, list.peek().isWordPart, list.peek() < 0x80 { list.index += 1 }
      list.add(.variable, from: start)
    case let next where next.isDigit || Self.parameters.contains(next):
      list.index += 1
      list.add(.variable, from: start)
    default: break
    }
  }

  /// Notes the word that a document after `<<` ends with.
  private mutating func hereDocument() {
    list.index += 2
    // `<<<` is followed by a word.
    if list.peek() == UInt8(ascii: "<") {
      list.index += 1
      return
    }
    let allowsTabs = list.peek() == UInt8(ascii: "-")
    var start = list.afterBlanks(allowsTabs ? list.index + 1 : list.index)
    let quote = list.byte(start)
    let isQuoted = quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "\\")
    if isQuoted { start += 1 }
    let wordEnd = list.wordEnd(start)
    guard wordEnd > start, start <= list.end else { return }
    documents.append((Array(list.text[start..<wordEnd]), allowsTabs))
    list.index = isQuoted && list.byte(wordEnd) == quote && wordEnd < list.end ? wordEnd + 1 : wordEnd
  }

  private mutating func readDocuments() {
    for document in documents {
      let start = list.index
      var lineStart = start
      while !list.isAtEnd {
        lineStart = list.index
        list.skipLine()
        var textStart = lineStart
        while document.allowsTabs, list.byte(textStart) == 0x09 { textStart += 1 }
        if textStart <= list.index, list.text[textStart..<list.index] == document.word[...] { break }
        lineStart = list.index
        if !list.isAtEnd { list.index += 1 }
      }
      let end = list.index
      list.index = lineStart
      list.add(.string, from: start)
      list.index = end
      if !list.isAtEnd { list.index += 1 }
    }
    documents.removeAll()
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case _ where byte.isWordPart: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "~"), UInt8(ascii: "+"),
      UInt8(ascii: ":"),
      UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "^"):
      true
    default: false
    }
  }
}
