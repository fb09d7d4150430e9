internal import Files

/// A message as a comment gives it: in full or as a part, with words left out or a reason added.
struct StatedMessage {
  /// Its words, first all, then without what may be a reason behind them.
  private let readings: [[String]]
  /// Whether it breaks off, perhaps within a word.
  private let breaksOff: Bool

  init(_ text: String) {
    breaksOff = text.hasSuffix("…") || text.hasSuffix("...")
    let ends = [", ", "; ", " (", " because ", " since ", " – ", " — ", " - "].compactMap {
      text.firstRange(of: $0)?.lowerBound
    }
    let beginning = ends.min().map { Self.words(of: text[..<$0]) } ?? []
    readings = [Self.words(of: text)] + (beginning.count > 1 ? [beginning] : [])
  }

  /// Whether it may be this message.
  func fits(_ message: String) -> Bool {
    let words = Self.words(of: message)
    return readings.contains { isLeft($0, of: words) } || readings[0].contains(words)
  }

  /// Whether words stand in a text in this order.
  private func isLeft(_ said: [String], of words: [String]) -> Bool {
    var rest = words[...]
    for (number, word) in said.enumerated() {
      let mayBeCut = breaksOff && number == said.count - 1
      guard let index = rest.firstIndex(where: { $0 == word || mayBeCut && $0.hasPrefix(word) }) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }

  private static func words(of text: some StringProtocol) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }
}
