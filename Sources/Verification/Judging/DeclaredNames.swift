internal import Highlighting
internal import Text

/// What a program declares at its top level, where what comes after it in the same program can use it.
struct DeclaredNames {
  /// By name, the bytes of the first declaration's name.
  private(set) var ranges: [String: Range<Int>] = [:]

  private static let words: Set = [
    "let", "var", "func", "struct", "class", "enum", "protocol", "actor", "typealias",
  ]

  /// Finds them in a text, as far as its words tell.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    var depth = 0
    var end = 0
    for token in Highlighter.tokens(bytes, language: .swift) {
      depth += Self.depth(bytes[end..<token.range.lowerBound])
      end = token.range.upperBound
      guard depth == 0, token.kind == .keyword,
        Self.words.contains(String(decoding: bytes[token.range], as: UTF8.self))
      else { continue }
      for range in Self.names(bytes, after: end) {
        let name = String(decoding: bytes[range], as: UTF8.self)
        if ranges[name] == nil { ranges[name] = range }
      }
    }
  }

  /// How many more brackets of code a piece opens than it closes.
  private static func depth(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 == UInt8(ascii: "{") } - bytes.count { $0 == UInt8(ascii: "}") }
  }

  /// The name that follows a word, or those in parentheses.
  private static func names(_ bytes: [UInt8], after start: Int) -> [Range<Int>] {
    var position = start
    var names: [Range<Int>] = []
    var isTuple = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "`"), UInt8(ascii: ","):
        position += 1
      case UInt8(ascii: "(") where !isTuple && names.isEmpty:
        isTuple = true
        position += 1
      default:
        let end = bytes[position...].firstIndex { !isLetter($0) } ?? bytes.count
        guard end > position else { return names }
        names.append(position..<end)
        position = end
        if !isTuple { return names }
      }
    }
    return names
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
