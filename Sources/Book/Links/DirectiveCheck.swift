internal import Markdown
internal import Text

/// Finds what mdBook would replace before it reads a chapter, and what stays on the page here.
enum DirectiveCheck {
  private static let cures = [
    "include": "put the text itself here", "rustdoc_include": "put the text itself here",
    "playground": "put the text itself here", "playpen": "put the text itself here",
    "title": "write 'title: …' in the chapter's front matter",
  ]

  /// The directives of mdBook in a chapter, at most `limit` of them.
  static func diagnostics(of chapter: Chapter, limit: Int) -> [Diagnostic] {
    let file = chapter.file
    var found: [Diagnostic] = []
    var rest = file.bytes[chapter.offset...]
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")), found.count < limit {
      rest = rest[(brace + 1)...]
      guard rest.starts(with: "{#".utf8), brace == 0 || file.bytes[brace - 1] != UInt8(ascii: "\\") else { continue }
      let inner = rest.dropFirst(2)
      let name = String(decoding: inner.prefix { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "}") }, as: UTF8.self)
      // Mustache has sections of any name; these are followed by a path.
      guard let cure = cures[name], inner[(inner.startIndex + name.utf8.count)...].first == UInt8(ascii: " "),
        let end = inner.firstIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "\n") }),
        file.bytes[end] == UInt8(ascii: "}")
      else { continue }
      let close = end + 1 < file.bytes.count && file.bytes[end + 1] == UInt8(ascii: "}") ? end + 2 : end + 1
      found.append(
        Diagnostic(
          .warning, id: "mdbook-directive", "'{{#\(name)}}' is mdBook's and not carried out, so it stays on the page",
          at: file.place(brace..<close), cure: cure))
      rest = rest[end...]
    }
    return found
  }
}
