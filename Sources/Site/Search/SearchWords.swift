/// Finds the words of a text as the search knows them; `templates/assets/search.js` finds those of a query in the same
/// way.
///
/// A word is a run of letters, marks, digits and `_`, in lower case. Names such as `CFRunLoop` and `time_left` are
/// words and also give the words they are put together from. Writing without blanks (Chinese, Japanese, Korean, Thai
/// and the like) gives each pair of neighbors, and the last character by itself. A lone ASCII character is not a
/// word, and neither is what takes more than 48 bytes.
///
/// Operators such as `??`, words with a sign before them, such as `#if` and `@MainActor`, and keywords with one behind
/// them, such as `try?`, are words, too: `^`, their signs as hexadecimal numbers, and the letters.
struct SearchWords {
  /// The longest word, in bytes.
  static let longest = 48

  private var word: [UInt8] = []

  /// The keywords that mean something else with `?` or `!` behind them.
  private static let askingKeywords = ["as", "init", "try"].map { Array($0.utf8) }

  /// The longest operator that is a word; what is longer is a line that is drawn.
  private static let longestOperator = 4

  /// Is called with a word, and whether it is only a part of a name that was told before.
  typealias Body = (_ word: UnsafeBufferPointer<UInt8>, _ isPart: Bool) -> Void

  /// The words of a name such as `two-timers`, put together so that the name is one word.
  static func joined(_ name: String) -> [UInt8] {
    name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
  }

