internal import Markdown
internal import Text

/// Finds examples that Markdown takes for something else.
enum LostFences {
  /// What is wrong with each example in HTML that readers see, or in a list item and indented too far.
  static func problems(in document: MarkdownDocument) -> [Diagnostic] {
    document.nodes.indices.compactMap { number in
      let node = document.nodes[number]
      guard node.kind == .htmlBlock || node.kind == .codeBlock, let range = document.range(of: number) else {
        return nil
      }
      if node.kind == .htmlBlock { return problemInHTML(range, in: document.file) }
      guard !node.traits.contains(.fenced), node.parent >= 0, document.nodes[Int(node.parent)].kind == .item else {
        return nil
      }
      return problemOfIndentation(range, in: document.file)
    }
  }

  /// Elsewhere, what is indented shows how examples are written.
  private static func problemOfIndentation(_ block: Range<Int>, in file: SourceFile) -> Diagnostic? {
    let line = file.bytes[block].prefix { $0 != UInt8(ascii: "\n") }
    guard begins(String(decoding: line, as: UTF8.self)) else { return nil }
    return Diagnostic(
      .warning, id: "lost-example",
      "this example is indented four columns more than the text of its list item, so that it is shown as it stands",
      at: file.place(line.startIndex..<line.endIndex), cure: "indent it as far as that text")
  }

  /// An element goes on to the next blank line, whatever stands in it.
  private static func problemInHTML(_ block: Range<Int>, in file: SourceFile) -> Diagnostic? {
    let lines = file.bytes[block].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first, !isHidden(String(decoding: first, as: UTF8.self)) else { return nil }
    guard let line = lines.first(where: { begins(String(decoding: $0, as: UTF8.self)) }) else { return nil }
    return Diagnostic(
      id: "lost-example", "this example is a part of the HTML above it, so that it is neither run nor shown as code",
      at: file.place(line.startIndex..<line.endIndex), cure: "put a blank line before it")
  }

  /// Whether what a block begins with is not text for readers.
  private static func isHidden(_ line: String) -> Bool {
    let start = line.drop { $0 == " " || $0 == ">" }.lowercased()
    return ["<!", "<?", "<script", "<style", "<pre", "<textarea", "<template"].contains(where: start.hasPrefix)
  }

  private static func begins(_ line: String) -> Bool {
    let text = line.drop { $0 == " " || $0 == "\t" || $0 == ">" }
    guard let mark = text.first, mark == "`" || mark == "~" else { return false }
    let marks = text.prefix { $0 == mark }
    let info = text.dropFirst(marks.count).drop { $0 == " " || $0 == "\t" }
    return marks.count >= 3 && info.prefix { $0.isLetter } == "swift"
  }
}
