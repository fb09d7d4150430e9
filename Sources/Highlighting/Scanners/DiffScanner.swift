/// Reads what `diff` writes, line by line.
enum DiffScanner {
  /// The tokens of a text.
  static func tokens(_ list: TokenList) -> [HighlightToken] {
    var list = list
    // Lines that begin so are headings only before the first part; later they are lines that were changed.
    var isInHeading = true
    while !list.isAtEnd {
      let start = list.index
      let isOldName = list.starts(with: "--- ", at: start)
      let isNewName = list.starts(with: "+++ ", at: start)
      let isCommand =
        list.starts(with: "diff ", at: start) || list.starts(with: "index ", at: start)
        || list.starts(with: "Index: ", at: start)
      let isPart = list.starts(with: "@@", at: start)
      list.skipLine()
      if isCommand {
        isInHeading = true
      } else if isPart {
        isInHeading = false
      }
      switch list.byte(start) {
      case _ where isCommand || isInHeading && (isOldName || isNewName): list.add(.comment, from: start)
      case _ where isPart: list.add(.directive, from: start)
      case UInt8(ascii: "+"), UInt8(ascii: ">"): list.add(.added, from: start)
      case UInt8(ascii: "-") where !(isInHeading && list.isSeparator(start)), UInt8(ascii: "<"):
        list.add(.removed, from: start)
      case UInt8(ascii: "\\"): list.add(.comment, from: start)
      default: break
      }
      if !list.isAtEnd { list.index += 1 }
    }
    return list.tokens
  }
}

extension TokenList {
  /// Whether the line that was read from `start` on is `---`, which stands between old and new lines in plain
  /// comparisons.
  fileprivate func isSeparator(_ start: Int) -> Bool {
    index - start == 3 && starts(with: "---", at: start)
  }
}
