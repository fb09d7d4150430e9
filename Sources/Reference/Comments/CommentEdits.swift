internal import Text

/// What of a comment's bytes a page says otherwise.
struct CommentEdits {
  private(set) var edits: [(range: Range<Int>, text: String)] = []

  /// Puts words in the place of some bytes.
  mutating func replace(_ range: Range<Int>, by text: String) { edits.append((range, text)) }

  /// Appends a part of the comment to a page, with the edits in it; of two that overlap the first in the file holds.
  func copy(_ part: Range<Int>, of file: SourceFile, to page: inout PageText) {
    var start = part.lowerBound
    // Of several at one place, those that came first are first.
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in sorted where edit.range.lowerBound >= start && edit.range.upperBound <= part.upperBound {
      page.add(file, start..<edit.range.lowerBound)
      page.add(edit.text, insteadOf: edit.range, of: file)
      start = edit.range.upperBound
    }
    page.add(file, start..<part.upperBound)
  }
}
