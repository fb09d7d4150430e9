internal import Highlighting

/// The code of a Swift program, without its comments and what its string literals say.
struct CodeWords {
  private let bytes: [UInt8]
  /// Which of these are code.
  private var isCode: [Bool]

  init(_ text: String) {
    bytes = Array(text.utf8)
    isCode = Array(repeating: true, count: bytes.count)
    for token in Highlighter.tokens(bytes, language: .swift) {
      switch token.kind {
      case .string, .comment: for offset in token.range { isCode[offset] = false }
      default: break
      }
    }
  }

  /// The bytes of code, in order.
  var code: [UInt8] { zip(bytes, isCode).compactMap { $1 ? $0 : nil } }

  /// Its names and keywords, but for the names of members, since what follows a period is looked up in what is before
  /// it, and but for the labels of arguments.
  var unqualified: Set<String> {
    words { word in
      word.before != UInt8(ascii: ".")
        && !(word.isInParentheses && [UInt8(ascii: "("), UInt8(ascii: ",")].contains(word.before)
          && next(word.end) == UInt8(ascii: ":"))
    }
  }

  /// All of its names and keywords.
  var all: Set<String> { words { _ in true } }

  /// A word, and what stands around it.
  private struct Word {
    /// The byte of code before it that is not blank; 0: none.
    var before: UInt8
    /// Where it ends.
    var end: Int
    /// Whether the innermost bracket that is open is a parenthesis.
    var isInParentheses: Bool
  }

  private func words(where isWanted: (Word) -> Bool) -> Set<String> {
    var words: Set<String> = []
    var before: UInt8 = 0
    var open: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let start = position
      while position < bytes.count, isCode[position], Self.isLetter(bytes[position]) { position += 1 }
      if position > start {
        let word = Word(before: before, end: position, isInParentheses: open.last == UInt8(ascii: "("))
        if isWanted(word) { words.insert(String(decoding: bytes[start..<position], as: UTF8.self)) }
        before = bytes[position - 1]
        continue
      }
      if isSeen(position) {
        before = bytes[position]
        switch before {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(before)
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
        default: break
        }
      }
      position += 1
    }
    return words
  }

  /// Whether a byte counts as standing beside a word: blanks and comments may be between.
  private func isSeen(_ position: Int) -> Bool {
    isCode[position] && ![9, 10, 13, 32, UInt8(ascii: "`")].contains(bytes[position])
  }

  /// The byte of code from a place on that is not blank.
  private func next(_ position: Int) -> UInt8? { bytes.indices[position...].first(where: isSeen).map { bytes[$0] } }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...,
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
