/// A quote that says of itself what it is: its first line is `[!NOTE]` or the like.
package struct Callout: Hashable, Sendable {
  /// What GitHub knows, and the answer to a question, which readers open when they want to see it.
  package enum Kind: String, CaseIterable, Sendable {
    case note
    case tip
    case important
    case warning
    case caution
    case answer
  }

  package var kind: Kind

  /// The numbers of the nodes that are the mark itself, and are not to be shown.
  package var mark: Range<Int>
}

extension MarkdownDocument {
  /// What a quote says of itself, if it does so; capital and small letters are the same.
  package func callout(of quote: Int) -> Callout? {
    guard nodes[quote].kind == .blockQuote, case let paragraph = Int(nodes[quote].firstChild), paragraph >= 0,
      nodes[paragraph].kind == .paragraph, case let first = Int(nodes[paragraph].firstChild), first >= 0,
      nodes[first].kind == .text
    else { return nil }
    let text = bytes(nodes[first].text)
    let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    let trimmed = text.prefix(text.count - text.reversed().prefix { blanks.contains($0) }.count)
    guard trimmed.starts(with: Array("[!".utf8)), trimmed.last == UInt8(ascii: "]"),
      let kind = Callout.Kind(rawValue: String(decoding: trimmed.dropFirst(2).dropLast(), as: UTF8.self).lowercased())
    else { return nil }
    let next = Int(nodes[first].nextSibling)
    if next < 0 {
      // A quote of nothing but the mark says nothing.
      return nodes[paragraph].nextSibling < 0 ? nil : Callout(kind: kind, mark: paragraph..<first + 1)
    }
    guard nodes[next].kind == .softBreak || nodes[next].kind == .lineBreak else { return nil }
    return Callout(kind: kind, mark: first..<next + 1)
  }
}