  /// Calls `body` with each word of a text in UTF-8.
  mutating func forEach(in text: [UInt8], _ body: Body) {
    text.withUnsafeBufferPointer { text in
      var index = 0
      while index < text.count {
        let byte = text[index]
        if byte >= 0x80 {
          index = unicode(text, from: index, body)
        } else if Self.isWord(byte) {
          var end = index + 1
          var humps = byte == UInt8(ascii: "_")
          while end < text.count, Self.isWord(text[end]) {
            if Self.isUpper(text[end]) || text[end] == UInt8(ascii: "_") { humps = true }
            end += 1
          }
          if end < text.count, text[end] >= 0x80 {
            index = unicode(text, from: index, body)
          } else {
            ascii(UnsafeBufferPointer(rebasing: text[index..<end]), hasHumps: humps, body)
            if end < text.count, Self.isAsking(text[end]) { keyword(text, index..<end, body) }
            index = end
          }
        } else if Self.isOperator(byte) {
          index = operators(text, from: index, body)
        } else if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "@") {
          index = signed(text, at: index, body)
        } else {
          index += 1
        }
      }
    }
  }

  // MARK: Operators

  private mutating func operators(_ text: UnsafeBufferPointer<UInt8>, from start: Int, _ body: Body) -> Int {
    var end = start
    while end < text.count, Self.isOperator(text[end]) { end += 1 }
    let run = text[start..<end]
    // Comments begin with slashes, and would all be found by them.
    guard run.count > 1, run.count <= Self.longestOperator, run.contains(where: { $0 != UInt8(ascii: "/") }) else {
      return end
    }
    word.removeAll(keepingCapacity: true)
    word.append(UInt8(ascii: "^"))
    for byte in run { appendSign(byte) }
    word.withUnsafeBufferPointer { body($0, false) }
    return end
  }

  /// Takes the sign before a word, not the word, which is a word by itself, too.
  private mutating func signed(_ text: UnsafeBufferPointer<UInt8>, at start: Int, _ body: Body) -> Int {
    let isBehindWord = start > 0 && (Self.isWord(text[start - 1]) || text[start - 1] >= 0x80)
    var end = start + 1
    while end < text.count, Self.isWord(text[end]) { end += 1 }
    guard !isBehindWord, end > start + 1, end - start < Self.longest else { return start + 1 }
    word.removeAll(keepingCapacity: true)
    word.append(UInt8(ascii: "^"))
    appendSign(text[start])
    for byte in text[start + 1..<end] { word.append(Self.isUpper(byte) ? byte | 0x20 : byte) }
    word.withUnsafeBufferPointer { body($0, false) }
    return start + 1
  }

  /// Takes a keyword with the sign behind it.
  private mutating func keyword(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ body: Body) {
    guard Self.askingKeywords.contains(where: { $0.elementsEqual(text[range]) }) else { return }
    word.removeAll(keepingCapacity: true)
    word.append(UInt8(ascii: "^"))
    appendSign(text[range.upperBound])
    word.append(contentsOf: text[range])
    word.withUnsafeBufferPointer { body($0, false) }
  }

  private static func isAsking(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!") }

  private mutating func appendSign(_ byte: UInt8) {
    let digits = Array("0123456789abcdef".utf8)
    word.append(digits[Int(byte >> 4)])
    word.append(digits[Int(byte & 15)])
  }

  private static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"),
      UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
      UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  // MARK: ASCII

  private mutating func ascii(_ text: UnsafeBufferPointer<UInt8>, hasHumps: Bool, _ body: Body) {
    guard text.count > 1, text.count <= Self.longest else { return }
    // Most words of a book come this way.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longest) { room in
      for index in text.indices {
        room[index] = Self.isUpper(text[index]) ? text[index] | 0x20 : text[index]
      }
      let word = UnsafeBufferPointer(rebasing: room[..<text.count])
      body(word, false)
      guard hasHumps else { return }
      var start = 0
      for end in 1...text.count where end == text.count || Self.isJoint(text, end) {
        var piece = start..<end
        while let first = piece.first, text[first] == UInt8(ascii: "_") { piece.removeFirst() }
        start = end
        if piece.count > 1, piece.count < text.count { body(UnsafeBufferPointer(rebasing: word[piece]), true) }
      }
    }
  }

  /// Whether another part of a name begins: at `_`, at a capital after another letter or digit, and at the last capital
  /// before small letters.
  private static func isJoint(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    if text[index] == UInt8(ascii: "_") { return true }
    guard isUpper(text[index]) else { return false }
    if !isUpper(text[index - 1]) { return true }
    return index + 1 < text.count && isLower(text[index + 1])
  }

  private static func isUpper(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }
  private static func isLower(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }

  private static func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
  }

  // MARK: The rest of Unicode

  /// Takes a word or a run of pairs that holds more than ASCII; returns where it ends.
  private mutating func unicode(_ text: UnsafeBufferPointer<UInt8>, from start: Int, _ body: Body) -> Int {
    var index = start
    guard let (first, length) = Self.scalar(text, at: index) else { return start + 1 }
    guard Self.isWord(first) else { return start + length }
    if Self.isUnspaced(first) { return pairs(text, from: start, body) }
    word.removeAll(keepingCapacity: true)
    while let (scalar, length) = Self.scalar(text, at: index), Self.isWord(scalar), !Self.isUnspaced(scalar) {
      word.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
      index += length
    }
    let isLone = word.count == 1
    if !isLone, word.count <= Self.longest { word.withUnsafeBufferPointer { body($0, false) } }
    return index
  }

  /// Takes a run of characters that are written without blanks between words.
  private mutating func pairs(_ text: UnsafeBufferPointer<UInt8>, from start: Int, _ body: Body) -> Int {
    var previous = start
    var index = start
    while let (scalar, length) = Self.scalar(text, at: index), Self.isUnspaced(scalar), Self.isWord(scalar) {
      if index > start { body(UnsafeBufferPointer(rebasing: text[previous..<index + length]), false) }
      previous = index
      index += length
    }
    body(UnsafeBufferPointer(rebasing: text[previous..<index]), false)
    return index
  }

  /// The character at an offset and how many bytes it takes; nothing at the end and for damaged UTF-8.
  private static func scalar(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar, Int)? {
    guard index < text.count else { return nil }
    let first = text[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, index + length <= text.count else { return nil }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for next in text[index + 1..<index + length] {
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    return Unicode.Scalar(value).map { ($0, length) }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isWord(UInt8(truncatingIfNeeded: scalar.value)) }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }

  /// Whether a character is of a writing that has no blanks between words, or none that tell words from their endings.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
