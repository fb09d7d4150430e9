internal import Markdown

/// Whether a chapter's author leaves a blank line between an example and what is recorded of it.
struct AdditionStyle {
  private let document: MarkdownDocument
  private let isUsual: Bool

  /// Looks at the first recording of the chapter; without any, there is a blank line.
  init(_ chapter: ChapterExamples) {
    document = chapter.document
    let first = chapter.examples.first { !$0.recordings.isEmpty }
    isUsual = first.map { $0.fence.fullLines.upperBound < $0.recordings[0].fence.fullLines.lowerBound } ?? true
  }

  /// Whether a blank line comes between a fence and one that is added after it.
  ///
  /// Never in a list: there it would put space between all its items.
  func isSeparated(after fence: Fence) -> Bool {
    var node = fence.parent
    while node > 0 {
      if document.nodes[node].kind == .item { return false }
      node = Int(document.nodes[node].parent)
    }
    return isUsual
  }
}
