internal import Markdown

/// Finds links and names in the HTML of a chapter.
package enum HTMLLinks {
  /// The names that elements of a document's HTML have.
  static func names(in document: MarkdownDocument) -> Set<String> {
    var names: Set<String> = []
    for node in document.nodes where node.kind == .htmlInline || node.kind == .htmlBlock {
      for attribute in attributes(document.bytes(node.text)) where attribute.isName { names.insert(attribute.value) }
    }
    return names
  }

  /// Where in a piece of HTML the destinations of its links and pictures stand, in order.
  package static func ranges(in html: ArraySlice<UInt8>) -> [Range<Int>] {
    attributes(html).filter(\.isLink).map(\.range)
  }

  /// What a destination means that stands in HTML.
  package static func value(_ html: ArraySlice<UInt8>) -> String {
    String(decoding: html, as: UTF8.self).replacingAmpersands
  }

  /// Where the links and pictures of a piece of HTML lead.
  static func links(in html: ArraySlice<UInt8>) -> [String] {
    attributes(html).filter(\.isLink).map(\.value)
  }

  private struct Attribute {
    var element: String
    var name: String
    var range: Range<Int>
    var value: String

    var isName: Bool { name == "id" || name == "name" && element == "a" }

    var isLink: Bool {
      name == "href" && element == "a"
        || name == "src" && ["img", "audio", "video", "source", "iframe"].contains(element)
    }
  }

  /// All attributes with a value; comments have none.
  private static func attributes(_ html: ArraySlice<UInt8>) -> [Attribute] {
    var attributes: [Attribute] = []
    var rest = html
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if rest.starts(with: "!--".utf8) {
        rest = afterComment(rest.dropFirst(3))
        continue
      }
      let element = takeName(&rest)
      guard !element.isEmpty else { continue }
      while true {
        skip(&rest) { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: "/") }
        guard let next = rest.first, next != UInt8(ascii: ">") else { break }
        let name = takeName(&rest)
        if name.isEmpty { rest = rest.dropFirst() }
        skip(&rest) { $0 <= UInt8(ascii: " ") }
        guard rest.first == UInt8(ascii: "=") else { continue }
        rest = rest.dropFirst()
        let value = takeValue(&rest)
        attributes.append(
          Attribute(
            element: element, name: name, range: value.startIndex..<value.endIndex, value: Self.value(value)))
      }
    }
    return attributes
  }

  private static func afterComment(_ html: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = html
    while let dash = rest.firstIndex(of: UInt8(ascii: "-")) {
      rest = rest[dash...]
      if rest.starts(with: "-->".utf8) { return rest.dropFirst(3) }
      rest = rest.dropFirst()
    }
    return []
  }

  private static func skip(_ rest: inout ArraySlice<UInt8>, while isSkipped: (UInt8) -> Bool) {
    rest = rest.drop(while: isSkipped)
  }

  private static func takeName(_ rest: inout ArraySlice<UInt8>) -> String {
    let name = rest.prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "_")
    }
    rest = rest[name.endIndex...]
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    skip(&rest) { $0 <= UInt8(ascii: " ") }
    let value: ArraySlice<UInt8>
    if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      value = rest.dropFirst().prefix { $0 != quote }
      rest = rest[value.endIndex...].dropFirst()
    } else {
      value = rest.prefix { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: ">") }
      rest = rest[value.endIndex...]
    }
    return value
  }
}

extension String {
  /// The text with `&amp;` resolved, the one entity that addresses have.
  fileprivate var replacingAmpersands: String {
    guard utf8.contains(UInt8(ascii: "&")) else { return self }
    var text = ""
    var rest = self[...]
    while let mark = rest.firstIndex(of: "&") {
      text += rest[...mark]
      rest = rest[rest.index(after: mark)...]
      if rest.hasPrefix("amp;") { rest = rest.dropFirst(4) }
    }
    return text + rest
  }
}
