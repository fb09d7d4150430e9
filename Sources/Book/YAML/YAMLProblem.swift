internal import CYAML
internal import Text

/// What is wrong with a text that should be YAML, in words for those who do not know YAML's grammar.
struct YAMLProblem {
  /// The sentence.
  let message: String
  /// What mends it.
  var cure: String?
  /// The character that libyaml blames, counted from the start.
  private var character = 0

  init(_ message: String, cure: String? = nil) {
    self.message = message
    self.cure = cure
  }

  static let reference = Self(
    "'&' and '*' before a word name and repeat values, which is not supported here",
    cure: "write the value out, or put text that begins with '&' or '*' in quotes")
  static let tag = Self(
    "'!' before a value gives it a type, which is not supported here",
    cure: "leave the type out, or put text that begins with '!' in quotes")
  static let keyIsNoWord = Self("a key must be a word, not a list or a group of keys")
  static let secondDocument = Self(
    "there is more after the end of the values", cure: "keep only one part, without '---' between parts")
  static let directive = Self("lines that begin with '%' are not supported here", cure: "remove the line")

  /// What stops a text from being read at all: its size, its encoding, characters and directives.
  static func beforeReading(_ file: SourceFile, _ range: Range<Int>) -> [Diagnostic] {
    guard range.count <= YAMLDocument.maximumSize else {
      let limit = YAMLDocument.maximumSize / 1024
      return [YAMLProblem("this is larger than \(limit) KB").diagnostic(file, at: range.lowerBound..<range.lowerBound)]
    }
    if let problem = TextEncoding.problem(file) { return [problem] }
    if let (offset, scalar) = forbiddenCharacter(file.bytes, range) {
      let code = String(scalar.value, radix: 16, uppercase: true)
      let number = String(repeating: "0", count: max(0, 4 - code.count)) + code
      return [YAMLProblem("the character U+\(number) is not allowed here").diagnostic(file, at: offset)]
    }
    // A directive can only stand before everything else, or after the end of a document.
    for line in stride(from: file.line(at: range.lowerBound), through: file.lineCount, by: 1) {
      let content = file.lineRange(line).clamped(to: range)
      guard let first = file.bytes[content].first(where: { $0 != UInt8(ascii: " ") }) else { continue }
      if first == UInt8(ascii: "%") { return [directive.diagnostic(file, at: content)] }
      if first != UInt8(ascii: "#") { break }
    }
    return []
  }

  /// The first character that may not stand in YAML, even in quotes.
  ///
  /// Besides control characters these are the ones that libyaml takes for the end of a line or for nothing, and that an
  /// author cannot see.
  private static func forbiddenCharacter(_ bytes: [UInt8], _ range: Range<Int>) -> (Range<Int>, Unicode.Scalar)? {
    let mayBe = bytes[range].contains { $0 < 0x20 && $0 != 9 && $0 != 10 && $0 != 13 || $0 >= 0x7F }
    guard mayBe else { return nil }
    var offset = range.lowerBound
    for scalar in String(decoding: bytes[range], as: UTF8.self).unicodeScalars {
      let end = offset + UTF8.width(scalar)
      switch scalar.value {
      case 0x2028, 0x2029, 0xFEFF: return (offset..<end, scalar)
      case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...: break
      default: return (offset..<end, scalar)
      }
      offset = end
    }
    return nil
  }

  /// The message at a range of bytes.
  func diagnostic(_ file: SourceFile, at range: Range<Int>) -> Diagnostic {
    Diagnostic(id: "yaml-syntax", message, at: file.place(range), cure: cure)
  }

  /// The message at the character that libyaml blames.
  func diagnostic(_ file: SourceFile, _ marks: YAMLMarks) -> Diagnostic {
    let start = marks.offset(character)
    // At the end of the file there is nothing to mark: the last line that says something is nearer.
    guard start >= file.bytes.count, file.bytes.last == UInt8(ascii: "\n") else {
      return diagnostic(file, at: start..<marks.offset(character + 1))
    }
    let last = file.bytes.lastIndex { $0 > UInt8(ascii: " ") } ?? 0
    return diagnostic(file, at: min(last + 1, file.bytes.count)..<min(last + 1, file.bytes.count))
  }
}

