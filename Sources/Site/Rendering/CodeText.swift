internal import Examples
internal import Highlighting

/// A program's text as HTML, line by line.
struct CodeText {
  private let highlighted: HighlightedText

  /// Takes a text in a language that a fence names.
  init(_ text: [UInt8], language: String) {
    highlighted = Highlighter.highlighted(text, language: Language(named: language))
  }

  /// Takes the text of an example.
  init(_ example: Example) {
    self.init(Array(example.lines.map { $0.text + "\n" }.joined().utf8), language: "swift")
  }

  /// The number of lines.
  var lineCount: Int { highlighted.lines.count }

  /// One line, counted from 0, without its end.
  func html(ofLine line: Int) -> ArraySlice<UInt8> { highlighted.html[highlighted.lines[line]] }

  /// Some lines, counted from 0, each in an element that tells its number.
  ///
  /// Those with the numbers `cited` and `uncompiled`, from 1, are marked as such; `firstLine` is the first line's
  /// number in its program.
  func numbered(
    _ range: Range<Int>, cited: Set<Int> = [], uncompiled: Set<Int> = [], firstLine: Int = 1
  ) -> [UInt8] {
    guard let first = range.first, let last = range.last else { return [] }
    var html: [UInt8] = []
    html.reserveCapacity(highlighted.lines[last].upperBound - highlighted.lines[first].lowerBound + 48 * range.count)
    for number in range {
      html += #"<span class="line"#.utf8
      if cited.contains(number + 1) { html += " is-cited".utf8 }
      if uncompiled.contains(number + 1) { html += " is-uncompiled".utf8 }
      html += #"" data-line=""#.utf8
      html += String(number + 1).utf8
      if firstLine > 1 { html += "\" data-number=\"\(firstLine + number)".utf8 }
      html += #"">"#.utf8
      html += highlighted.html[highlighted.lines[number]]
      html += "</span>\n".utf8
    }
    return html
  }

  /// All lines as they are.
  var html: [UInt8] { highlighted.html }
}
