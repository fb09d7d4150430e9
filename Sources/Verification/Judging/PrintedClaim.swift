internal import Examples
internal import Execution
internal import Recordings

/// What a comment of an example says is printed, as in `// Prints "5"`.
struct PrintedClaim {
  /// The ways to read it: the lines that are printed, one after the other.
  private(set) var readings: [[String]]
  /// What it says, as a part of a sentence.
  var sentence: String {
    let lines = readings[0].map { "`\($0)`" }
    let list = lines.count > 1 ? lines.dropLast().joined(separator: ", ") + " and " + lines[lines.count - 1] : lines[0]
    return list + (lines.count > 1 ? " are printed" : " is printed")
  }
  /// What stands for its lines in a sentence.
  var pronoun: String { readings[0].count > 1 ? "them" : "it" }

  /// What stands before what is printed, and the quotation marks around that.
  private let lead: String
  private var quotation = ("", "")

  /// The comment as it would tell that a line is printed.
  func written(for line: String) -> String {
    let shown = line.replacing(Self.module, with: "")
    let seen = UnseenCharacters.escaped(shown)
    // Escapes are read between quotation marks.
    let (open, close) = shown != seen && quotation.0.isEmpty ? ("\"", "\"") : quotation
    return "// \(lead)\(open)\(seen)\(close)"
  }

  /// What an example's own types are shown with inside of others, and readers' programs have other names.
  private static let module = "main."

  /// How many lines it tells of at most.
  var mostLines: Int { readings.map(\.count).max() ?? 0 }
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
    let text = comment.saidBehindSlashes
    if let word = Self.words.first(where: text.hasPrefix)
      ?? Self.wordsWithColon.first(where: { text.hasPrefix($0 + ":") })
    {
      let rest = text.dropFirst(word.count)
      let said = rest.drop { $0 == ":" || $0.isWhitespace }
      let hasColon = rest.first == ":"
      guard hasColon || rest.first?.isWhitespace == true else { return nil }
      lead = String(text[..<said.startIndex])
      if let readings = Self.quoted(said) {
        self.readings = readings
        quotation = Self.quotation(of: said)
        countsBlanks = true
      } else if let list = Self.valueList(said) {
        readings = Self.bare(said) + [list]
      } else if hasColon && !said.isEmpty || Self.isValue(said) {
        readings = Self.bare(said)
      } else {
        return nil
      }
    } else if followsPrint {
      let arrow = Self.arrow(of: text)
      let mark = arrow ?? Self.equals.first(where: text.hasPrefix)
      let said = text.dropFirst(mark?.count ?? 0).drop(while: \.isWhitespace)
      lead = String(text[..<said.startIndex])
      if let readings = Self.quoted(said), Self.isWhole(said) {
        quotation = Self.quotation(of: said)
        self.readings = readings + [[String(said)]]
        countsBlanks = true
      } else if arrow != nil && !said.isEmpty || Self.isValue(said) || Self.isRow(said) || Self.isMade(said) {
        readings = Self.bare(said)
      } else if let value = Self.named(said) {
        // The name may be the text's, or tell what the value is.
        readings = Self.bare(said) + Self.bare(value)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  /// Reads the comments that stand below one that only announces them, as `// Output:`; `nil` where there is none.
  init?(below comment: String, _ lines: [String]) {
    guard Self.announces(comment), !lines.isEmpty else { return nil }
    readings = [lines.map { String($0[...].trimmed) }]
    lead = ""
  }

  /// Whether a comment below is one more line of what this one, which begins with words for it, says is printed: a
  /// quotation like its own, or a value without one.
  func goesOn(with comment: String) -> Bool {
    guard !lead.isEmpty else { return false }
    let text = comment.drop { $0 == "/" }.trimmed
    if quotation.0.isEmpty { return Self.isValue(text) }
    return text.count > 1 && text.hasPrefix(quotation.0) && text.hasSuffix(quotation.1)
  }

  /// The same with the lines of the comments below it.
  func going(on comments: [String]) -> PrintedClaim {
    var claim = self
    let lines = comments.map { comment in
      String(comment.drop { $0 == "/" }.trimmed.dropFirst(quotation.0.count).dropLast(quotation.1.count))
    }
    claim.readings = readings.map { $0 + lines }
    return claim
  }

  /// Reads a comment of several lines, of which the first announces the others.
  init?(lines comment: String) {
    let lines = comment.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0[...].trimmed.drop { $0 == "*" }.trimmed)
    }
    let first = lines.firstIndex { !$0.isEmpty } ?? 0
    guard Self.announces(lines[first]) else { return nil }
    var rest = lines[(first + 1)...]
    while rest.last?.isEmpty == true { rest.removeLast() }
    self.init(below: lines[first], Array(rest))
  }

  static func announces(_ comment: String) -> Bool {
    let comment = comment[...].trimmed
    return words.contains { comment == $0 + ":" || comment == $0 } || wordsWithColon.contains { comment == $0 + ":" }
  }

