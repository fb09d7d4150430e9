internal import Text

/// What becomes of HTML that an author writes in Markdown.
package enum RawHTML: Sendable {
  /// It stays, as GitHub's specification has it: only tags that would change how the rest is read become text.
  case filtered

  /// It stays as it is.
  case kept

  /// It is left out; a comment says so.
  case omitted

  /// The tags that GitHub turns into text.
  private static let filteredTags: [[UInt8]] = [
    "title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script", "plaintext",
  ].map { Array($0.utf8) }

  /// Writes a block of HTML.
  func writeBlock(_ html: ArraySlice<UInt8>, to output: inout HTMLOutput) {
    switch self {
    case .kept: output.html(html)
    case .omitted: output.html("<!-- raw HTML omitted -->")
    case .filtered:
      var start = html.startIndex
      for index in html.indices where html[index] == UInt8(ascii: "<") && Self.isFiltered(html[index...]) {
        output.html(html[start..<index])
        output.html("&lt;")
        start = index + 1
      }
      output.html(html[start...])
    }
  }

  /// Writes a single tag, comment or the like.
  func writeInline(_ html: ArraySlice<UInt8>, to output: inout HTMLOutput) {
    switch self {
    case .kept: output.html(html)
    case .omitted: output.html("<!-- raw HTML omitted -->")
    case .filtered:
      if Self.isFiltered(html) {
        output.html("&lt;")
        output.html(html.dropFirst())
      } else {
        output.html(html)
      }
    }
  }

  /// Whether HTML begins with a tag that GitHub turns into text.
  private static func isFiltered(_ html: ArraySlice<UInt8>) -> Bool {
    guard html.count >= 3, html.first == UInt8(ascii: "<") else { return false }
    var name = html.dropFirst()
    if name.first == UInt8(ascii: "/") { name = name.dropFirst() }
    return filteredTags.contains { tag in
      guard name.count > tag.count, zip(name, tag).allSatisfy({ $0 | 0x20 == $1 }) else { return false }
      let rest = name.dropFirst(tag.count)
      guard let next = rest.first else { return false }
      switch next {
      case UInt8(ascii: ">"), UInt8(ascii: " "), 9, 10, 13: return true
      case UInt8(ascii: "/"): return rest.dropFirst().first == UInt8(ascii: ">")
      default: return false
      }
    }
  }
}
