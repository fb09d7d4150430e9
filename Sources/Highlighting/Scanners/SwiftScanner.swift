/// Reads Swift, and comes to what the compiler's parser says, without building a tree.
///
/// The parser takes about two hundred times as long. What a word is follows from the tokens around it: the one before,
/// the bytes after, and the brackets that are open. The tests ask the parser about the sources of this repository and
/// others, and name what is known to differ. Beyond the parser, a name that begins with a capital letter counts as a
/// type's wherever it stands, as the language's conventions have it.
struct SwiftScanner {
  /// What a bracket or string that is open means.
  enum Frame {
    /// `(`, `[`
    case bracket
    /// `{`
    case brace
    /// `(` of a function's declaration.
    case parameters
    /// `(` of an attribute.
    case attribute
    /// `\(` in a string with so many `#`, of one or of several lines.
    case interpolation(hashes: Int, isLong: Bool)
  }

  /// What the token before was.
  enum Previous {
    /// The beginning, an operator or another mark after which an operand follows.
    case other
    /// A name, a literal or a closing bracket.
    case operand
    /// A keyword after which an operand follows.
    case keyword
    /// `get`, `set`, `mutating`: another accessor may follow.
    case accessor
    case accessLevel
    case dot
    case comma
    case openBracket
    case openSquare
    case openBrace
    case closeBrace
    /// `let` or `var`.
    case binding
    /// The name after `let` or `var`.
    case boundName
    /// `->`, `as` or the colon of a declaration.
    case typeIntroducer
    /// The name of a type that `typeIntroducer` announced.
    case typeName
    /// A dot in such a name.
    case typeDot
    /// `)`
    case closeParenthesis
  }

  var list: TokenList
  var frames: [Frame] = []
  var previous = Previous.other
  /// Whether `func`, `init` or `subscript` was read and its parameters have not begun.
  var expectsParameters = false
  /// Before this place, no regular expression can end on its line: it was looked for in vain.
  var regexFreeEnd = 0

  private init(_ list: TokenList) {
    self.list = list
  }

  /// The tokens of a text.
  static func tokens(_ list: TokenList) -> [HighlightToken] {
    var scanner = SwiftScanner(list)
    if list.starts(with: "#!", at: 0) { scanner.list.lineComment() }
    while !scanner.list.isAtEnd { scanner.step() }
    return scanner.list.tokens
  }

  private mutating func step() {
    let start = list.index
    let byte = list.peek()
    switch byte {
    case _ where byte.isBlank || byte == .lineFeed: list.skipSpace()
    case _ where byte.isWordStart: word()
    case _ where byte.isDigit: number()
    case UInt8(ascii: "\""): openString(hashes: 0)
    case UInt8(ascii: "#"): hash()
    case UInt8(ascii: "@"): attribute()
    case UInt8(ascii: "`"): quotedName()
    case UInt8(ascii: "$"):
      list.index = list.wordEnd(start + 1)
      if list.index > start + 1 { list.add(.variable, from: start) }
      previous = .operand
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open(byte)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close(byte)
    case UInt8(ascii: "/") where list.peek(1) == UInt8(ascii: "/"): list.lineComment()
    case UInt8(ascii: "/") where list.peek(1) == UInt8(ascii: "*"): list.blockComment(nests: true)
    case UInt8(ascii: "/") where !isAfterOperand: slash()
    default: mark(byte)
    }
  }

  /// Whether an operand stands before, so that an operator must be between two.
  var isAfterOperand: Bool {
    switch previous {
    case .operand, .closeBrace, .closeParenthesis, .typeName, .boundName: true
    default: false
    }
  }

  private mutating func mark(_ byte: UInt8) {
    list.index += 1
    switch byte {
    case UInt8(ascii: ".") where list.peek() == byte:
      while list.peek() == byte { list.index += 1 }
      previous = .other
    case UInt8(ascii: "."):
      switch previous {
      case .typeName: previous = .typeDot
      default: previous = .dot
      }
    case UInt8(ascii: ","), UInt8(ascii: ";"): previous = byte == UInt8(ascii: ",") ? .comma : .other
    case UInt8(ascii: ":"):
      var announcesType = false
      if case .boundName = previous { announcesType = true }
      if case .parameters? = frames.last { announcesType = true }
      previous = announcesType ? .typeIntroducer : .other
    case UInt8(ascii: "-") where list.peek() == UInt8(ascii: ">"):
      list.index += 1
      previous = .typeIntroducer
    case UInt8(ascii: "<") where list.byte(list.index - 2).isWordPart && list.peek().isWordStart:
      // `Name<name>` has a type between its brackets.
      let end = list.byte(list.wordEnd(list.index))
      previous = end == UInt8(ascii: ">") || end == UInt8(ascii: "?") ? .typeIntroducer : .other
    case UInt8(ascii: "?"), UInt8(ascii: "!"):
      // Right after an operand it belongs to it.
      if !isAfterOperand || list.byte(list.index - 2).isBlank {
        if case .typeIntroducer = previous { return }
        previous = .other
      }
    default: previous = .other
    }
  }

