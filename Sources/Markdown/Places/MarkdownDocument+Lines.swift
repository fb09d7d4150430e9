internal import Text

extension MarkdownDocument {
  /// The lines of the file, counted from 1, that a node stands in; `nil` where cmark does not tell.
  ///
  /// They are exact for blocks; what stands in a line of text may only know the line that its paragraph begins in.
  package func lines(of node: Int) -> ClosedRange<Int>? {
    let first = Int(nodes[node].startLine)
    guard first > 0 else { return nil }
    let before = file.line(at: min(offset, file.bytes.count)) - 1
    let start = min(first + before, file.lineStarts.count)
    return start...min(max(Int(nodes[node].endLine) + before, start), file.lineStarts.count)
  }
}
