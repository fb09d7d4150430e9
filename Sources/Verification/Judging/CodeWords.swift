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

  /// Its names and keywords, but for the names of members: what follows a period is looked up in what is before it.
  var unqualified: Set<String> { words { $0 != UInt8(ascii: ".") } }

  /// All of its names and keywords.
  var all: Set<String> { words { _ in true } }

  private func words(after isWanted: (UInt8) -> Bool) -> Set<String> {
    var words: Set<String> = []
    var before: UInt8 = 0
    var position = 0
    while position < bytes.count {
      let start = position
      while position < bytes.count, isCode[position], Self.isLetter(bytes[position]) { position += 1 }
      if position > start {
        if isWanted(before) { words.insert(String(decoding: bytes[start..<position], as: UTF8.self)) }
        before = bytes[position - 1]
      } else {
        // Blanks and comments may stand between a period and the name.
        if isCode[position], ![9, 10, 13, 32, UInt8(ascii: "`")].contains(bytes[position]) { before = bytes[position] }
        position += 1
      }
    }
    return words
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...,
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