  private mutating func open(_ byte: UInt8) {
    list.index += 1
    if byte == UInt8(ascii: "{") {
      frames.append(.brace)
      expectsParameters = false
      previous = .openBrace
    } else if byte == UInt8(ascii: "("), expectsParameters {
      frames.append(.parameters)
      expectsParameters = false
      previous = .openBracket
    } else {
      if case .accessLevel = previous {
        modifierDetail()
        return
      }
      frames.append(.bracket)
      if case .typeIntroducer = previous { return }
      previous = byte == UInt8(ascii: "[") ? .openSquare : .openBracket
    }
  }

  private mutating func close(_ byte: UInt8) {
    list.index += 1
    switch frames.popLast() {
    case .interpolation(let hashes, let isLong)?:
      if byte == UInt8(ascii: ")") {
        string(from: list.index, hashes: hashes, isLong: isLong)
      } else {
        frames.append(.interpolation(hashes: hashes, isLong: isLong))
      }
    case .attribute?: previous = .keyword
    default:
      previous =
        switch byte {
        case UInt8(ascii: "}"): .closeBrace
        case UInt8(ascii: ")"): .closeParenthesis
        default: .operand
        }
    }
  }

  /// Reads the rest of `private(set)` or `unowned(unsafe)` after its bracket.
  private mutating func modifierDetail() {
    list.index = list.wordEnd(list.index)
    if list.peek() == UInt8(ascii: ")") { list.index += 1 }
    previous = .keyword
  }

  private mutating func number() {
    let start = list.index
    if case .dot = previous {
      // A member of a tuple, after which another may follow.
      while list.peek().isDigit { list.index += 1 }
      list.add(.number, from: start)
    } else {
      literal()
      // A version has more parts.
      while list.peek() == UInt8(ascii: "."), list.peek(1).isDigit { list.index = list.wordEnd(list.index + 1) }
      list.add(.number, from: start)
    }
    previous = .operand
  }

  private mutating func literal() {
    let isHexadecimal = list.peek() == UInt8(ascii: "0") && list.peek(1) == UInt8(ascii: "x")
    list.index = list.wordEnd(list.index)
    var exponent = list.byte(list.index - 1) | 0x20
    if list.peek() == UInt8(ascii: "."), isHexadecimal ? hasExponent(list.index + 1) : list.peek(1).isDigit {
      let digits = list.index + 1
      list.index = list.wordEnd(digits)
      exponent = list.byte(list.index - 1) | 0x20
    }
    guard exponent == (isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")) else { return }
    if list.peek() == UInt8(ascii: "-") || list.peek() == UInt8(ascii: "+"), list.peek(1).isDigit {
      list.index = list.wordEnd(list.index + 1)
    }
  }

  /// Whether hexadecimal digits and a `p` stand at a place.
  private func hasExponent(_ place: Int) -> Bool {
    list.text[place..<max(place, list.wordEnd(place))].contains { $0 | 0x20 == UInt8(ascii: "p") }
  }

  /// Reads `@` and the name after it.
  private mutating func attribute() {
    let start = list.index
    list.index = list.wordEnd(start + 1)
    while list.index > start + 1, list.peek() == UInt8(ascii: "."), list.peek(1).isWordStart {
      list.index = list.wordEnd(list.index + 1)
    }
    if list.index > start + 1 { list.add(.attribute, from: start) }
    if list.peek() == UInt8(ascii: "(") {
      list.index += 1
      frames.append(.attribute)
      previous = .openBracket
    } else if case .typeIntroducer = previous {
      // A type is still to come.
    } else {
      previous = .keyword
    }
  }

  private mutating func quotedName() {
    let start = list.index
    list.index += 1
    while !list.isAtEnd, list.peek() != UInt8(ascii: "`"), list.peek() != .lineFeed { list.index += 1 }
    guard list.peek() == UInt8(ascii: "`") else {
      previous = .other
      return
    }
    list.index += 1
    if list.peek() == UInt8(ascii: "(") {
      list.add(.function, from: start)
    } else if list.byte(start + 1).isCapital {
      list.add(.type, from: start)
    }
    previous = .operand
  }
}
