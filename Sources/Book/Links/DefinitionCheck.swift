internal import Markdown
internal import Text

/// Finds `[^name]` where no footnote is called so, and `[text][name]` where no link is: Markdown takes both for text.
enum DefinitionCheck {
  /// How many are looked for in the file, where each takes as long as its paragraph.
  private static let lookups = 1000

  /// The uses in a text of what is not defined, at most `limit` of them.
  static func diagnostics(of document: MarkdownDocument, limit: Int) -> [Diagnostic] {
    guard document.text.contains(UInt8(ascii: "^")) || document.text.containsPair("]", "[") else { return [] }
    let places = LinkPlaces(document)
    var found: [Diagnostic] = []
    var defined: [String]?
    var lookups = 0
    var node = 0
    while node < document.nodes.count, found.count < limit {
      let first = node
      guard let (text, next) = document.wholeText(at: first) else {
        node += 1
        continue
      }
      node = next
      for use in uses(in: text) where found.count < limit && lookups < Self.lookups {
        lookups += 1
        // With a backslash before it, it is meant as text.
        guard let place = places.place(of: use.written, notAfter: UInt8(ascii: "\\"), near: first) else { continue }
        switch use {
        case .footnote(let label):
          let known = defined ?? definitions(in: document)
          defined = known
          found.append(footnote(label, at: place, known: known))
        case .link(let label): found.append(link(label, at: place))
        }
      }
    }
    return found
  }

  private static func footnote(_ label: String, at place: SourcePlace, known: [String]) -> Diagnostic {
    Diagnostic(
      id: "broken-footnote", "there is no footnote '\(Excerpt.short(label))' in this chapter", at: place,
      cure: NearestPath.nearest(label, among: Set(known)).map { "did you mean '[^\($0)]'?" }
        ?? "define it with '[^\(Excerpt.short(label))]: …', or write '\\[^' if you mean no footnote")
  }

  /// Not an error, as two pairs of brackets may be meant as such.
  private static func link(_ label: String, at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      .warning, id: "undefined-link", "no address is defined for '\(Excerpt.short(label))', so this is not a link",
      at: place,
      cure: "define it with '[\(Excerpt.short(label))]: …' on a line of its own, or write ']\\[' if you mean no link")
  }

  /// What a text refers to by a label.
  private enum Use {
    case footnote(String)
    case link(String)

    var written: String {
      switch self {
      case .footnote(let label): "[^\(label)]"
      case .link(let label): "][\(label)]"
      }
    }
  }

  /// What stands between `[^` or `][` and `]` and could name a footnote or a link.
  private static func uses(in text: [UInt8]) -> [Use] {
    var uses: [Use] = []
    var index = 0
    while let opening = text[index...].firstIndex(of: UInt8(ascii: "[")) {
      index = opening + 1
      let isFootnote = index < text.count && text[index] == UInt8(ascii: "^")
      let start = isFootnote ? index + 1 : index
      guard let end = text[start...].firstIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[") }),
        text[end] == UInt8(ascii: "]"), end > start
      else { continue }
      let label = text[start..<end]
      let name = String(decoding: label, as: UTF8.self)
      if isFootnote {
        guard label.allSatisfy({ $0 > UInt8(ascii: " ") }) else { continue }
        uses.append(.footnote(name))
      } else {
        guard opening > 0, text[opening - 1] == UInt8(ascii: "]"), namesLink(name),
          !isSubscript(text[..<(opening - 1)])
        else { continue }
        uses.append(.link(name))
      }
      index = end
    }
    return uses
  }

  /// Whether a label would be chosen for a link: numbers are subscripts, or works that are quoted.
  private static func namesLink(_ label: String) -> Bool { label.contains(where: \.isLetter) }

  /// Whether the brackets that end here stand directly behind a name, as those of `a[0][one]` do.
  private static func isSubscript(_ text: ArraySlice<UInt8>) -> Bool {
    guard let opening = text.lastIndex(of: UInt8(ascii: "[")), opening > text.startIndex else { return false }
    let before = text[opening - 1]
    return before > UInt8(ascii: " ") && !"!(\"'*_-".utf8.contains(before)
  }

  /// The names of all footnotes of a chapter, also of those that nothing refers to, which cmark drops.
  private static func definitions(in document: MarkdownDocument) -> [String] {
    let file = document.file
    return (1...file.lineCount).filter { file.lineStarts[$0 - 1] >= document.offset }.compactMap { line in
      let text = file.bytes[file.lineRange(line)].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ">") }
      guard text.starts(with: "[^".utf8), let end = text.firstIndex(of: UInt8(ascii: "]")),
        text[end...].dropFirst().first == UInt8(ascii: ":")
      else { return nil }
      return String(decoding: text[(text.startIndex + 2)..<end], as: UTF8.self)
    }
  }
}

extension [UInt8] {
  /// Whether two bytes stand next to each other anywhere.
  fileprivate func containsPair(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    let (first, second) = (UInt8(ascii: first), UInt8(ascii: second))
    var rest = self[...]
    while let place = rest.firstIndex(of: first) {
      if place + 1 < endIndex, self[place + 1] == second { return true }
      rest = self[(place + 1)...]
    }
    return false
  }
}
