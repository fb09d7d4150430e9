extension SwiftScanner {
  /// Reads a name or keyword.
  mutating func word() {
    let start = list.index
    list.index = list.wordEnd(start)
    let range = start..<list.index
    guard let word = SwiftWord.table.value(list.text, range) else {
      name(range)
      return
    }
    if isKeyword(word, range) {
      list.add(.keyword, from: start)
      follow(word, range)
    } else {
      name(range)
    }
  }

  /// Notes a name that is not a keyword.
  private mutating func name(_ range: Range<Int>) {
    let next = list.peek()
    // Past underscores, the first letter counts.
    var first = range.lowerBound
    while first < range.upperBound - 1, list.byte(first) == UInt8(ascii: "_") { first += 1 }
    let mayBeType = announcesType
    // `(_ name: Type)` where a type is expected has names before it.
    let isName = mayBeType && (next == UInt8(ascii: ":") || isFollowedByWord)
    let isLabel = next == UInt8(ascii: ":") && isArgumentStart
    let blanksEnd = list.afterBlanks(list.index)
    if list.byte(blanksEnd).isDigit, blanksEnd > list.index {
      // `macOS 15`: a platform and its version, since nothing else stands so.
      list.add(.keyword, from: range.lowerBound)
    } else if mayBeType && !isName || list.byte(first).isCapital && !isLabel {
      list.add(.type, from: range.lowerBound)
    } else if next == UInt8(ascii: "(") {
      list.add(.function, from: range.lowerBound)
    }
    switch previous {
    case .typeIntroducer where isName, .binding: previous = .boundName
    case .typeIntroducer, .typeDot: previous = .typeName
    default: previous = .operand
    }
  }

  /// Whether a type is expected here.
  private var announcesType: Bool {
    switch previous {
    case .typeIntroducer, .typeDot: true
    default: false
    }
  }

  /// Whether a name follows what was read.
  private var isFollowedByWord: Bool {
    let next = list.afterBlanks(list.index)
    guard list.byte(next).isWordStart else { return false }
    return SwiftWord.table.value(list.text, next..<list.wordEnd(next)) == nil
  }

  /// Whether an argument or parameter begins here.
  private var isArgumentStart: Bool {
    switch previous {
    case .openBracket, .comma: true
    default: false
    }
  }

  private var isAfterSquare: Bool {
    if case .openSquare = previous { true } else { false }
  }

  /// Whether a word that may be a keyword is one here.
  private func isKeyword(_ word: SwiftWord, _ range: Range<Int>) -> Bool {
    let next = list.afterBlanks(range.upperBound)
    let nextByte = list.byte(next)
    switch previous {
    case .dot, .typeDot:
      return word == .callable && list.starts(with: "init", at: range.lowerBound)
        || word == .value && list.starts(with: "self", at: range.lowerBound) || word == .metatype
    default: break
    }
    switch word {
    case .value: return true
    case .metatype: return false
    case .reserved, .callable, .cast:
      return !((isArgumentStart || isAfterSquare) && (nextByte == UInt8(ascii: ":") || isSecondName(next)))
    case .binding:
      return !(isArgumentStart && nextByte == UInt8(ascii: ":"))
    case .modifier: return isModifier(range, next)
    case .typeModifier:
      return next > range.upperBound
        && (nextByte.isWordStart || nextByte == UInt8(ascii: "(") || nextByte == UInt8(ascii: "~")) && !isInfix(next)
    case .effect:
      if nextByte == UInt8(ascii: "-"), list.byte(next + 1) == UInt8(ascii: ">") { return true }
      if case .closeParenthesis = previous { return true }
      if case .accessor = previous { return true }
      return isWord(next, "let") || isWord(next, "var") || isWord(next, "throws") || isWord(next, "rethrows")
    case .accessor: return isAccessor(range, next)
    case .availability:
      guard case .attribute? = frames.last, nextByte != UInt8(ascii: ":") else { return false }
      return true
    }
  }

  /// Whether a name with a colon stands at a place, the second of a parameter.
  private func isSecondName(_ place: Int) -> Bool {
    guard case .parameters? = frames.last, list.byte(place).isWordStart else { return false }
    return list.byte(list.afterBlanks(list.wordEnd(place))) == UInt8(ascii: ":")
  }

  private func isModifier(_ range: Range<Int>, _ next: Int) -> Bool {
    let nextByte = list.byte(next)
    if next == range.upperBound {
      // `unowned(safe)`, `nonisolated(unsafe)`, `open(set)`; a modifier on a line of its own.
      if nextByte == UInt8(ascii: "(") {
        return isWord(range.lowerBound, "unowned") || isWord(range.lowerBound, "nonisolated")
          || list.starts(with: "(set)", at: next)
      }
      return false
    }
    if nextByte.isWordStart { return !isInfix(next) && !isSecondName(next) }
    if nextByte == UInt8(ascii: "$") { return true }
    if nextByte == UInt8(ascii: "&") { return isWord(range.lowerBound, "yield") && list.byte(next + 1).isWordStart }
    if nextByte == UInt8(ascii: "("), announcesType { return true }
    guard isWord(range.lowerBound, "await") else { return nextByte == UInt8(ascii: "@") && !isAfterOperand }
    if nextByte == UInt8(ascii: "!") { return list.byte(next + 1).isWordStart }
    return [UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "."), UInt8(ascii: "#"), UInt8(ascii: "`")]
      .contains(nextByte)
  }

  private func isAccessor(_ range: Range<Int>, _ next: Int) -> Bool {
    switch previous {
    case .openBrace, .closeBrace, .accessor: break
    case .keyword where !expectsParameters: break
    default: return false
    }
    switch list.byte(next) {
    case UInt8(ascii: "{"): return true
    case UInt8(ascii: "}"), .lineFeed: return list.starts(with: "et", at: range.lowerBound + 1) && range.count == 3
    case UInt8(ascii: "("): return true
    default:
      return isWord(next, "set") || isWord(next, "get") || isWord(next, "async") || isWord(next, "throws")
        || isWord(next, "mutating") || isWord(next, "nonmutating")
    }
  }

  /// Whether a keyword that stands between operands, or begins a block, stands at a place.
  private func isInfix(_ place: Int) -> Bool {
    isWord(place, "in") || isWord(place, "is") || isWord(place, "as") || isWord(place, "where") || isWord(place, "else")
  }

  /// Whether a word stands at a place.
  private func isWord(_ place: Int, _ word: StaticString) -> Bool {
    list.starts(with: word, at: place) && !list.byte(place + word.utf8CodeUnitCount).isWordPart
  }

  /// Notes what a keyword means for what follows.
  private mutating func follow(_ word: SwiftWord, _ range: Range<Int>) {
    switch word {
    case .callable:
      if case .dot = previous {
        previous = .operand
        return
      }
      expectsParameters = true
      previous = .keyword
    case .binding: previous = .binding
    case .cast:
      previous = .typeIntroducer
      // The mark of `as?` and `as!`.
      if list.peek() == UInt8(ascii: "?") || list.peek() == UInt8(ascii: "!") { list.index += 1 }
    case .value, .metatype: previous = .operand
    case .typeModifier: previous = .typeIntroducer
    case .accessor: previous = .accessor
    case .modifier:
      if isWord(range.lowerBound, "macro") { expectsParameters = true }
      switch previous {
      case .typeIntroducer: break
      default:
        previous =
          isWord(range.lowerBound, "mutating") || isWord(range.lowerBound, "nonmutating")
          ? .accessor
          : list.peek() == UInt8(ascii: "(") ? .accessLevel : .keyword
      }
    case .effect: previous = .accessor
    case .availability: previous = .operand
    case .reserved:
      if isWord(range.lowerBound, "extension") {
        previous = .typeIntroducer
        return
      }
      if isWord(range.lowerBound, "case") {
        previous = .other
        return
      }
      if isWord(range.lowerBound, "inout"), case .typeIntroducer = previous { return }
      if isWord(range.lowerBound, "throws"), case .accessor = previous { return }
      previous =
        list.peek() == UInt8(ascii: "(") && list.starts(with: "(set)", at: list.index) ? .accessLevel : .keyword
    }
  }
}