  /// What such a comment begins with, the longest first.
  private static let words = {
    let verbs = ["prints", "outputs", "will print", "will output", "also prints", "then prints", "now prints"]
    let things = ["code", "code above", "line", "call", "example", "program", "loop"]
    let subjects = ["this", "it"] + things.flatMap { ["this \($0)", "the \($0)"] }
    let sentences = verbs + subjects.flatMap { subject in verbs.map { "\(subject) \($0)" } }
    let others = ["printed", "output is", "the output is", "output", "console output"]
    return (sentences + others).flatMap { [$0, $0.prefix(1).uppercased() + $0.dropFirst()] }
      .sorted { $0.count > $1.count }
  }()
  /// And what it may begin with before a colon.
  private static let wordsWithColon = ["Print", "print", "Console", "console"]
  /// What stands between the quotations of a list, besides commas.
  private static let joints = ["and then ", "followed by ", "and ", "then ", "& ", "/ "]
  private static let arrows = ["==>", "=>", "→", "-->", "->", "⇒", "⟹", "➜"]

  /// What else may stand before a value.
  static let equals = ["== ", "= "]

  /// The arrow that a text begins with.
  static func arrow(of text: Substring) -> String? { arrows.first(where: text.hasPrefix) }

  private static let marks: [(Character, Character)] = [("\"", "\""), ("“", "”"), ("`", "`"), ("'", "'")]

  private static func quotation(of text: Substring) -> (String, String) {
    marks.first { $0.0 == text.first }.map { (String($0.0), String($0.1)) } ?? ("", "")
  }

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
        line.withoutEscapes.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
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

  /// The values of a list without quotation marks, as `1, 2 and 3`; `nil` for anything else.
  static func valueList(_ text: Substring) -> [String]? {
    let plain = (text.last == "." ? text.dropLast() : text).replacing(" and ", with: ", ").replacing(",,", with: ",")
    // `1,000` is not a list.
    guard !plain.contains(/,\S/) else { return nil }
    let parts = plain.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
    return parts.count > 1 && parts.allSatisfy(isValue) ? parts.map(String.init) : nil
  }

  /// Whether words are a type with its parts, as Swift shows a structure: `P(x: 1)`.
  private static func isMade(_ text: Substring) -> Bool {
    let value = WrittenValue(text.last == "." ? text.dropLast() : text)
    guard case .made(let name, .tuple(let parts)) = value, name.first?.isUppercase == true else { return false }
    return value.isOfSwift && parts.allSatisfy { if case .named = $0 { true } else { false } }
  }

  /// Whether words are values, one behind the other, as `print` writes several.
  private static func isRow(_ text: Substring) -> Bool {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.allSatisfy(isValue)
  }

  /// The value of words like `x = 4`, `x → 4` and `Total: 4`; `nil` for others.
  static func named(_ text: Substring) -> Substring? {
    let marks = (["=", ":"] + arrows).compactMap { text.firstRange(of: $0) }
    guard let start = marks.map(\.lowerBound).min(), text.first?.isLetter == true,
      let end = marks.filter({ $0.lowerBound == start }).map(\.upperBound).max(),
      text[..<start].allSatisfy({ $0.isLetter || $0.isNumber || "_. ".contains($0) })
    else { return nil }
    let value = text[end...].trimmed
    return isValue(value) ? value : nil
  }

  /// What a text is as a pattern, in which `...` stands for any text; but between two values it is Swift's operator.
  static func pattern(_ text: String) -> String {
    var pattern = ""
    var rest = text[...]
    while let dots = rest.firstRange(of: "...") {
      let next = rest[dots.upperBound...].first
      let isOperator = isOfValue(rest[..<dots.lowerBound].last) && (isOfValue(next) || next == "-")
      pattern += rest[..<dots.lowerBound] + (isOperator ? "\\..." : "...")
      rest = rest[dots.upperBound...]
    }
    return (pattern + rest).replacing("…", with: "...")
  }

  private static func isOfValue(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
  }

  /// Whether words are nothing but a value as Swift writes it.
  static func isValue(_ text: Substring) -> Bool {
    let value = text.last == "." ? text.dropLast() : text
    guard let first = value.first, let last = value.last else { return false }
    if ["true", "false", "nil", "inf", "-inf", "nan"].contains(value) { return true }
    if last == ")", value.hasPrefix("Optional(") || value.hasPrefix("Set([") { return true }
    if (first, last) == ("[", "]") || (first, last) == ("(", ")") && value.contains(",") { return true }
    let ends = value.split(separator: "..<", omittingEmptySubsequences: false)
    if ends.count == 2 { return ends.allSatisfy { !$0.isEmpty && isValue($0) } }
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
    if line.contains(Self.module), !said.contains(Self.module),
      matches(line.replacing(Self.module, with: ""), said, allowsParts: allowsParts)
    {
      return true
    }
    if line == said || allowsParts && Self.hasPart(line, said) { return true }
    let pattern = Self.pattern(said)[...]
    let (wanted, own) = countsBlanks ? (pattern, line[...]) : (pattern.trimmed, line[...].trimmed)
    return RecordedText([String(wanted)], as: .output).matches(Array("\(own)\n".utf8))
  }
}
