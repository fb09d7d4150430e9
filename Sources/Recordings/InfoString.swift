/// The words of a fence's info string: its language, then attributes.
///
/// The grammar; what stands between words is blanks, tabs or commas, as in books made for mdBook:
///
///     info      = language { separator word }
///     word      = name [ "=" value ]
///     value     = bare | quoted
///     bare      = any but blanks, tabs, commas and quotation marks, one or more
///     quoted    = `"` any but `"`, or `\"`, or `\\`  `"`
package struct InfoString {
  /// One word after the language.
  package struct Word: Sendable, Hashable {
    package var name: String
    /// What follows `=`; nil without `=`.
    package var value: String?
    /// Where the name stands in the file.
    package var nameRange: Range<Int>
    /// Where the value stands in the file, its quotation marks included.
    package var valueRange: Range<Int>
    /// A quotation mark that is not closed, or text that touches one from outside.
    package var isMalformed = false

    package var range: Range<Int> { nameRange.lowerBound..<valueRange.upperBound }
  }

  package let language: String
  package let languageRange: Range<Int>
  package let words: [Word]

  /// Reads the info string that stands at `range` of `bytes`.
  package init(_ bytes: [UInt8], _ range: Range<Int>) {
    var cursor = Cursor(bytes: bytes, offset: range.lowerBound, end: range.upperBound)
    cursor.skip(Self.isSeparator)
    languageRange = cursor.take { !Self.isSeparator($0) }
    language = String(decoding: bytes[languageRange], as: UTF8.self)
    var words: [Word] = []
    cursor.skip(Self.isSeparator)
    while cursor.offset < cursor.end {
      words.append(Self.word(&cursor))
      cursor.skip(Self.isSeparator)
    }
    self.words = words
  }

  private static func word(_ cursor: inout Cursor) -> Word {
    let name = cursor.take { !isSeparator($0) && $0 != UInt8(ascii: "=") }
    let text = String(decoding: cursor.bytes[name], as: UTF8.self)
    guard cursor.first == UInt8(ascii: "=") else {
      return Word(name: text, value: nil, nameRange: name, valueRange: name.upperBound..<name.upperBound)
    }
    cursor.offset += 1
    let start = cursor.offset
    guard cursor.first == UInt8(ascii: "\"") else {
      let value = cursor.take { !isSeparator($0) }
      return Word(
        name: text, value: String(decoding: cursor.bytes[value], as: UTF8.self), nameRange: name, valueRange: value,
        isMalformed: cursor.bytes[value].contains(UInt8(ascii: "\"")))
    }
    cursor.offset += 1
    var value: [UInt8] = []
    var isClosed = false
    while let byte = cursor.first, !isClosed {
      cursor.offset += 1
      if byte == UInt8(ascii: "\"") {
        isClosed = true
      } else if byte == UInt8(ascii: "\\"), let next = cursor.first, next == byte || next == UInt8(ascii: "\"") {
        value.append(next)
        cursor.offset += 1
      } else {
        value.append(byte)
      }
    }
    let rest = cursor.take { !isSeparator($0) }
    return Word(
      name: text, value: String(decoding: value, as: UTF8.self), nameRange: name, valueRange: start..<cursor.offset,
      isMalformed: !isClosed || !rest.isEmpty)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: ",")
  }

  private struct Cursor {
    let bytes: [UInt8]
    var offset: Int
    let end: Int

    var first: UInt8? { offset < end ? bytes[offset] : nil }

    mutating func skip(_ matches: (UInt8) -> Bool) {
      while let first, matches(first) { offset += 1 }
    }

    mutating func take(while matches: (UInt8) -> Bool) -> Range<Int> {
      let start = offset
      skip(matches)
      return start..<offset
    }
  }
}
