internal import Recordings

/// What a comment of an example says is printed, as in `// Prints "5"`.
struct PrintedClaim {
  /// The ways to read it: the lines that are printed, one after the other.
  let readings: [[String]]
  /// Whether it tells of several lines.
  var isList: Bool { readings.contains { $0.count > 1 } }
  /// Whether blanks at the ends of lines count, since quotation marks show them.
  private var countsBlanks = false

  /// Reads a comment.
  ///
  /// `nil` for one that says nothing of the kind.
  ///
  /// - Parameters:
  ///   - comment: What stands behind its slashes.
  ///   - followsPrint: Whether it stands behind a call of `print`, where a value alone is what that prints.
  init?(_ comment: String, followsPrint: Bool) {
    let text = comment.drop { $0 == "/" }.trimmed
    if let word = Self.words.first(where: { text.hasPrefix($0) }) {
      let rest = text.dropFirst(word.count)
      let said = rest.drop { $0 == ":" || $0.isWhitespace }
      let hasColon = rest.first == ":"
      guard hasColon || rest.first?.isWhitespace == true else { return nil }
      if let readings = Self.quoted(said) {
        self.readings = readings
        countsBlanks = true
      } else if hasColon && !said.isEmpty || Self.isValue(said) {
        readings = Self.bare(said)
      } else {
        return nil
      }
    } else if followsPrint {
      let arrow = Self.arrows.first { text.hasPrefix($0) }
      let said = text.dropFirst(arrow?.count ?? 0).drop(while: \.isWhitespace)
      if let readings = Self.quoted(said), Self.isWhole(said) {
        self.readings = readings + [[String(said)]]
        countsBlanks = true
      } else if arrow != nil && !said.isEmpty || Self.isValue(said) {
        readings = Self.bare(said)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  /// Reads the comments that stand below one that ends with a colon, as `// Output:`; `nil` where there is none.
  init?(below comment: String, _ lines: [String]) {
    guard Self.words.contains(where: { comment[...].trimmed == $0 + ":" }), !lines.isEmpty else { return nil }
    readings = [lines.map { String($0[...].trimmed) }]
  }

  /// What such a comment begins with.
  private static let words = [
    "Prints", "prints", "This prints", "this prints", "It prints", "it prints", "Will print", "will print", "Printed",
    "Outputs", "outputs", "Output", "output",
  ]
  /// What stands between the quotations of a list, besides commas.
  private static let joints = ["and then ", "followed by ", "and ", "then ", "& ", "/ "]
  static let arrows = ["=>", "→", "->", "⇒", "-->"]
  private static let marks: [(Character, Character)] = [("\"", "\""), ("“", "”"), ("`", "`"), ("'", "'")]

  /// The readings of words that begin with a quotation; `nil` for others.
  private static func quoted(_ text: Substring) -> [[String]]? {
    guard let (open, close) = marks.first(where: { $0.0 == text.first }), text.count > 1 else { return nil }
    let inner = text.dropFirst()
    guard let first = inner.firstIndex(of: close), let last = inner.lastIndex(of: close) else { return nil }
    // What is printed may have quotation marks in it, and there may be several quotations, or a sentence behind one.
    let whole = [String(inner[..<last])]
    var list = [String(inner[..<first])]
    var rest = inner[first...].dropFirst()
    while true {
      let next = rest.drop { $0 == "," || $0.isWhitespace }
      let word = joints.first { next.hasPrefix($0) } ?? ""
      let quotation = next.dropFirst(word.count)
      guard quotation.count < rest.count, quotation.first == open,
        let end = quotation.dropFirst().firstIndex(of: close)
      else { break }
      list.append(String(quotation.dropFirst()[..<end]))
      rest = quotation[end...].dropFirst()
    }
    let readings = list.count > 1 ? [list, whole] : [whole, [String(inner[..<first])]]
    let unescaped = readings.map { lines in
      lines.flatMap { line in
        line.replacing("\\\"", with: "\"").replacing("\\t", with: "\t").split(
          separator: "\\n", omittingEmptySubsequences: false
        ).map(String.init)
      }
    }
    return readings + unescaped.filter { !readings.contains($0) }
  }

  /// The readings of words without quotation marks, which may end with a full stop of their own.
  private static func bare(_ text: Substring) -> [[String]] {
    [[String(text)]] + (text.last == "." ? [[String(text.dropLast())]] : [])
  }

  /// Whether a quotation goes to the end of the words.
  private static func isWhole(_ text: Substring) -> Bool {
    let end = text.last == "." ? text.dropLast().last : text.last
    return marks.contains { $0.1 == end }
  }

  /// Whether words are nothing but a value as Swift writes it.
  static func isValue(_ text: Substring) -> Bool {
    let value = text.last == "." ? text.dropLast() : text
    guard let first = value.first, let last = value.last else { return false }
    if ["true", "false", "nil", "inf", "-inf", "nan"].contains(value) { return true }
    if last == ")", value.hasPrefix("Optional(") || value.hasPrefix("Set([") { return true }
    if (first, last) == ("[", "]") || (first, last) == ("(", ")") && value.contains(",") { return true }
    let digits = first == "-" ? value.dropFirst() : value
    return digits.first?.isASCII == true && digits.first?.isNumber == true
      && digits.allSatisfy { $0.isASCII && ($0.isNumber || "._eE+-xabcdefABCDEF".contains($0)) }
  }

  /// The lines between two that are as it says, the first such.
  ///
  /// - Parameters:
  ///   - lines: What is printed.
  ///   - start: The number of the first line that counts.
  ///   - end: The number behind the last.
  ///   - allowsParts: Whether a part of a line is enough, since several calls may print one line.
  func firstMatch(in lines: [String], from start: Int, to end: Int, allowsParts: Bool) -> Range<Int>? {
    guard start < end else { return nil }
    for index in start..<end {
      for reading in readings where index + reading.count <= end {
        let isSame = reading.indices.allSatisfy { offset in
          matches(lines[index + offset], reading[offset], allowsParts: allowsParts)
        }
        if isSame { return index..<(index + reading.count) }
      }
    }
    return nil
  }

  /// Whether a line has a part that begins and ends where words and numbers do.
  private static func hasPart(_ line: String, _ part: String) -> Bool {
    guard let first = part.first, let last = part.last else { return false }
    func belongTogether(_ one: Character, _ other: Character) -> Bool {
      func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
      return isOfWord(one) && (isOfWord(other) || other == ".") || one == "." && isOfWord(other)
    }
    return line.ranges(of: part).contains { range in
      let before = range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : nil
      let after = range.upperBound < line.endIndex ? line[range.upperBound] : nil
      return before.map { !belongTogether($0, first) && !($0 == "-" && first.isNumber) } ?? true
        && after.map { !belongTogether(last, $0) || $0 == "." && range.upperBound == line.index(before: line.endIndex) }
          ?? true
    }
  }

  private func matches(_ line: String, _ said: String, allowsParts: Bool) -> Bool {
    if line == said || allowsParts && Self.hasPart(line, said) { return true }
    let pattern = said.replacing("…", with: "...")[...]
    let (wanted, own) = countsBlanks ? (pattern, line[...]) : (pattern.trimmed, line[...].trimmed)
    return RecordedText([String(wanted)], as: .output).matches(Array("\(own)\n".utf8))
  }
}

extension Substring {
  /// Without blanks at both ends.
  var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
