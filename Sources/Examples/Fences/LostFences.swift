internal import Markdown
internal import Text

/// Finds examples that Markdown takes for HTML: an element goes on to the next blank line, whatever stands in it.
enum LostFences {
  /// What is wrong with each example in HTML that readers see.
  static func problems(in document: MarkdownDocument) -> [Diagnostic] {
    document.nodes.indices.compactMap { node in
      guard document.nodes[node].kind == .htmlBlock, let range = document.range(of: node) else { return nil }
      return problem(range, in: document.file)
    }
  }

  private static func problem(_ block: Range<Int>, in file: SourceFile) -> Diagnostic? {
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
