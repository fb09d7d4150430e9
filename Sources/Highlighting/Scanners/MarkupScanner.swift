/// Reads HTML and XML; in HTML also scripts, style sheets and the tags of templates.
struct MarkupScanner {
  private var list: TokenList
  private let isHTML: Bool
  /// Before this place, no tag of a template ends on its line: its end was looked for in vain.
  private var tagFreeEnd = 0

  private init(_ list: TokenList, isHTML: Bool) {
    self.list = list
    self.isHTML = isHTML
  }

  /// The tokens of a text.
  static func tokens(_ list: TokenList, isHTML: Bool) -> [HighlightToken] {
    var scanner = MarkupScanner(list, isHTML: isHTML)
    while !scanner.list.isAtEnd { scanner.step() }
    return scanner.list.tokens
  }

  private mutating func step() {
    let start = list.index
    switch list.peek() {
    case UInt8(ascii: "<"):
      let next = list.peek(1)
      if list.starts(with: "<!--", at: start) {
        list.index += 4
        list.skip(past: "-->")
        list.add(.comment, from: start)
      } else if list.starts(with: "<![CDATA[", at: start) {
        list.skip(past: "]]>")
        list.add(.string, from: start)
      } else if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
        list.skip(past: ">")
        list.add(.directive, from: start)
      } else if next.isWordStart || next == UInt8(ascii: "/") && list.peek(2).isWordStart {
        tag()
      } else {
        list.index += 1
      }
    case UInt8(ascii: "&"): entity()
    case UInt8(ascii: "{") where isHTML && list.peek(1) == UInt8(ascii: "{"): templateTag()
    default: list.index += 1
    }
  }

  private mutating func tag() {
    list.index += 1
    let isClosing = list.peek() == UInt8(ascii: "/")
    if isClosing { list.index += 1 }
    let nameStart = list.index
    while !list.isAtEnd, !Self.endsName.contains(list.peek()) { list.index += 1 }
    let name = nameStart..<list.index
    list.add(.keyword, from: nameStart)
    var isEmpty = false
    while !list.isAtEnd, list.peek() != UInt8(ascii: ">"), list.peek() != UInt8(ascii: "<") {
      isEmpty = list.peek() == UInt8(ascii: "/")
      attribute()
    }
    guard list.peek() == UInt8(ascii: ">"), !list.isAtEnd else { return }
    list.index += 1
    guard isHTML, !isClosing, !isEmpty, let isScript = Self.raw.value(list.text, name) else { return }
    embedded(isScript: isScript)
  }

  private static let endsName = Array(" \t\r\n/>=<\"'".utf8)

  /// The elements whose text is of another language, and whether that is a script's.
  private static let raw = WordTable<Bool>([("script", true), ("style", false)], ignoresCase: true)

  /// Reads a name, a value or a mark between them.
  private mutating func attribute() {
    let start = list.index
    let byte = list.peek()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      list.index += 1
      while !list.isAtEnd, list.peek() != byte { list.index += 1 }
      list.index = min(list.index + 1, list.end)
      list.add(.string, from: start)
    case UInt8(ascii: "="):
      list.index = min(list.afterBlanks(start + 1), list.end)
      let valueStart = list.index
      while !list.isAtEnd, !Self.endsValue.contains(list.peek()) { list.index += 1 }
      list.add(.string, from: valueStart)
    case _ where Self.endsName.contains(byte): list.index += 1
    default:
      while !list.isAtEnd, !Self.endsName.contains(list.peek()) { list.index += 1 }
      list.add(.attribute, from: start)
    }
  }

  private static let endsValue = Array(" \t\r\n>\"'".utf8)

  /// Reads what stands in a script or style sheet, up to its closing tag.
  private mutating func embedded(isScript: Bool) {
    let end = list.end
    var place = list.index
    while place < end, !closes(place, isScript: isScript) { place += 1 }
    var inner = list
    inner.end = place
    list = isScript ? TableScanner.scanned(inner, .javaScript) : CSSScanner.scanned(inner)
    list.index = place
    list.end = end
  }

  private func closes(_ place: Int, isScript: Bool) -> Bool {
    guard list.starts(with: "</", at: place) else { return false }
    let end = place + 2 + (isScript ? 6 : 5)
    return end <= list.end && Self.raw.value(list.text, place + 2..<end) == isScript
  }

  private mutating func entity() {
    let start = list.index
    var place = start + 1
    if list.byte(place) == UInt8(ascii: "#") { place += 1 }
    let nameStart = place
    while place < list.end, place - start < 34, list.text[place].isWordPart, list.text[place] < 0x80 { place += 1 }
    list.index = start + 1
    guard place > nameStart, place < list.end, list.text[place] == UInt8(ascii: ";") else { return }
    list.index = place + 1
    list.add(.variable, from: start)
  }

  /// Reads `{{…}}` if it ends on its line.
  private mutating func templateTag() {
    let start = list.index
    list.index += 1
    guard start >= tagFreeEnd else { return }
    var place = start + 2
    while place < list.end, list.text[place] != .lineFeed {
      if list.starts(with: "}}", at: place) {
        list.index = min(list.starts(with: "}}}", at: place) ? place + 3 : place + 2, list.end)
        list.add(.directive, from: start)
        return
      }
      place += 1
    }
    tagFreeEnd = place
  }
}
