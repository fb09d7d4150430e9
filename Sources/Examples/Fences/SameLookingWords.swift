internal import Highlighting
internal import Markdown
internal import Text

/// Finds words of a chapter's examples, and blanks between them, that readers would take for others.
///
/// An accent can be a character of its own or a part of its letter, a Cyrillic letter can look like a Latin one, and a
/// joiner has no width: the compiler takes the two for different names.
struct SameLookingWords {
  /// How each word with other than ASCII characters was first written, by its look.
  ///
  /// Strings are equal however accents are written.
  private var first: [String: String] = [:]

  /// What is wrong with the words of an example's lines.
  mutating func problems(in lines: [SourceLine], of file: SourceFile) -> [Diagnostic] {
    guard lines.contains(where: { $0.text.utf8.contains { $0 >= 0x80 } }) else { return [] }
    let text = Array(lines.map(\.text).joined(separator: "\n").utf8)
    let tokens = Highlighter.tokens(text, language: .swift)
    var problems: [Diagnostic] = []
    var (start, token) = (0, 0)
    for line in lines {
      let bytes = Array(line.text.utf8)
      for range in Self.words(of: bytes) {
        let begin = start + range.lowerBound
        while token < tokens.count, tokens[token].range.upperBound <= begin { token += 1 }
        let kind = token < tokens.count && tokens[token].range.contains(begin) ? tokens[token].kind : nil
        if kind != .comment, let (scalar, place) = Self.blank(in: bytes[range]) {
          problems.append(
            Diagnostic(
              id: "same-looking-blank",
              "\(scalar.codeAndName) looks like an ordinary space, so readers would see different code from what runs",
              at: file.place(line.fileOffset(ofByte: place.lowerBound)..<line.fileOffset(ofByte: place.upperBound)),
              cure: "write a space; in a string literal, write it as `\(scalar.escape)`"))
          continue
        }
        let word = String(decoding: bytes[range], as: UTF8.self)
        guard let (message, cure) = problem(of: word, isCode: kind != .string && kind != .comment) else { continue }
        let place = line.fileOffset(ofByte: range.lowerBound)..<line.fileOffset(ofByte: range.upperBound)
        problems.append(Diagnostic(id: "same-looking-words", message, at: file.place(place), cure: cure))
      }
      start += bytes.count + 1
    }
    return problems
  }

  /// What is wrong with a word, and what helps.
  private mutating func problem(of word: String, isCode: Bool) -> (message: String, cure: String)? {
    let look = Self.look(of: word, isCode: isCode)
    if look.utf8.allSatisfy({ $0 < 0x80 }) {
      let strange = word.unicodeScalars.first { !$0.isASCII }?.codeAndName ?? ""
      let literal = isCode ? "" : "; in a string literal, `\(Self.spelled(word))` says what you mean"
      return (
        "this looks like '\(look)', but has \(strange), so it is another word to the compiler",
        "write '\(look)' with ASCII characters, or another word\(literal)"
      )
    }
    let other = first[look, default: word]
    first[look] = other
    guard !other.utf8.elementsEqual(word.utf8) else { return nil }
    return (
      "this looks like '\(other)' elsewhere in the chapter, but it is another word to the compiler",
      "write both with the same characters: \(Self.spelled(other))"
    )
  }

  /// The first character that readers take for a blank.
  private static func blank(in word: ArraySlice<UInt8>) -> (Unicode.Scalar, Range<Int>)? {
    var offset = word.startIndex
    for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
      let end = offset + UTF8.width(scalar)
      switch scalar.value {
      case 0xA0, 0x2000...0x200A, 0x202F, 0x205F: return (scalar, offset..<end)
      default: offset = end
      }
    }
    return nil
  }

  /// What readers take a word for.
  ///
  /// In comments and strings, a word of another script may look like an English one by chance, and signs are those of
  /// prose: there only letters count, and only beside ASCII ones.
  private static func look(of word: String, isCode: Bool) -> String {
    let isMixed = word.utf8.contains(where: isLetter)
    var look = ""
    for scalar in word.unicodeScalars {
      let other = scalar.isASCII ? nil : LookAlikes.look(of: scalar)
      if let other, isCode || (isMixed && other.utf8.allSatisfy(isLetter)) {
        look += other
      } else {
        look.unicodeScalars.append(scalar)
      }
    }
    return look
  }

  /// Where words stand that have other than ASCII characters.
  private static func words(of text: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var begin = 0
    for end in 0...text.count where end == text.count || !belongsToWord(text[end]) {
      if text[begin..<end].contains(where: { $0 >= 0x80 }) { words.append(begin..<end) }
      begin = end + 1
    }
    return words
  }

  private static func belongsToWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || isLetter(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// A word with its characters that are not ASCII as escapes.
  private static func spelled(_ word: String) -> String {
    word.unicodeScalars.map { $0.isASCII ? String($0) : $0.escape }.joined()
  }
}
