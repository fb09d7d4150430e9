internal import Markdown
internal import Text

/// Items of lists with a box to tick.
extension ChapterHooks {
  /// Writes how an item begins, if it is a task.
  mutating func openItem(_ number: Int, of document: MarkdownDocument, to output: inout HTMLOutput) -> HTMLHandling {
    let node = document.nodes[number]
    var isChecked = node.traits.contains(.checked)
    if !node.traits.contains(.task) {
      guard let quoted = QuotedTask(of: number, in: document) else { return .usual }
      isChecked = quoted.isChecked
      taskMark = QuotedTask.markLength
    }
    output.newLine()
    let box = isChecked ? "<span class=\"box is-done\">\u{2611}</span> " : "<span class=\"box\">\u{2610}</span> "
    let first = Int(node.firstChild)
    // A paragraph of its own would begin below a box that stands before it.
    let isInParagraph = first >= 0 && document.nodes[first].kind == .paragraph && !document.isTight(first)
    taskBox = isInParagraph ? box : nil
    output.html("<li class=\"task\">" + (isInParagraph ? "" : box))
    return .opened
  }

  /// Writes how a paragraph begins, if it is the first of a task.
  mutating func openTaskParagraph(to output: inout HTMLOutput) -> HTMLHandling {
    guard let box = taskBox else { return .usual }
    taskBox = nil
    output.newLine()
    output.html("<p>" + box)
    return .opened
  }
}
