/// A block of a chapter's prose: lines without an empty one between them.
///
/// Examples and recordings are left out.
struct ToldBlock {
  /// Where its first line stands, beginning with 1.
  let line: Int
  /// Its lines, joined by blanks and without the `>` of a quote.
  let text: String
  /// Whether it is a note, as GitHub writes it.
  let isNote: Bool

  /// How a note begins that says what no run shows.
  static let mark = "**Told, not run.**"

  /// Whether it is a note with that mark.
  var isTold: Bool { isNote && text.hasPrefix(Self.mark) }

  /// Whether it names a source: a page on the web.
  var hasSource: Bool { text.contains("](https://") }

  /// The words in it that name a system or a framework on which the book's examples cannot run.
  ///
  /// Addresses do not count.
  var foreignNames: [String] {
    let systems = #/\b(?:iOS|iPadOS|macOS|Darwin|Apple's [a-z ]*(?:systems|frameworks|platforms))\b/#
    let frameworks = #/\b(?:UIKit|AppKit|Cocoa|Core Animation|UI[A-Z]\w+)\b/#
    let words = text.replacing(#/\]\([^)]*\)/#, with: "]")
    return words.matches(of: systems).map { String($0.0) } + words.matches(of: frameworks).map { String($0.0) }
  }

  /// The blocks of a chapter.
  static func blocks(of markdown: String) -> [ToldBlock] {
    var blocks: [ToldBlock] = []
    var lines: [Substring] = []
    var start = 0
    var fence: Substring?
    func end() {
      guard !lines.isEmpty else { return }
      let isQuote = lines[0].hasPrefix(">")
      let bare = lines.map { isQuote ? $0.drop { $0 == ">" || $0 == " " } : $0 }
      let isNote = bare[0] == "[!NOTE]"
      let text = (isNote ? bare.dropFirst() : bare[...]).joined(separator: " ")
      blocks.append(ToldBlock(line: start, text: text, isNote: isQuote && isNote))
      lines = []
    }
    for (index, line) in markdown.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let content = line.drop { $0 == " " }
      if let open = fence {
        if content.hasPrefix(open) { fence = nil }
      } else if content.hasPrefix("```") {
        end()
        fence = content.prefix { $0 == "`" }
      } else if content.isEmpty {
        end()
      } else if content.hasPrefix("keywords:") {
        // Words by which readers search; no page shows them.
        continue
      } else {
        if lines.isEmpty { start = index + 1 }
        lines.append(line)
      }
    }
    end()
    return blocks
  }
}
