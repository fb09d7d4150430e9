/// Cuts lines of Swift into words, and finds the comments at their ends.
///
/// It knows as much of the language as is needed to tell a literal from what only looks like one: strings, comments,
/// and the numbers that are parts of names.
struct CodeScanner {
  /// A line, cut.
  struct Line {
    /// Where its words stand, in bytes: names, numbers with their sign, string literals, and other characters.
    var words: [Range<Int>] = []
    /// Where a comment of two slashes begins that goes to its end; `nil` where there is none.
    var comment: Int?
  }

  /// The number of the `#` of a string of several lines that goes on; `nil` outside of any.
  private var openString: Int?
  /// How many comments that may go over several lines are open.
  private var openComments = 0

  /// Whether the next line begins within a string.
  var isInString: Bool { openString != nil }

  /// The lines that begin within a string literal, which prints what would mean something elsewhere.
  static func linesOfStrings(_ lines: [String]) -> Set<Int> {
    var scanner = CodeScanner()
    var numbers: Set<Int> = []
    for (number, line) in lines.enumerated() {
      if scanner.isInString { numbers.insert(number) }
      _ = scanner.line(line)
    }
    return numbers
  }

  /// Cuts the next line.
  mutating func line(_ text: String) -> Line {
    let bytes = Array(text.utf8)
    var line = Line()
    var next = 0
    while next < bytes.count {
      if openComments > 0 {
        next = skipComment(bytes, from: next)
      } else if let hashes = openString {
        next = skipString(bytes, from: next, hashes: hashes)
      } else if bytes[next] == UInt8(ascii: " ") || bytes[next] == UInt8(ascii: "\t") {
        next += 1
      } else if bytes[next...].starts(with: "//".utf8) {
        line.comment = next
        return line
      } else if bytes[next...].starts(with: "/*".utf8) {
        openComments = 1
        next += 2
      } else {
        let end = self.end(ofWordAt: next, in: bytes, after: line.words.last)
        line.words.append(next..<end)
        next = end
      }
    }
    return line
  }

  private mutating func end(ofWordAt start: Int, in bytes: [UInt8], after last: Range<Int>?) -> Int {
    let hashes = bytes[start...].prefix { $0 == UInt8(ascii: "#") }.count
    if start + hashes < bytes.count, bytes[start + hashes] == UInt8(ascii: "\"") {
      return endOfString(bytes, from: start + hashes, hashes: hashes)
    }
    if hashes > 0, start + hashes < bytes.count, bytes[start + hashes] == UInt8(ascii: "/") {
      return Self.endOfPattern(bytes, from: start + hashes + 1, hashes: hashes)
    }
    // What stands directly behind an operand is an operator, or one of its parts.
    let isBehindOperand = last.map { $0.upperBound == start && Self.endsOperand(bytes[$0.upperBound - 1]) } ?? false
    let sign = bytes[start] == UInt8(ascii: "-") && !isBehindOperand ? 1 : 0
    if start + sign < bytes.count, Self.isDigit(bytes[start + sign]) {
      return Self.endOfNumber(bytes, from: start + sign)
    }
    if Self.isNamePart(bytes[start]) { return start + bytes[start...].prefix(while: Self.isNamePart).count }
    // A number behind the point of a member is the number of a tuple's element.
    if bytes[start] == UInt8(ascii: "."), isBehindOperand, start + 1 < bytes.count, Self.isDigit(bytes[start + 1]) {
      return start + 1 + bytes[(start + 1)...].prefix(while: Self.isNamePart).count
    }
    return start + 1
  }

  /// The end of a regular expression between `#/` and `/#`, or of the line where it goes on.
  private static func endOfPattern(_ bytes: [UInt8], from start: Int, hashes: Int) -> Int {
    let mark = [UInt8(ascii: "/")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
    var end = start
    while end < bytes.count, !bytes[end...].starts(with: mark) { end += 1 }
    return min(end + mark.count, bytes.count)
  }

  private static func endOfNumber(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start + bytes[start...].prefix(while: isNamePart).count
    if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "."), isDigit(bytes[end + 1]) {
      end += 1
      end += bytes[end...].prefix(while: isNamePart).count
    }
    return end
  }

  /// The end of a string literal whose first quotation mark stands at `start`, or of the line where it goes on.
  private mutating func endOfString(_ bytes: [UInt8], from start: Int, hashes: Int) -> Int {
    if bytes[start...].starts(with: "\"\"\"".utf8) {
      openString = hashes
      return skipString(bytes, from: start + 3, hashes: hashes)
    }
    let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
    let closing = [UInt8(ascii: "\"")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
    var next = start + 1
    while next < bytes.count {
      if bytes[next...].starts(with: escape + [UInt8(ascii: "(")]) {
        next = endOfInterpolation(bytes, from: next + escape.count + 1)
      } else if bytes[next...].starts(with: escape) {
        next += escape.count + 1
      } else if bytes[next...].starts(with: closing) {
        return next + closing.count
      } else {
        next += 1
      }
    }
    return bytes.count
  }

  /// The end of what stands between the parentheses of an interpolation, which may have strings in it.
  private mutating func endOfInterpolation(_ bytes: [UInt8], from start: Int) -> Int {
    var next = start
    var depth = 1
    while next < bytes.count, depth > 0 {
      switch bytes[next] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\""):
        next = endOfString(bytes, from: next, hashes: 0)
        continue
      default: break
      }
      next += 1
    }
    return min(next, bytes.count)
  }

  /// Goes on in a string of several lines; the place behind its end, or the end of the line.
  private mutating func skipString(_ bytes: [UInt8], from start: Int, hashes: Int) -> Int {
    let closing = Array("\"\"\"".utf8) + Array(repeating: UInt8(ascii: "#"), count: hashes)
    var next = start
    while next < bytes.count {
      if bytes[next...].starts(with: closing) {
        openString = nil
        return next + closing.count
      }
      // A quotation mark that is escaped ends nothing.
      next += hashes == 0 && bytes[next] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }

  /// Goes on in a comment that may have others in it; the place behind its end, or the end of the line.
  private mutating func skipComment(_ bytes: [UInt8], from start: Int) -> Int {
    var next = start
    while next < bytes.count, openComments > 0 {
      if bytes[next...].starts(with: "*/".utf8) {
        openComments -= 1
        next += 2
      } else if bytes[next...].starts(with: "/*".utf8) {
        openComments += 1
        next += 2
      } else {
        next += 1
      }
    }
    return next
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func endsOperand(_ byte: UInt8) -> Bool {
    isNamePart(byte) || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "\"")
  }
}
