internal import Markdown
internal import Text

/// A heading of the first level that is written in HTML, as in many READMEs: `<h1 align="center">Tide</h1>`.
enum HTMLHeading {
  /// What a block of HTML says in such a heading; `nil` where it has none, or one with a picture only.
  static func title(in html: ArraySlice<UInt8>) -> String? {
    guard let tag = HTMLAttributes.tags(in: html).first(where: { $0.element == "h1" }) else { return nil }
    let rest = html[tag.range.upperBound...]
    guard let end = rest.firstRange(of: Array("</".utf8) + html[tag.range.lowerBound + 1..<tag.range.lowerBound + 3])
    else { return nil }
    // As a heading of Markdown, its text is read without tags, and with entities resolved.
    let line = rest[..<end.lowerBound].map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? 0x20 : $0 }
    let document = MarkdownDocument(SourceFile(path: "", bytes: Array("# ".utf8) + line))
    guard document.nodes.count > 1 else { return nil }
    let text = document.headingText(of: 1).split(separator: " ").joined(separator: " ")
    return text.isEmpty ? nil : text
  }
}
