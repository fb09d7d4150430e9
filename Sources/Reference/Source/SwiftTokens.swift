internal import Text

/// The tokens of a Swift file, as far as it takes to tell its comments and declarations from what stands in texts.
struct SwiftTokens {
  enum Kind {
    /// A name or a keyword; a name may be in backquotes.
    case word
    /// `#if`, `#else` and so on, with the rest of its line.
    case condition
    /// A text or a regular expression, with all that stands in it.
    case literal
    /// `///` with the rest of its line, or `/** … */`.
    case documentation
    /// Any other comment.
    case comment
    /// One character of anything else.
    case mark
  }

  struct Token {
    var kind: Kind
    var range: Range<Int>
  }

  private(set) var all: [Token] = []
  private let bytes: [UInt8]

  init(_ file: SourceFile) {
    self.init(file.bytes, from: file.lineStarts[0])
  }

  /// Reads from a byte on.
  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    var place = start
    while place < bytes.count { place = read(place) }
  }

  /// The text of a token.
  func text(_ number: Int) -> String { String(decoding: bytes[all[number].range], as: UTF8.self) }

  /// The bytes from the first of some tokens, of which there is at least one, to the last.
  func bytes(_ numbers: Range<Int>) -> Range<Int> {
    all[numbers.lowerBound].range.lowerBound..<all[numbers.upperBound - 1].range.upperBound
  }

  /// Whether a token is this character.
  func isMark(_ number: Int, _ mark: Unicode.Scalar) -> Bool {
    all.indices.contains(number) && all[number].kind == .mark
      && bytes[all[number].range.lowerBound] == UInt8(ascii: mark)
  }

  /// The word that a token is.
  func word(_ number: Int) -> String? {
    all.indices.contains(number) && all[number].kind == .word ? text(number) : nil
  }

  /// The token before one, or after it, that is neither a comment nor a condition.
  func code(after number: Int, by step: Int) -> Int {
    var number = number + step
    while all.indices.contains(number), [.comment, .documentation, .condition].contains(all[number].kind) {
      number += step
    }
    return number
  }

  /// The token that begins what one ends, or ends what it begins: the other of two brackets.
  func partner(of number: Int) -> Int? {
    let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [("(", ")"), ("[", "]"), ("{", "}")]
    for (open, close) in pairs where isMark(number, open) || isMark(number, close) {
      let step = isMark(number, open) ? 1 : -1
      var depth = 0
      var place = number
      while all.indices.contains(place) {
        if isMark(place, open) { depth += step }
        if isMark(place, close) { depth -= step }
        if depth == 0 { return place }
        place += step
      }
    }
    return nil
  }

  /// The first token that does not begin before a byte.
  func first(from byte: Int) -> Int {
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].range.lowerBound < byte { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a token's line is not the one that the token before ends on.
  func isOnNewLine(_ number: Int) -> Bool {
    number > 0
      && bytes[all[number - 1].range.upperBound..<all[number].range.lowerBound].contains {
        $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
      }
  }

  // MARK: Reading

  private func has(_ text: StaticString, at place: Int) -> Bool {
    text.withUTF8Buffer { bytes[min(place, bytes.count)...].starts(with: $0) }
  }

  private func endOfLine(_ place: Int) -> Int {
    bytes[place...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
  }

  private mutating func add(_ kind: Kind, _ range: Range<Int>) -> Int {
    all.append(Token(kind: kind, range: range))
    return range.upperBound
  }

  /// Reads the token at a place, if there is one; returns where it ends.
  private mutating func read(_ place: Int) -> Int {
    switch bytes[place] {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return place + 1
    case UInt8(ascii: "/") where has("//", at: place):
      return add(has("///", at: place) ? .documentation : .comment, place..<endOfLine(place))
    case UInt8(ascii: "/") where has("/*", at: place):
      let isDocumentation = has("/**", at: place) && !has("/**/", at: place)
      return add(isDocumentation ? .documentation : .comment, place..<endOfBlock(place))
    case UInt8(ascii: "/") where mayBeginLiteral:
      return endOfLiteral(place).map { add(.literal, place..<$0) } ?? add(.mark, place..<place + 1)
    case UInt8(ascii: "\""): return add(.literal, place..<endOfText(place, marks: 0))
    case UInt8(ascii: "#"):
      let marks = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
      if has("\"", at: place + marks) { return add(.literal, place..<endOfText(place + marks, marks: marks)) }
      if has("/", at: place + marks) { return add(.literal, place..<endOfExpression(place + marks, marks: marks)) }
      let word = bytes[(place + marks)...].prefix(while: Self.isOfWord)
      let isCondition = ["if", "else", "elseif", "endif", "sourceLocation"].contains { word.elementsEqual($0.utf8) }
      return isCondition ? add(.condition, place..<endOfLine(place)) : add(.mark, place..<place + 1)
    case UInt8(ascii: "`"):
      let end = bytes[(place + 1)..<endOfLine(place)].firstIndex(of: UInt8(ascii: "`"))
      return end.map { add(.word, place..<$0 + 1) } ?? add(.mark, place..<place + 1)
    case let byte where Self.isOfWord(byte):
      return add(.word, place..<(bytes[place...].firstIndex { !Self.isOfWord($0) } ?? bytes.count))
    default: return add(.mark, place..<place + 1)
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// Where a comment ends that may have others in it.
  private func endOfBlock(_ start: Int) -> Int {
    var depth = 0
    var place = start
    while place < bytes.count {
      if has("/*", at: place) {
        depth += 1
        place += 2
      } else if has("*/", at: place) {
        depth -= 1
        place += 2
        if depth == 0 { return place }
      } else {
        place += 1
      }
    }
    return place
  }

  /// Where a text ends whose first quotation mark stands at a place, with `#` before it.
  private func endOfText(_ start: Int, marks: Int) -> Int {
    let isLong = has("\"\"\"", at: start)
    let quotes = isLong ? 3 : 1
    var place = start + quotes
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\\"), isMarked(place + 1, marks) {
        place += 1 + marks
        place = has("(", at: place) ? endOfInterpolation(place) : place + 1
      } else if isLong ? has("\"\"\"", at: place) : byte == UInt8(ascii: "\""), isMarked(place + quotes, marks) {
        return place + quotes + marks
      } else if !isLong, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        // It does not end; what follows is read as if it had.
        return place
      } else {
        place += 1
      }
    }
    return bytes.count
  }

  private func isMarked(_ place: Int, _ marks: Int) -> Bool {
    bytes[min(place, bytes.count)...].prefix(marks).count { $0 == UInt8(ascii: "#") } == marks
  }

  /// Where the parentheses in a text end that hold code.
  private func endOfInterpolation(_ start: Int) -> Int {
    var tokens = SwiftTokens(bytes, from: bytes.count)
    var depth = 0
    var place = start
    while place < bytes.count {
      if has("(", at: place) { depth += 1 }
      if has(")", at: place) { depth -= 1 }
      place = tokens.read(place)
      if depth == 0 { break }
    }
    return place
  }

  /// Whether a value may stand behind what was read: a slash after another value divides it.
  private var mayBeginLiteral: Bool {
    guard let last = all.last(where: { ![.comment, .documentation].contains($0.kind) }) else { return true }
    switch last.kind {
    case .mark: return "([{,:=;!&|?<>+".utf8.contains(bytes[last.range.lowerBound])
    case .word:
      return ["return", "in", "case", "where", "try", "await", "throw", "else"].contains {
        bytes[last.range].elementsEqual($0.utf8)
      }
    case .condition: return true
    case .literal, .comment, .documentation: return false
    }
  }

  /// Where a regular expression between slashes ends, which stands in one line and begins with no blank.
  private func endOfLiteral(_ start: Int) -> Int? {
    let end = endOfLine(start)
    guard start + 1 < end, ![UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ")")].contains(bytes[start + 1]) else {
      return nil
    }
    var place = start + 1
    while place < end {
      if bytes[place] == UInt8(ascii: "/") { return place + 1 }
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Where a regular expression between `#/` and `/#` ends.
  private func endOfExpression(_ start: Int, marks: Int) -> Int {
    var place = start + 1
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\\") {
        place += 2
      } else if bytes[place] == UInt8(ascii: "/"), isMarked(place + 1, marks) {
        return place + 1 + marks
      } else {
        place += 1
      }
    }
    return bytes.count
  }
}
