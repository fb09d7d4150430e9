internal import Markdown

/// A task in a list within a quotation, which cmark-gfm takes for text.
struct QuotedTask {
  /// Whether it is done.
  let isChecked: Bool

  /// How many bytes of its text are the mark: `[ ]` and a blank.
  static let markLength = 4

  /// Looks at an item that cmark-gfm calls none; `nil` where it is none in a quotation either.
  init?(of item: Int, in document: MarkdownDocument) {
    var above = Int(document.nodes[item].parent)
    while above > 0, document.nodes[above].kind != .blockQuote { above = Int(document.nodes[above].parent) }
    let paragraph = Int(document.nodes[item].firstChild)
    guard above > 0, paragraph >= 0, document.nodes[paragraph].kind == .paragraph else { return nil }
    var text: [UInt8] = []
    var node = Int(document.nodes[paragraph].firstChild)
    while node >= 0, document.nodes[node].kind == .text, text.count < Self.markLength {
      text += document.bytes(document.nodes[node].text)
      node = Int(document.nodes[node].nextSibling)
    }
    guard text.count >= Self.markLength, text[0] == UInt8(ascii: "["), text[2] == UInt8(ascii: "]"),
      text[3] == UInt8(ascii: " ") || text[3] == UInt8(ascii: "\t"), [0x20, 0x78, 0x58].contains(text[1])
    else { return nil }
    isChecked = text[1] != 0x20
  }
}
