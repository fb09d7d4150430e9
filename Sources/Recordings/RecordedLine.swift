internal import LoopTracing

/// How one line of an output is written in a recording, and read from there; see `RecordedText`.
enum RecordedLine {
  private static let backslash = UInt8(ascii: "\\")
  private static let lineFeed = UInt8(ascii: "\n")

  /// What a written line expects.
  ///
  /// An expected end without a line feed is a line feed at the end, as in the lines that are compared with it.
  static func pattern(of line: String, isLast: Bool) -> LinePattern.Line {
    let text = Array(line.utf8)
    let content = text.drop(while: isBlank)
    let dots = LinePattern.dots
    if content.starts(with: dots), content.dropFirst(dots.count).allSatisfy(isBlank) { return .any }
    var pieces: [[UInt8]] = [[]]
    var index = 0
    while index < text.count {
      let rest = text[index...]
      if rest.starts(with: dots) {
        pieces.append([])
        index += dots.count
      } else if let escape = escape(at: rest) {
        pieces[pieces.count - 1] += escape.bytes
        index += escape.length
      } else if text[index] == backslash, isLast, index == text.count - 1 {
        pieces[pieces.count - 1].append(lineFeed)
        index += 1
      } else {
        pieces[pieces.count - 1].append(text[index])
        index += 1
      }
    }
    return .pieces(pieces)
  }

  /// The bytes that the escape at the start of `text` stands for, and its own length; nil when there is none.
  private static func escape(at text: ArraySlice<UInt8>) -> (bytes: [UInt8], length: Int)? {
    guard text.first == backslash else { return nil }
    let rest = text.dropFirst()
    if rest.starts(with: LinePattern.dots) { return (LinePattern.dots, 1 + LinePattern.dots.count) }
    guard let letter = rest.first, letter == UInt8(ascii: "u") || letter == UInt8(ascii: "x"),
      rest.dropFirst().first == UInt8(ascii: "{")
    else { return nil }
    let digits = rest.dropFirst(2).prefix(9).prefix { $0 != UInt8(ascii: "}") }
    let isHexadecimal = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard isHexadecimal, (1...8).contains(digits.count), digits.endIndex < text.endIndex,
      let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    let length = digits.count + 4
    if letter == UInt8(ascii: "x") { return UInt8(exactly: number).map { ([$0], length) } }
    return Unicode.Scalar(number).map { (Array(String(Character($0)).utf8), length) }
  }

  /// How a line is written so that it is expected as it is.
  static func written(_ line: [UInt8], isLast: Bool) -> String {
    let isUnended = isLast && line.last == lineFeed
    let text = isUnended ? line.dropLast() : line[...]
    var result = String.UnicodeScalarView()
    let fence = endOfFence(text)
    var index = text.startIndex
    while index < text.endIndex {
      let rest = text[index...]
      let isAtEnd = index == text.endIndex - 1
      let byte = text[index]
      if rest.starts(with: LinePattern.dots) {
        result.append(contentsOf: "\\...".unicodeScalars)
        index += LinePattern.dots.count
      } else if byte == backslash, isAtEnd ? isLast && !isUnended : escape(at: rest) != nil {
        result.append(contentsOf: escaped(UInt32(byte)))
        index += 1
      } else if isBlank(byte), isAtEnd, !isUnended {
        result.append(contentsOf: escaped(UInt32(byte)))
        index += 1
      } else if index == fence || isDirective(rest, after: text[..<index].last) {
        result.append(contentsOf: escaped(UInt32(byte)))
        index += 1
      } else if let (scalar, length) = scalar(at: rest) {
        let isSeen = isSeen(scalar, behind: text[..<index].last)
        if isSeen { result.append(scalar) } else { result.append(contentsOf: escaped(scalar.value)) }
        index += length
      } else {
        result.append(contentsOf: "\\x{\(String(byte, radix: 16, uppercase: true))}".unicodeScalars)
        index += 1
      }
    }
    if isUnended { result.append("\\") }
    return String(result)
  }

  /// A written line as its readers see it: what was printed, with an escape only for what shows in no other way.
  static func shown(_ line: String, isLast: Bool) -> [UInt8] {
    let text = Array(line.utf8)
    var shown: [UInt8] = []
    var index = 0
    while index < text.count {
      if isLast, text[index] == backslash, index == text.count - 1 { break }
      if let escape = escape(at: text[index...]) {
        let isPlain =
          text[index + 1] != UInt8(ascii: "x")
          && scalar(at: escape.bytes[...]).map { isSeen($0.0, behind: shown.last) } ?? false
        shown += isPlain ? escape.bytes[...] : text[index..<(index + escape.length)]
        index += escape.length
      } else {
        shown.append(text[index])
        index += 1
      }
    }
    return shown
  }

  private static func escaped(_ number: UInt32) -> String.UnicodeScalarView {
    "\\u{\(String(number, radix: 16, uppercase: true))}".unicodeScalars
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Where a run of fence characters begins that is so long that no fence around it could be longer.
  private static func endOfFence(_ text: ArraySlice<UInt8>) -> Int? {
    let content = text.drop(while: isBlank)
    guard let first = content.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~") else { return nil }
    return content.prefix { $0 == first }.count >= 200 ? content.startIndex : nil
  }

  /// Whether a chapter that has this would not have it as it stands: `{{#include file}}`, or any directive after a
  /// backslash.
  private static func isDirective(_ text: ArraySlice<UInt8>, after previous: UInt8?) -> Bool {
    guard text.starts(with: "{{".utf8) else { return false }
    let name = text.dropFirst(2).drop(while: isBlank)
    guard name.first == UInt8(ascii: "#") else { return false }
    if previous == backslash { return true }
    let behind = name.dropFirst().drop { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "}") }
    return behind.first.map { $0 <= UInt8(ascii: " ") } ?? false
  }

  /// The scalar that valid UTF-8 begins with, and its length.
  private static func scalar(at text: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    guard let first = text.first else { return nil }
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard let scalar = String(validating: text.prefix(length), as: UTF8.self)?.unicodeScalars.first else { return nil }
    return (scalar, length)
  }

  /// The first scalar of a written line that should be an escape, since it does not show, and where it begins; nil
  /// where all of it shows.
  static func unseen(in line: String) -> (scalar: Unicode.Scalar, offset: Int)? {
    var offset = 0
    var last: UInt8?
    for scalar in line.unicodeScalars {
      if !isSeen(scalar, behind: last) { return (scalar, offset) }
      let bytes = Array(String(Character(scalar)).utf8)
      offset += bytes.count
      last = bytes.last
    }
    return nil
  }

  /// Whether a scalar shows in a file, and is neither lost nor does it change how others look.
  private static func isSeen(_ scalar: Unicode.Scalar, behind last: UInt8?) -> Bool {
    switch scalar.value {
    case 9: true
    case ..<0x20, 0x7F..<0xA0, 0xAD, 0x34F: false
    case ..<0x61C: true
    // Emoji and several scripts are made of joiners, choices of form, and the letters of flags.
    case 0x200C...0x200D, 0xE0020...0xE007F, 0xE0100...0xE01EF: last.map { $0 >= 0x80 } ?? false
    // Digits in keys, such as 1️⃣, are ASCII.
    case 0xFE00...0xFE0F: last.map { $0 >= 0x80 || isOfKey($0) } ?? false
    // Marks of direction, separators of lines, what has no width.
    case 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D159, 0x1D173...0x1D17A,
      0xE0000...0xE0FFF:
      false
    default: true
    }
  }

  private static func isOfKey(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "*")
  }
}
