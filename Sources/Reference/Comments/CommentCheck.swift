internal import Text

/// Looks whether the lines of a comment are those of a comment of the file, one after the other.
struct CommentCheck {
  private let file: SourceFile
  /// The line before, counted from 1.
  private var last = 0
  /// Where what was found on it ends.
  private var end = 0
  /// Whether the comment is one between `/**` and `*/`.
  private var isBlock = false

  init(_ file: SourceFile) {
    self.file = file
  }

  /// What a line of the comment is in the file.
  enum Line {
    /// A part of the file.
    case found(Range<Int>)
    /// What the compiler makes of CR LF in a comment between `/**` and `*/`: a line more that is not there.
    case absent
    /// Something else than the file has.
    case wrong
  }

  /// Looks at the next line of the comment.
  mutating func find(_ line: GraphSymbol.CommentLine) -> Line {
    if let start = line.start, start.byte == 0, line.text.isEmpty, start.line < file.lineCount {
      let whole = Self.trimmed(file.bytes[file.lineRange(start.line + 1)])
      if isBlock && start.line + 1 == last || !isBlock && whole.suffix(3).elementsEqual("/**".utf8) { return .absent }
    }
    return range(of: line).map(Line.found) ?? .wrong
  }

  private mutating func range(of line: GraphSymbol.CommentLine) -> Range<Int>? {
    guard let start = line.start, start.line < file.lineCount, start.line + 1 >= last else { return nil }
    let number = start.line + 1
    let whole = file.lineRange(number)
    // The compiler counts a byte order mark, which belongs to no line here.
    let first = (number == 1 ? 0 : whole.lowerBound) + start.byte
    let range = first..<first + line.text.utf8.count
    guard first >= max(whole.lowerBound, end), range.upperBound <= whole.upperBound,
      file.bytes[range].elementsEqual(line.text.utf8)
    else { return nil }
    let before = Self.trimmed(file.bytes[whole.lowerBound..<first])
    let isLine = before.suffix(3).elementsEqual("///".utf8) && range.upperBound == whole.upperBound
    if isLine {
      isBlock = false
    } else if isBlock {
      guard number == last + 1, before.isEmpty || before.elementsEqual("*".utf8) else { return nil }
    } else {
      guard
        before.suffix(3).elementsEqual("/**".utf8) || before.allSatisfy({ $0 == UInt8(ascii: "*") }) && opens(number)
      else { return nil }
      isBlock = true
    }
    let after = Self.trimmed(file.bytes[range.upperBound..<whole.upperBound])
    if after.starts(with: "*/".utf8) { isBlock = false } else if !after.isEmpty { return nil }
    last = number
    end = range.upperBound
    return range
  }

  /// Whether the comment ends with the last line that was asked for.
  var isAtEnd: Bool {
    var next = last + 1
    if isBlock {
      while next <= file.lineCount, Self.trimmed(file.bytes[file.lineRange(next)]).isEmpty { next += 1 }
      return next <= file.lineCount && Self.trimmed(file.bytes[file.lineRange(next)]).starts(with: "*/".utf8)
    }
    return next > file.lineCount || !Self.trimmed(file.bytes[file.lineRange(next)]).starts(with: "///".utf8)
  }

  /// Whether nothing but the `/**` stands before a line of a comment.
  private func opens(_ number: Int) -> Bool {
    var line = number - 1
    while line > last {
      let text = Self.trimmed(file.bytes[file.lineRange(line)])
      if text.suffix(3).elementsEqual("/**".utf8) { return true }
      guard text.isEmpty || text.elementsEqual("*".utf8) else { return false }
      line -= 1
    }
    return false
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let start = bytes.drop(while: isBlank)
    return start.dropLast(start.reversed().prefix(while: isBlank).count)
  }
}
