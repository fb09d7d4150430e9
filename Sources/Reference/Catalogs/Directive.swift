internal import Text

/// What a directive such as `@Snippet(path: "A", slice: "b") {` says, which may go on over several lines.
struct Directive: Equatable {
  /// Its name, without the `@`.
  var name: String
  /// What stands between the parentheses: words in quotes with their labels; the first may have none.
  var arguments: [String: String] = [:]
  /// Where in the file stands what follows the brace on the line on which it opens.
  var text: Range<Int>?
  /// Where on that line stands what follows the directive.
  var rest: Range<Int>?
  /// Whether a brace is open at its end.
  var opens = false
  /// The line on which its arguments end, and a brace may open; counted from 1.
  var line: Int

  /// How many lines it may go on for: no author breaks it into more, and reading what is none must end soon.
  private static let mostLines = 16

  /// Reads the directive that a line of a file begins with; `nil` where there is none that ends by line `last`.
  init?(_ file: SourceFile, at line: Int, last: Int) {
    self.init(file, in: file.lineRange(line), at: line, last: last)
  }

  /// Reads the directive that a part of a line begins with.
  init?(_ file: SourceFile, in part: Range<Int>, at line: Int, last: Int) {
    var text = Substring(String(decoding: file.bytes[part], as: UTF8.self)).trimmed
    var start = part.lowerBound
    guard let match = text.prefixMatch(of: Self.beginning) else { return nil }
    name = String(match.output.1)
    self.line = line
    text = text[match.range.upperBound...]
    if text.first == "(" {
      text = text.dropFirst()
      var words = DirectiveWords()
      while let rest = words.read(text) {
        guard !rest.isEnd else {
          text = rest.text
          break
        }
        guard self.line < min(last, line + Self.mostLines) else { return nil }
        self.line += 1
        text = Substring(file.lineText(self.line))
        start = file.lineRange(self.line).lowerBound
        if text.trimmed.isEmpty { return nil }
      }
      guard words.isClosed else { return nil }
      arguments = words.arguments
    }
    func range(_ words: Substring) -> Range<Int>? {
      let words = words.trimmed
      let first = start + words.base[..<words.startIndex].utf8.count
      return words.isEmpty ? nil : first..<first + words.utf8.count
    }
    text = text.trimmed
    if text.isEmpty { return }
    if let rest = range(text), Directive(file, in: rest, at: self.line, last: self.line) != nil {
      self.rest = rest
      return
    }
    guard text.first == "{" else { return nil }
    text = text.dropFirst()
    let end = Self.end(of: text)
    opens = end == nil
    self.text = range(text[..<(end ?? text.endIndex)])
    rest = end.flatMap { range(text[$0...].dropFirst()) }
  }

  /// How a directive begins.
  private static var beginning: Regex<(Substring, Substring)> { /@([A-Z][A-Za-z]*)\s*/ }

  /// The brace that closes what one before a text opens; `nil` where the text goes on in the next line.
  private static func end(of text: Substring) -> Substring.Index? {
    let last = text.trimmed.last == "}" ? text.lastIndex(of: "}") : nil
    guard let partner = partner(in: text) else { return last }
    // Words may have a brace of their own among them.
    let rest = text[partner...].dropFirst().trimmed
    return rest.isEmpty || rest.prefixMatch(of: beginning) != nil ? partner : last ?? partner
  }

  /// The first brace that closes more than was opened, but for those in code and in the words of directives.
  private static func partner(in text: Substring) -> Substring.Index? {
    var depth = 1
    var rest = text
    while let character = rest.first {
      switch character {
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { return rest.startIndex }
      case "`":
        let mark = rest.prefix { $0 == "`" }
        rest = rest.dropFirst(mark.count)
        if let end = rest.firstRange(of: mark) { rest = rest[end.upperBound...] }
        continue
      case "@":
        guard let match = rest.prefixMatch(of: beginning), rest[match.range.upperBound...].first == "(" else { break }
        var words = DirectiveWords()
        guard let behind = words.read(rest[match.range.upperBound...].dropFirst()), behind.isEnd else { break }
        rest = behind.text
        continue
      default: break
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}

/// The words between the parentheses of a directive.
private struct DirectiveWords {
  private(set) var arguments: [String: String] = [:]
  /// Whether the parenthesis has come that ends them.
  private(set) var isClosed = false
  private var label = ""
  private var word = ""
  private var isQuoted = false
  private var hasWord = false

  /// Reads on to the end of a line, or to the parenthesis, and gives what follows; `nil` when that has come before.
  mutating func read(_ line: Substring) -> (text: Substring, isEnd: Bool)? {
    if isClosed { return nil }
    var rest = line
    while let character = rest.popFirst() {
      switch character {
      case "\\" where isQuoted: if let next = rest.popFirst() { word.append(next) }
      case "\"":
        isQuoted.toggle()
        hasWord = true
      case _ where isQuoted: word.append(character)
      case ":":
        label = word
        (word, hasWord) = ("", false)
      case ",": end()
      case ")":
        end()
        isClosed = true
        return (rest, true)
      case _ where character.isWhitespace: break
      default:
        word.append(character)
        hasWord = true
      }
    }
    // A text in quotes may go on in the next line.
    if isQuoted { word.append(" ") }
    return ("", false)
  }

  private mutating func end() {
    if hasWord { arguments[label] = word }
    (label, word, hasWord) = ("", "", false)
  }
}

extension Substring {
  /// Without blanks at its ends.
  fileprivate var trimmed: Substring {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
