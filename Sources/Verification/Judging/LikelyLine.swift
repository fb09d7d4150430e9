internal import Execution

/// A comment behind a call of `print` that has the form of no claim, but may be nearly the line that is printed, as in
/// `print("3 items") // 4 items`.
struct LikelyLine {
  /// As it is written.
  let text: Substring
  private let words: [Substring]
  private let type: String?

  private static let mostWords = 12

  /// Reads a comment; `nil` for one that is too short or too long.
  init?(_ comment: String) {
    text = comment.saidBehindSlashes
    words = text.split(whereSeparator: \.isWhitespace)
    type = text.wholeMatch(of: /[A-Z\[(][\w.<>\[\]:,?]*/).map { Self.plain(String($0.output)) }
    guard type != nil || (2...Self.mostWords).contains(words.count) else { return nil }
  }

  /// Whether it has most of the words of a line, and others in the place of some.
  ///
  /// - Parameters:
  ///   - line: What is printed.
  ///   - isCode: Whether a word may be code that stands before the comment.
  ///   - printsType: Whether a type is printed.
  func isNearly(_ line: String, isCode: (Substring) -> Bool, printsType: Bool) -> Bool {
    if let type { return printsType && type != Self.plain(line) }
    let printed = line.split(whereSeparator: \.isWhitespace)
    guard printed.count == words.count else { return false }
    let others = zip(words, printed).filter { $0 != $1 }
    guard !others.isEmpty, others.count <= max(1, words.count / 4),
      !others.contains(where: { Self.isPlaceholder($0.0) || isCode($0.0) || Self.isNumber($0.0) != Self.isNumber($0.1) }
      )
    else { return false }
    // One of two words is not much: a number or a name in the place of another.
    return words.count > 2
      || others.allSatisfy { said, shown in
        Self.isNumber(said) || Self.isName(said) && Self.isName(shown)
      }
  }

  private static func isNumber(_ word: Substring) -> Bool { word.contains(where: \.isNumber) }

  private static func isName(_ word: Substring) -> Bool {
    word.first { $0.isLetter || $0.isNumber }?.isUppercase == true
  }

  /// Whether a word stands for others.
  private static func isPlaceholder(_ word: Substring) -> Bool {
    !isNumber(word)
      && (word.filter(\.isLetter).count == 1 || word.contains { "<{[(…\\$%*_#".contains($0) } || word.contains("..."))
  }

  /// A type without the names of modules that authors leave out.
  private static func plain(_ type: String) -> String { type.replacing(/\b(?:Swift|main)\./, with: "") }
}
