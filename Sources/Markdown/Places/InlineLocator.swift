/// Finds inlines in the text of their block.
///
/// cmark's own columns are wrong after a code span, title or definition of several lines, in a lazy line, and for
/// automatic links. The tree says what comes in which order, so the text is followed along with it: each text, code
/// span, tag, and break is looked for after the one before.
struct InlineLocator {
  private let document: MarkdownDocument
  private let content: BlockContent

  /// How far the text has been followed.
  private var position: Int

  /// Where inlines stand in the content, by their numbers.
  private(set) var found: [Int: Range<Int>] = [:]

  init(_ document: MarkdownDocument, content: BlockContent, from start: Int) {
    self.document = document
    self.content = content
    position = start
  }

  /// Follows all inlines in a block.
  mutating func follow(_ block: Int) {
    if document.nodes[block].kind == .tableCell { enterCell(block) }
    var open: [Int] = []
    for number in document.descendants(of: block) {
      while let last = open.last, last != Int(document.nodes[number].parent) {
        leave(last)
        open.removeLast()
      }
      enter(number)
      if document.nodes[number].firstChild >= 0 { open.append(number) } else { leave(number) }
    }
    for number in open.reversed() { leave(number) }
  }

  private mutating func enter(_ number: Int) {
    let node = document.nodes[number]
    switch node.kind {
    case .text: follow(text: document.bytes(node.text))
    case .htmlInline: follow(exactly: document.bytes(node.text), number)
    case .code: followCode(number)
    case .softBreak, .lineBreak:
      if let end = content.bytes[position...].firstIndex(of: UInt8(ascii: "\n")) { position = end + 1 }
    case .link: enterLink(number)
    case .image: enterBracket(number, after: [UInt8(ascii: "!"), UInt8(ascii: "[")])
    case .footnoteReference:
      enterBracket(number, after: [UInt8(ascii: "["), UInt8(ascii: "^")])
      if let start = found[number]?.lowerBound, let end = content.firstIndex(of: UInt8(ascii: "]"), from: start) {
        found[number] = start..<end + 1
        position = end + 1
      }
    default: break
    }
  }

  private mutating func leave(_ number: Int) {
    guard let start = found[number]?.lowerBound else { return }
    switch document.nodes[number].kind {
    case .link where content[start] != UInt8(ascii: "["):
      if content[start] == UInt8(ascii: "<"), content[position] == UInt8(ascii: ">") { position += 1 }
      found[number] = start..<position
    case .link, .image:
      guard let bracket = content.firstIndex(of: UInt8(ascii: "]"), from: position) else { return }
      position = endOfTarget(from: bracket + 1)
      found[number] = start..<position
    default: break
    }
  }

  /// The index after what follows a link's text: `(/url)`, `[label]`, or nothing.
  private func endOfTarget(from start: Int) -> Int {
    if let end = content.endOfInlineTarget(from: start) { return end }
    guard content[start] == UInt8(ascii: "["), content[start + 1] != UInt8(ascii: "^"),
      let end = content.firstIndex(of: UInt8(ascii: "]"), from: start + 1)
    else { return start }
    return end + 1
  }

  private mutating func enterLink(_ number: Int) {
    let first = Int(document.nodes[number].firstChild)
    let url = document.bytes(document.nodes[number].text)
    let text = first >= 0 ? document.bytes(document.nodes[first].text) : []
    // What links itself leads where it says, but for a scheme in front.
    let linksItself = first >= 0 && document.nodes[first].kind == .text && url.reversed().starts(with: text.reversed())
    var index = position
    while let byte = content[index] {
      if byte == UInt8(ascii: "[") { break }
      if linksItself {
        if byte == UInt8(ascii: "<"), matched(text, at: index + 1) != nil { break }
        if matched(text, at: index) != nil { break }
      }
      index += 1
    }
    guard let byte = content[index] else { return }
    found[number] = index..<index
    position = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "<") ? index + 1 : index
  }

  private mutating func enterBracket(_ number: Int, after mark: [UInt8]) {
    guard let start = firstIndex(of: mark[...], from: position) else { return }
    found[number] = start..<start
    position = start + mark.count
  }

  private mutating func follow(exactly bytes: ArraySlice<UInt8>, _ number: Int) {
    guard let start = firstIndex(of: bytes, from: position) else { return }
    position = start + bytes.count
    found[number] = start..<position
  }

  private mutating func followCode(_ number: Int) {
    guard let start = content.bytes[position...].firstIndex(of: UInt8(ascii: "`")) else { return }
    let length = content.bytes[start...].prefix { $0 == UInt8(ascii: "`") }.count
    var index = start + length
    while let next = content.bytes[index...].firstIndex(of: UInt8(ascii: "`")) {
      let run = content.bytes[next...].prefix { $0 == UInt8(ascii: "`") }.count
      index = next + run
      guard run == length else { continue }
      position = index
      found[number] = start..<index
      return
    }
  }

  private mutating func follow(text: ArraySlice<UInt8>) {
    for index in position..<max(position, content.bytes.count) {
      if let end = matched(text, at: index) {
        position = end
        return
      }
    }
  }

  /// The index after `text` if it stands at `start`, perhaps with escapes and entities.
  private func matched(_ text: ArraySlice<UInt8>, at start: Int) -> Int? {
    var index = start
    var rest = text
    while let wanted = rest.first {
      guard let byte = content[index] else { return nil }
      if byte == UInt8(ascii: "&"), let end = endOfEntity(from: index), !rest.starts(with: content.bytes[index..<end]) {
        rest = afterScalar(rest)
        // A few entities stand for two characters.
        if let next = rest.first, next >= 0x80, content[end] != next { rest = afterScalar(rest) }
        index = end
      } else if byte == wanted {
        index += 1
        rest = rest.dropFirst()
      } else if byte == UInt8(ascii: "\\"), content[index + 1] == wanted {
        index += 2
        rest = rest.dropFirst()
      } else {
        return nil
      }
    }
    return index
  }

  private func endOfEntity(from start: Int) -> Int? {
    for index in start + 1..<min(start + 34, content.bytes.count) {
      switch content.bytes[index] {
      case UInt8(ascii: ";"): return index > start + 1 ? index + 1 : nil
      case UInt8(ascii: "#") where index == start + 1: continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        continue
      default: return nil
      }
    }
    return nil
  }

  private func afterScalar(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.dropFirst().drop { $0 & 0xC0 == 0x80 }
  }

  private func firstIndex(of bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
    guard let first = bytes.first else { return nil }
    var index = start
    while index < content.bytes.count, let next = content.bytes[index...].firstIndex(of: first) {
      if content.bytes[next...].starts(with: bytes) { return next }
      index = next + 1
    }
    return nil
  }

  /// Passes the bar before a cell.
  private mutating func enterCell(_ cell: Int) {
    if document.nodes[cell].siblingIndex == 0 {
      let start = content.skippingBlanks(from: position)
      position = content[start] == UInt8(ascii: "|") ? start + 1 : start
    } else if let bar = content.firstIndex(of: UInt8(ascii: "|"), from: position) {
      position = bar + 1
    }
  }
}