extension YAMLProblem {
  /// Why libyaml's parser stopped.
  init(_ parser: yaml_parser_t) {
    let problem = parser.problem.map { String(cString: $0) } ?? ""
    let context = parser.context.map { String(cString: $0) } ?? ""
    let known = Self.known.first { problem.hasPrefix($0.problem) && context.hasPrefix($0.context) }
    if parser.error == YAML_MEMORY_ERROR {
      self.init("there is not enough memory to read this")
    } else if let known {
      self.init(known.message, cure: known.cure)
    } else {
      self.init("this is not valid YAML: \(problem)")
    }
    let isAtContext = known?.isAtContext ?? false
    character = isAtContext ? parser.context_mark.index : parser.problem_mark.index
  }

  private struct Known {
    var problem: String
    var context = ""
    var message: String
    var cure: String?
    /// Whether the beginning of the thing is to blame, not the place where it went wrong.
    var isAtContext = false
  }

  /// libyaml's words, and ours; the first that fits counts.
  private static let known: [Known] = [
    Known(
      problem: "could not find expected ':'",
      message: "this line has neither a ':' after a key nor a '-' before an item",
      cure: "write 'key: value', or indent the line to go on with the one above", isAtContext: true),
    Known(
      problem: "mapping values are not allowed",
      message: "this line has a second ':', or wrong indentation",
      cure: "put text that contains ': ' in quotes"),
    Known(
      problem: "block sequence entries are not allowed", message: "an item that begins with '-' is not allowed here",
      cure: "begin the list on a line of its own"),
    Known(problem: "mapping keys are not allowed", message: "a key is not allowed here"),
    Known(
      problem: "found unexpected end of stream", context: "while scanning a quoted scalar",
      message: "the quote that begins here is never closed", cure: "add the closing quote", isAtContext: true),
    Known(
      problem: "found unexpected document indicator", context: "while scanning a quoted scalar",
      message: "the quote that begins here is never closed", cure: "add the closing quote", isAtContext: true),
    Known(
      problem: "found unknown escape character", message: "this '\\' does not begin an escape that YAML knows",
      cure: "write '\\\\' for a backslash, or use single quotes"),
    Known(problem: "did not find expected hexdecimal number", message: "the escape needs hexadecimal digits here"),
    Known(problem: "found invalid Unicode character", message: "the escape names a character that does not exist"),
    Known(
      problem: "found a tab character", message: "this line is indented with a tab, but only spaces may indent",
      cure: "use spaces"),
    Known(
      problem: "found character that cannot start any token", message: "a value cannot begin with this character",
      cure: "put the value in quotes; indent with spaces, not with tabs"),
    Known(
      problem: "did not find expected ',' or ']'", message: "the list that begins here is missing its ']' or a ','",
      isAtContext: true),
    Known(
      problem: "did not find expected ',' or '}'", message: "the group that begins here is missing its '}' or a ','",
      isAtContext: true),
    Known(
      problem: "did not find expected key", message: "this line fits neither the keys nor the indentation above it",
      cure: "indent all keys of one group alike"),
    Known(
      problem: "did not find expected '-' indicator",
      message: "this line fits neither the list nor the indentation above it",
      cure: "indent all items of one list alike, each with '-'"),
    Known(problem: "did not find expected node content", message: "a value is missing here"),
    Known(
      problem: "did not find expected <document start>", message: "this does not belong to the lines above",
      cure: "write 'key: value' on each line"),
    Known(
      problem: "did not find expected comment or line break",
      message: "after '|' or '>' the text must begin on the next line"),
    Known(
      problem: "found an indentation indicator equal to 0", message: "the indentation after '|' or '>' cannot be 0"),
    Known(problem: "found unexpected ':'", message: "':' is not allowed in this text", cure: "put the text in quotes"),
    Known(
      problem: "", context: "while scanning an anchor", message: reference.message, cure: reference.cure,
      isAtContext: true),
    Known(
      problem: "", context: "while scanning an alias", message: reference.message, cure: reference.cure,
      isAtContext: true),
    Known(problem: "", context: "while scanning a tag", message: tag.message, cure: tag.cure, isAtContext: true),
    Known(problem: "", context: "while parsing a tag", message: tag.message, cure: tag.cure, isAtContext: true),
    Known(problem: "found undefined tag handle", message: tag.message, cure: tag.cure, isAtContext: true),
    Known(problem: "", context: "while scanning a directive", message: directive.message, cure: directive.cure),
  ]
}
