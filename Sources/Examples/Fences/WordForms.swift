internal import Markdown
internal import Text

/// Finds words of a chapter's examples that look the same and are not.
///
/// An accent can be a character of its own or a part of its letter. The compiler takes the two for different names.
struct WordForms {
  /// How each word with other than ASCII characters was first written; strings are equal however accents are written.
  private var first: [String: String] = [:]

  /// What is wrong with the words of an example's lines.
  mutating func problems(in lines: [SourceLine], of file: SourceFile) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for line in lines where line.text.utf8.contains(where: { $0 >= 0x80 }) {
      let bytes = Array(line.text.utf8)
      for range in Self.words(of: bytes) {
        let word = String(decoding: bytes[range], as: UTF8.self)
        let other = first[word, default: word]
        first[word] = other
        guard !other.utf8.elementsEqual(word.utf8) else { continue }
        let place = line.fileOffset(ofByte: range.lowerBound)..<line.fileOffset(ofByte: range.upperBound)
        problems.append(
          Diagnostic(
            id: "same-looking-words",
            "this looks like '\(other)' in another place of the chapter, but the compiler takes it for another word",
            at: file.place(place), cure: "write both with the same characters: \(Self.spelled(other))"))
      }
    }
    return problems
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
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return byte >= 0x80 || byte == UInt8(ascii: "_") || letters.contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// A word with its characters that are not ASCII as escapes.
  private static func spelled(_ word: String) -> String {
    word.unicodeScalars.map { $0.isASCII ? String($0) : "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
      .joined()
  }
}
