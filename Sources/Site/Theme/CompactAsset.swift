/// The built-in theme's scripts and styles without what only their authors read, and in the shorter of two words that
/// mean the same.
///
/// The theme of a book is left as its author wrote it: what it relies on is not known here.
enum CompactAsset {
  /// Leaves out comments, and blanks and line ends that separate nothing.
  static func bytes(of text: [UInt8], named path: String) -> [UInt8] {
    if path.hasSuffix(".js") { return Compaction(text, isScript: true).result }
    if path.hasSuffix(".css") { return Compaction(text, isScript: false).result }
    return text
  }
}

/// One text on its way to be compact.
private struct Compaction {
  private let text: [UInt8]
  private let isScript: Bool
  private var at = 0
  /// Of each parenthesis of a script that is open, whether it is that of a statement such as `while (…)`.
  private var parentheses: [Bool] = []
  /// Whether the parenthesis that was closed last is.
  private var endsCondition = false
  private(set) var result: [UInt8] = []

  init(_ text: [UInt8], isScript: Bool) {
    self.text = text
    self.isScript = isScript
    result.reserveCapacity(text.count)
    while at < text.count { step() }
    if result.last != UInt8(ascii: "\n") { result.append(UInt8(ascii: "\n")) }
  }

  private func peek(_ distance: Int = 1) -> UInt8? { at + distance < text.count ? text[at + distance] : nil }

  private mutating func step() {
    switch text[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): copyQuoted(until: text[at])
    case UInt8(ascii: "`") where isScript: copyTemplate()
    case UInt8(ascii: "/")
    where isScript && isRegularExpression && ![UInt8(ascii: "/"), UInt8(ascii: "*")].contains(peek()):
      copyRegularExpression()
    case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"): separate()
    case UInt8(ascii: "/") where isComment: separate()
    case UInt8(ascii: "c") where isScript && isConstant:
      result += Array("let".utf8)
      at += Self.constant.count
    case UInt8(ascii: "}"):
      dropLastSemicolon()
      copy()
    case UInt8(ascii: "=") where isScript && peek() == UInt8(ascii: ">"):
      unwrapParameter()
      copy()
    case UInt8(ascii: "(") where isScript:
      let word = result.reversed().prefix(while: Self.isWord).reversed()
      parentheses.append(["if", "for", "while", "with"].contains { word.elementsEqual($0.utf8) })
      copy()
    case UInt8(ascii: ")") where isScript:
      endsCondition = parentheses.popLast() ?? false
      copy()
    default: copy()
    }
  }

  private static let constant = Array("const".utf8)

  /// Whether a name is declared that gets one value: nothing assigns another one, as the script runs.
  private var isConstant: Bool {
    guard text[at...].starts(with: Self.constant), peek(Self.constant.count) == UInt8(ascii: " ") else { return false }
    return result.last.map { !Self.isWord($0) && $0 != UInt8(ascii: ".") } ?? true
  }

  /// The only parameter of an arrow needs no parentheses.
  private mutating func unwrapParameter() {
    guard result.last == UInt8(ascii: ")") else { return }
    let name = result.dropLast().reversed().prefix(while: Self.isWord).reversed()
    let rest = result.dropLast(name.count + 1)
    guard !name.isEmpty, rest.last == UInt8(ascii: "("), rest.dropLast().last.map({ !Self.isWord($0) }) ?? true else {
      return
    }
    result = Array(rest.dropLast()) + name
  }

  private var isComment: Bool { peek() == UInt8(ascii: "*") || isScript && peek() == UInt8(ascii: "/") }

  /// Before a brace that closes, a semicolon says nothing; but one behind a condition is a whole statement.
  private mutating func dropLastSemicolon() {
    guard result.last == UInt8(ascii: ";"), let before = result.dropLast().last else { return }
    if !isScript || (before == UInt8(ascii: ")") ? !endsCondition : !";{}".utf8.contains(before)) {
      result.removeLast()
    }
  }

  // MARK: What is copied as it stands

  private mutating func copyQuoted(until quote: UInt8) {
    copy()
    while at < text.count {
      if text[at] == UInt8(ascii: "\\") { copy() } else if text[at] == quote { return copy() }
      copy()
    }
  }

  private mutating func copyTemplate() {
    copy()
    while at < text.count {
      if text[at] == UInt8(ascii: "\\") {
        copy()
      } else if text[at] == UInt8(ascii: "`") {
        return copy()
      } else if text[at] == UInt8(ascii: "$"), peek() == UInt8(ascii: "{") {
        copyExpression()
        continue
      }
      copy()
    }
  }

  /// What stands in a template's text, which may have templates again.
  private mutating func copyExpression() {
    var depth = 0
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "`"):
        copyTemplate()
        continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        copyQuoted(until: text[at])
        continue
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return copy() }
      default: break
      }
      copy()
    }
  }

  private mutating func copyRegularExpression() {
    var isInClass = false
    copy()
    while at < text.count, text[at] != UInt8(ascii: "\n") {
      switch text[at] {
      case UInt8(ascii: "\\"): copy()
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass: return copy()
      default: break
      }
      copy()
    }
  }

  private mutating func copy() {
    guard at < text.count else { return }
    result.append(text[at])
    at += 1
  }

  /// Whether a slash begins a regular expression: nothing that can be divided stands before it.
  private var isRegularExpression: Bool {
    guard let end = result.lastIndex(where: { !" \n".utf8.contains($0) }) else { return true }
    let last = result[end]
    if Self.isWord(last) { return result[...end].suffix(6).elementsEqual("return".utf8) }
    return !")]}\"'`".utf8.contains(last)
  }

  // MARK: Blanks

  /// Takes blanks, line ends and comments together, and leaves of them what separates.
  private mutating func separate() {
    var hasLineEnd = false
    while at < text.count {
      if " \t\n".utf8.contains(text[at]) {
        hasLineEnd = hasLineEnd || text[at] == UInt8(ascii: "\n")
        at += 1
      } else if text[at] == UInt8(ascii: "/"), isComment {
        let isLine = peek() == UInt8(ascii: "/")
        at += 2
        while at < text.count, isLine ? text[at] != UInt8(ascii: "\n") : !isCommentEnd { at += 1 }
        if !isLine { at = min(text.count, at + 2) }
      } else {
        break
      }
    }
    guard let last = result.last, at < text.count else { return }
    let next = text[at]
    if isScript {
      if hasLineEnd {
        // What ends here could not be a statement, or goes on in the next line.
        if "{;,([=&|?:\n".utf8.contains(last) || ")]},;:?.&|=".utf8.contains(next) { return }
        result.append(UInt8(ascii: "\n"))
      } else if Self.isWord(last) && Self.isWord(next) || last == next && "+-".utf8.contains(last)
        || (Self.isWord(last) || last == UInt8(ascii: ")")) && "/".utf8.contains(next)
      {
        result.append(UInt8(ascii: " "))
      }
    } else if !"{};,:>".utf8.contains(last) && !"{};,>!".utf8.contains(next) {
      result.append(UInt8(ascii: " "))
    }
  }

  private var isCommentEnd: Bool { text[at] == UInt8(ascii: "*") && peek() == UInt8(ascii: "/") }

  /// Whether a byte can stand in a name or number.
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "#"), 0x80...:
      true
    default: false
    }
  }
}
