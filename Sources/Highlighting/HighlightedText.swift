internal import Text

/// Source text as HTML, of which each line can stand alone.
///
/// A token is `<span class="k">…</span>` with a class of ``HighlightKind``. No element goes on past the end of its
/// line. `<`, `>` and `&` are escaped, so the text may stand between tags but not in an attribute; all other bytes stay
/// as they are.
package struct HighlightedText: Sendable {
  /// All lines, with the ends of lines that the text has.
  package private(set) var html: [UInt8] = []
  /// Where each line stands in `html`, without the line feed at its end.
  ///
  /// A line feed at the end of the text begins no other line.
  package private(set) var lines: [Range<Int>] = []

  private var lineStart = 0

  /// Renders a text whose tokens are known.
  package init(_ text: [UInt8], tokens: [HighlightToken]) {
    html.reserveCapacity(text.count + text.count / 4 + tokens.count * 24 + 16)
    text.withUnsafeBufferPointer { text in
      var index = 0
      for token in tokens {
        append(text, index..<token.range.lowerBound, kind: nil)
        append(text, token.range, kind: token.kind)
        index = token.range.upperBound
      }
      append(text, index..<text.count, kind: nil)
    }
    if lineStart < html.count { lines.append(lineStart..<html.count) }
  }

  /// Appends a piece, in elements of its kind, one for each line.
  private mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, kind: HighlightKind?) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, text[end] != .lineFeed { end += 1 }
      if end > start {
        if let kind {
          append(#"<span class=""#)
          html.append(UInt8(ascii: kind.className))
          append(#"">"#)
          html.appendEscapedForHTML(UnsafeBufferPointer(rebasing: text[start..<end]), quotes: .none)
          append("</span>")
        } else {
          html.appendEscapedForHTML(UnsafeBufferPointer(rebasing: text[start..<end]), quotes: .none)
        }
      }
      if end < range.upperBound {
        lines.append(lineStart..<html.count)
        html.append(.lineFeed)
        lineStart = html.count
        end += 1
      }
      start = end
    }
  }

  private mutating func append(_ string: StaticString) {
    html.append(contentsOf: UnsafeBufferPointer(start: string.utf8Start, count: string.utf8CodeUnitCount))
  }
}
