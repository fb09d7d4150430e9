internal import Glibc
package import Markdown
package import Text

/// Finds where in the file a link's destination stands.
///
/// cmark does not tell, so the paragraph is searched for the links in it, one after the other. A link whose destination
/// is written with escapes, or defined elsewhere, may only get the line of its definition or of its paragraph.
package struct LinkPlaces: Sendable {
  private let document: MarkdownDocument

  package init(_ document: MarkdownDocument) {
    self.document = document
  }

  /// The place of a link's or image's destination.
  ///
  /// Takes time in proportion to the paragraph's length.
  package func place(of link: Int) -> SourcePlace {
    let file = document.file
    guard let (_, lines) = block(of: link) else { return file.place(line: 1) }
    return destination(of: link).map(file.place) ?? file.place(line: lines.lowerBound)
  }

  /// Where a link's or image's destination stands, with that or in its definition; `nil` where that is not known.
  func destination(of link: Int) -> Range<Int>? {
    guard let (block, _) = block(of: link), let range = lines(of: link) else { return nil }
    return destination(of: link, in: block, range) ?? definition(of: link)
  }

  /// The place of a part of a piece of HTML, by its range in the document's text.
  package func place(ofHTML node: Int, _ part: Range<Int>) -> SourcePlace {
    let file = document.file
    guard let range = lines(of: node) else { return file.place(line: 1) }
    let piece = document.nodes[node].text.offsets
    // In a quote or a list, the lines of the piece do not stand one right after the other.
    if let whole = search(document.bytes(document.nodes[node].text), range) {
      let start = whole.lowerBound + part.lowerBound - piece.lowerBound
      return file.place(start..<start + part.count)
    }
    return search(document.text[part], range).map(file.place) ?? file.place(line: file.line(at: range.lowerBound))
  }

  /// The first place of a text in the block that a node is part of, where no `byte` stands before it.
  func place(of text: String, notAfter byte: UInt8, near node: Int) -> SourcePlace? {
    guard var rest = lines(of: node) else { return nil }
    while let found = search(Array(text.utf8)[...], rest) {
      if found.lowerBound == 0 || document.file.bytes[found.lowerBound - 1] != byte {
        return document.file.place(found)
      }
      rest = found.upperBound..<rest.upperBound
    }
    return nil
  }

  /// The bytes of the lines of the block around a node.
  func lines(of node: Int) -> Range<Int>? {
    guard let (_, lines) = block(of: node) else { return nil }
    return document.file.lineStarts[lines.lowerBound - 1]..<document.file.lineRange(lines.upperBound).upperBound
  }

  /// The innermost block around a node, and its lines.
  private func block(of node: Int) -> (Int, ClosedRange<Int>)? {
    var current = node
    while current >= 0 {
      let kind = document.nodes[current].kind
      // A cell has the lines of its row.
      if !kind.isInline, kind != .tableCell, let lines = document.lines(of: current) { return (current, lines) }
      current = Int(document.nodes[current].parent)
    }
    return nil
  }

  private func destination(of link: Int, in block: Int, _ range: Range<Int>) -> Range<Int>? {
    var rest = range
    // Links that are not found are searched for in all the rest; a paragraph full of them must not take long.
    var budget = 4 * range.count + 1_000_000
    for node in endOrder(of: block) where budget > 0 {
      let kind = document.nodes[node].kind
      let text = document.bytes(document.nodes[node].text)
      switch kind {
      case .code, .htmlInline:
        let found = search(text, rest)
        budget -= (found?.upperBound ?? rest.upperBound) - rest.lowerBound
        if let found { rest = found.upperBound..<range.upperBound }
      case .link, .image:
        let found = bareAddress(of: node, rest) ?? target(text, rest)
        budget -= (found?.upperBound ?? rest.upperBound) - rest.lowerBound
        if node == link { return found }
        if let found { rest = found.upperBound..<range.upperBound }
      default: break
      }
    }
    return nil
  }

  /// The nodes of a block in the order in which they end: a picture in a link before the link.
  private func endOrder(of block: Int) -> [Int] {
    var order: [Int] = []
    var open: [Int] = []
    for node in document.descendants(of: block) {
      while let last = open.last, last != Int(document.nodes[node].parent) { order.append(open.removeLast()) }
      if document.nodes[node].firstChild >= 0 { open.append(node) } else { order.append(node) }
    }
    return order + open.reversed()
  }

  /// Where a link stands that is nothing but its destination.
  private func bareAddress(of link: Int, _ range: Range<Int>) -> Range<Int>? {
    let child = Int(document.nodes[link].firstChild)
    guard child >= 0, document.nodes[child].kind == .text, document.nodes[child].nextSibling < 0 else { return nil }
    let text = document.bytes(document.nodes[child].text)
    let destination = document.bytes(document.nodes[link].text)
    // What has no scheme was given one: `www.example.org`, `somebody@example.org`.
    guard text.count > 2, destination.suffix(text.count) == text,
      WebAddress.isExternal(String(decoding: destination, as: UTF8.self)),
      let found = search(text, range),
      found.lowerBound == 0 || document.file.bytes[found.lowerBound - 1] != UInt8(ascii: "[")
    else { return nil }
    return found
  }

  /// Where a destination stands behind the `(` that begins it.
  private func target(_ text: ArraySlice<UInt8>, _ range: Range<Int>) -> Range<Int>? {
    var rest = range
    while let found = search(text, rest) {
      let before = document.file.bytes[range.lowerBound..<found.lowerBound]
      let opening = before.reversed().first { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "<") }
      if opening == UInt8(ascii: "(") { return found }
      rest = found.lowerBound + 1..<range.upperBound
    }
    return nil
  }

  /// Where a destination stands behind the `]:` of a definition.
  private func definition(of link: Int) -> Range<Int>? {
    let text = document.bytes(document.nodes[link].text)
    var rest = document.offset..<document.file.bytes.count
    while let found = search(text, rest) {
      let line = document.file.lineRange(document.file.line(at: found.lowerBound))
      let before = document.file.bytes[min(line.lowerBound, found.lowerBound)..<found.lowerBound]
      let opening = before.reversed().drop { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: "<") }.prefix(2)
      if opening.elementsEqual([UInt8(ascii: ":"), UInt8(ascii: "]")]) { return found }
      rest = found.upperBound..<rest.upperBound
    }
    return nil
  }

  /// The first occurrence of some bytes; `nil` for none at all.
  ///
  /// Longer ones than a path can be are not looked for, since that takes the product of both lengths at worst.
  private func search(_ bytes: ArraySlice<UInt8>, _ range: Range<Int>) -> Range<Int>? {
    guard let first = bytes.first, bytes.count <= 1000, range.count >= bytes.count else { return nil }
    return document.file.bytes.withUnsafeBytes { haystack in
      bytes.withUnsafeBytes { needle -> Range<Int>? in
        guard let start = haystack.baseAddress, let wanted = needle.baseAddress else { return nil }
        var offset = range.lowerBound
        let last = range.upperBound - needle.count
        while offset <= last, let found = memchr(start + offset, Int32(first), last - offset + 1) {
          offset = UnsafeRawPointer(found) - start
          if memcmp(found, wanted, needle.count) == 0 { return offset..<offset + needle.count }
          offset += 1
        }
        return nil
      }
    }
  }
}
