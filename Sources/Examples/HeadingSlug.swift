package import Markdown

/// The names that headings give to what stands below them.
package enum HeadingSlug {
  /// The words of `text` in small letters with `-` between them; empty when it has no letter or digit.
  package static func slug(_ text: String) -> String {
    var slug = String.UnicodeScalarView()
    var isBetweenWords = false
    for scalar in text.lowercased().unicodeScalars {
      let properties = scalar.properties
      let isMark = properties.generalCategory == .nonspacingMark || properties.generalCategory == .spacingMark
      if properties.isAlphabetic || properties.numericType != nil || isMark || scalar == "_" {
        if isBetweenWords, !slug.isEmpty { slug.append("-") }
        isBetweenWords = false
        slug.append(scalar)
      } else if properties.isWhitespace || scalar == "-" {
        isBetweenWords = true
      }
    }
    return String(slug)
  }

  /// The text of a heading, without its markup.
  package static func text(ofHeading heading: Int, in document: MarkdownDocument) -> String {
    var text = ""
    var open: [Int] = Array(document.children(of: heading)).reversed()
    while let node = open.popLast() {
      switch document.nodes[node].kind {
      case .text, .code: text += document.string(document.nodes[node].text)
      case .softBreak, .lineBreak: text += " "
      default: break
      }
      open += Array(document.children(of: node)).reversed()
    }
    return text
  }
}
