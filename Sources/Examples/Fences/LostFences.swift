internal import Markdown
internal import Text

/// Finds examples that Markdown takes for something else.
enum LostFences {
  /// What is wrong with each example in HTML that readers see, in a line of text, or in a list item and indented too
  /// far.
  static func problems(in document: MarkdownDocument) -> [Diagnostic] {
    document.nodes.indices.compactMap { number in
      let node = document.nodes[number]
      switch node.kind {
      case .htmlBlock: return document.range(of: number).flatMap { problemInHTML($0, in: document.file) }
      case .paragraph:
        guard mayHoldFence(number, of: document) else { return nil }
        return document.range(of: number).flatMap { problemInText($0, in: document.file) }
      case .codeBlock where !node.traits.contains(.fenced) && node.parent >= 0:
        guard document.nodes[Int(node.parent)].kind == .item else { return nil }
        return document.range(of: number).flatMap { problemOfIndentation($0, in: document.file) }
      default: return nil
      }
    }
  }

  /// Whether a paragraph has code that begins with the language's name, or marks of a fence as text: where it stands
  /// takes time to find out.
  private static func mayHoldFence(_ paragraph: Int, of document: MarkdownDocument) -> Bool {
    document.descendants(of: paragraph).contains { number in
      let node = document.nodes[number]
      let text = document.bytes(node.text)
      return switch node.kind {
      case .code: text.starts(with: "swift".utf8)
      case .text: hasMarks(text)
      default: false
      }
    }
  }

  /// Whether three marks of a fence stand in a row.
  private static func hasMarks(_ text: ArraySlice<UInt8>) -> Bool {
    var count = 0
    for byte in text {
      count = byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~") ? count + 1 : 0
      if count == 3 { return true }
    }
    return false
  }

  /// A paragraph goes on in a line that is indented by four columns, whatever stands in it, and no fence begins behind
  /// words, or ends in the line that it begins in.
  private static func problemInText(_ block: Range<Int>, in file: SourceFile) -> Diagnostic? {
    for line in file.bytes[block].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let text = String(decoding: line, as: UTF8.self)
      let isFirst = begins(text)
      guard isFirst || beginsBehindWords(text) else { continue }
      let isIndented = isFirst && text.drop { $0 != "`" && $0 != "~" }.drop { $0 == "`" }.allSatisfy { $0 != "`" }
      return Diagnostic(
        id: "lost-example",
        "this example is a part of the paragraph"
          + (isIndented ? " above it, since it is indented four columns or more" : "")
          + ", so it is neither run nor shown as code",
        at: file.place(line.startIndex..<line.endIndex),
        cure: isIndented ? "indent it as far as that paragraph" : "give each of its fences a line of its own")
    }
    return nil
  }

  /// Whether a line has words, and then what would begin an example if nothing stood before it.
  private static func beginsBehindWords(_ line: String) -> Bool {
    guard let mark = line.firstRange(of: " ```")?.lowerBound else { return false }
    let fence = String(line[mark...])
    return begins(fence) && !fence.drop { $0 == " " || $0 == "`" }.contains("`")
  }

  /// Elsewhere, what is indented shows how examples are written.
  private static func problemOfIndentation(_ block: Range<Int>, in file: SourceFile) -> Diagnostic? {
    let line = file.bytes[block].prefix { $0 != UInt8(ascii: "\n") }
    guard begins(String(decoding: line, as: UTF8.self)) else { return nil }
    return Diagnostic(
      .warning, id: "lost-example",
      "this example is indented four columns more than the text of its list item, so it is shown as plain text",
      at: file.place(line.startIndex..<line.endIndex), cure: "indent it as far as that text")
  }

  /// An element goes on to the next blank line, whatever stands in it.
  private static func problemInHTML(_ block: Range<Int>, in file: SourceFile) -> Diagnostic? {
    let lines = file.bytes[block].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first, !isHidden(String(decoding: first, as: UTF8.self)) else { return nil }
    guard let line = lines.first(where: { begins(String(decoding: $0, as: UTF8.self)) }) else { return nil }
    return Diagnostic(
      id: "lost-example", "this example is a part of the HTML above it, so it is neither run nor shown as code",
      at: file.place(line.startIndex..<line.endIndex), cure: "put a blank line before it")
  }

  /// Whether what a block begins with is not text for readers.
  private static func isHidden(_ line: String) -> Bool {
    let start = line.drop { $0 == " " || $0 == ">" }.lowercased()
    return ["<!", "<?", "<script", "<style", "<pre", "<textarea", "<template"].contains(where: start.hasPrefix)
  }

  /// Whether a line would begin an example if it stood elsewhere.
  static func begins(_ line: String) -> Bool {
    let text = line.drop { $0 == " " || $0 == "\t" || $0 == ">" }
    guard let mark = text.first, mark == "`" || mark == "~" else { return false }
    let marks = text.prefix { $0 == mark }
    let info = text.dropFirst(marks.count).drop { $0 == " " || $0 == "\t" }
    return marks.count >= 3 && info.prefix { $0.isLetter } == "swift"
  }
}
