internal import Text

/// What a directive such as `@Snippet(path: "A", slice: "b") {` says, which may go on over several lines.
struct Directive: Equatable {
  /// Its name, without the `@`.
  var name: String
  /// What stands between the parentheses: words in quotes with their labels; the first may have none.
  var arguments: [String: String] = [:]
  /// Where in the file stands what follows the brace on the line on which it opens.
  var text: Range<Int>?
  /// Whether a brace is open at its end.
  var opens = false
  /// The line on which its arguments end, and a brace may open; counted from 1.
  var line: Int

  /// How many lines it may go on for: no author breaks it into more, and reading what is none must end soon.
  private static let mostLines = 16

  /// Reads the directive that a line of a file begins with; `nil` where there is none that ends by line `last`.
  init?(_ file: SourceFile, at line: Int, last: Int) {
    var text = Substring(file.lineText(line)).trimmed
    guard let match = text.prefixMatch(of: /@([A-Z][A-Za-z]*)\s*/) else { return nil }
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
        if text.trimmed.isEmpty { return nil }
      }
      guard words.isClosed else { return nil }
      arguments = words.arguments
    }
    text = text.trimmed
    if text.isEmpty { return }
    guard text.first == "{" else { return nil }
    let inside = text.dropFirst().trimmed
    opens = inside.last != "}"
    let words = opens ? inside : inside.dropLast().trimmed
    guard !words.isEmpty || !opens else { return }
    let range = file.lineRange(self.line)
    let start = range.lowerBound + words.base[..<words.startIndex].utf8.count
    self.text = (start..<start + words.utf8.count).clamped(to: range)
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
