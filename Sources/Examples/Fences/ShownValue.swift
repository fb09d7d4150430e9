internal import Markdown
internal import Recordings

/// What words below an example say it prints, in the same paragraph or in a list or quotation below: ``Output: `3` ``.
struct ShownValue {
  /// The lines of code, as they are written.
  private let lines: [String]

  /// Reads what stands below an example; `nil` where that shows no such value.
  ///
  /// - Parameters:
  ///   - paragraph: The first block below the example.
  ///   - introduction: What this block announces, if it only does that.
  init?(_ paragraph: Int, behind introduction: OutputIntroduction?, in document: MarkdownDocument) {
    guard document.nodes[paragraph].kind == .paragraph else { return nil }
    if let value = Self.value(in: paragraph, of: document) {
      lines = [value]
      return
    }
    guard let introduction, introduction.isAboutOutput, introduction.kind == .result,
      let values = Self.values(in: Int(document.nodes[paragraph].nextSibling), of: document), !values.isEmpty
    else { return nil }
    lines = values
  }

  /// The code that a paragraph ends with behind words and a colon that announce an output; `nil` where it says more.
  private static func value(in paragraph: Int, of document: MarkdownDocument) -> String? {
    let parts = document.children(of: paragraph).filter { !text(of: $0, in: document).allSatisfy(\.isWhitespace) }
    guard let last = parts.last, parts.count >= 2, document.nodes[last].kind == .code else { return nil }
    let words = parts.dropLast().map { text(of: $0, in: document) }.joined()
    guard words.last(where: { !$0.isWhitespace }) == ":",
      let introduction = OutputIntroduction(words, canBreakOff: false),
      introduction.isAboutOutput, introduction.kind == .result
    else { return nil }
    return document.string(document.nodes[last].text)
  }

  /// Whether an example's recorded output has these lines; what its comments tell is not looked at.
  func isOf(_ example: Example) -> Bool {
    let recorded = example.recordings.filter { $0.kind == .output }.flatMap { $0.text.written }
    return lines.allSatisfy(recorded.contains)
  }

  /// The text of a part of a paragraph.
  private static func text(of part: Int, in document: MarkdownDocument) -> String {
    let node = document.nodes[part]
    return [.text, .code].contains(node.kind) ? document.string(node.text) : document.plainText(of: part)
  }

  /// The values in a list or quotation, each of which is nothing but code or a number; `nil` where it says more.
  private static func values(in block: Int, of document: MarkdownDocument) -> [String]? {
    guard block >= 0 else { return nil }
    switch document.nodes[block].kind {
    case .blockQuote, .list, .item:
      var all: [String] = []
      for child in document.children(of: block) {
        guard let values = values(in: child, of: document) else { return nil }
        all += values
      }
      return all
    case .paragraph:
      let text = document.plainText(of: block)
      let parts = Array(document.children(of: block))
      let isValue = parts.count == 1 && document.nodes[parts[0]].kind == .code || Double(text) != nil
      return isValue ? [text] : nil
    default: return nil
    }
  }
}
