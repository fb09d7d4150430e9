/// The tags that begin elements in a piece of HTML, and their attributes with a value, in order.
///
/// Comments have neither, nor has what stands in a script or a style sheet, which is not HTML.
struct HTMLAttributes {
  /// An attribute: the element that has it, its name, both in small letters, and where its value stands.
  struct Attribute {
    var element: String
    var name: String
    var range: Range<Int>
  }

  /// A tag: the element's name in small letters, and where the tag stands.
  struct Tag {
    var element: String
    var range: Range<Int>
  }

  private var found: [Attribute] = []
  private var tags: [Tag] = []
  private var rest: ArraySlice<UInt8>

  /// Elements whose text is not HTML.
  private static let rawText: Set = ["script", "style", "textarea", "title", "xmp"]

  private init(_ html: ArraySlice<UInt8>) { rest = html }

  /// Finds the attributes of a piece of HTML.
  static func all(in html: ArraySlice<UInt8>) -> [Attribute] {
    var reading = HTMLAttributes(html)
    reading.read()
    return reading.found
  }

  /// Finds the tags of a piece of HTML that begin an element.
  static func tags(in html: ArraySlice<UInt8>) -> [Tag] {
    var reading = HTMLAttributes(html)
    reading.read()
    return reading.tags
  }

  private mutating func read() {
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if rest.starts(with: "!--".utf8) {
        skipComment()
        continue
      }
      let element = takeName()
      guard !element.isEmpty else { continue }
      readTag(element)
      tags.append(Tag(element: element, range: start..<min(rest.startIndex + 1, rest.endIndex)))
      if Self.rawText.contains(element) { skipRawText(element) }
    }
  }

  private mutating func readTag(_ element: String) {
    while true {
      skip { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: "/") }
      guard let next = rest.first, next != UInt8(ascii: ">") else { return }
      let name = takeName()
      if name.isEmpty { rest = rest.dropFirst() }
      skip { $0 <= UInt8(ascii: " ") }
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst()
      found.append(Attribute(element: element, name: name, range: takeValue()))
    }
  }

  private mutating func skipComment() {
    while let dash = rest.firstIndex(of: UInt8(ascii: "-")) {
      rest = rest[dash...]
      if rest.starts(with: "-->".utf8) { return }
      rest = rest.dropFirst()
    }
    rest = []
  }

  private mutating func skipRawText(_ element: String) {
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      let end = rest.dropFirst().prefix(element.utf8.count + 1)
      if String(decoding: end, as: UTF8.self).lowercased() == "/" + element { return }
      rest = rest.dropFirst()
    }
    rest = []
  }

  private mutating func skip(while isSkipped: (UInt8) -> Bool) { rest = rest.drop(while: isSkipped) }

  private mutating func takeName() -> String {
    let name = rest.prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "_")
    }
    rest = rest[name.endIndex...]
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  private mutating func takeValue() -> Range<Int> {
    skip { $0 <= UInt8(ascii: " ") }
    let value: ArraySlice<UInt8>
    if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      value = rest.dropFirst().prefix { $0 != quote }
      rest = rest[value.endIndex...].dropFirst()
    } else {
      value = rest.prefix { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: ">") }
      rest = rest[value.endIndex...]
    }
    return value.startIndex..<value.endIndex
  }
}
