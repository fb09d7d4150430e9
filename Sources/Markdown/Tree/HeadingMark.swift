/// What mdBook's Markdown lets a heading end with: `{#name .class}`, which names it and gives it classes.
///
/// Other words in it, such as `data-x=1`, are attributes, which mdBook leaves out, too.
package struct HeadingMark: Hashable, Sendable {
  /// The name; `nil` where there are only classes.
  package let name: String?

  /// The classes, for style sheets of the book.
  package let classes: [String]

  /// The text node that the mark begins in, and how many of its bytes stand before it; all after that is the mark.
  package let node: Int
  package let shown: Int

  /// A mark that was found before.
  package init(name: String?, classes: [String], node: Int, shown: Int) {
    self.name = name
    self.classes = classes
    self.node = node
    self.shown = shown
  }

  /// The mark that a heading ends with; `nil` where there is none.
  package init?(of heading: Int, in document: MarkdownDocument) {
    var last = -1
    var child = Int(document.nodes[heading].firstChild)
    while child >= 0 {
      last = child
      child = Int(document.nodes[child].nextSibling)
    }
    guard last >= 0, document.nodes[last].kind == .text,
      document.bytes(document.nodes[last].text).last == UInt8(ascii: "}")
    else { return nil }
    // cmark cuts text wherever markup might have begun.
    var text: [UInt8] = []
    var node = last
    while node > heading, document.nodes[node].kind == .text, Int(document.nodes[node].parent) == heading {
      text = document.bytes(document.nodes[node].text) + text
      if let brace = text.firstIndex(of: UInt8(ascii: "{")) {
        guard let last = text.lastIndex(of: UInt8(ascii: "{")), last == brace,
          let (name, classes) = Self.words(text[(brace + 1)...].dropLast())
        else { return nil }
        let before = text[..<brace]
        guard before.last.map({ $0 == UInt8(ascii: " ") }) ?? true else { return nil }
        self.name = name.isEmpty ? nil : name
        self.classes = classes
        self.node = node
        shown = before.count - before.reversed().prefix { $0 == UInt8(ascii: " ") }.count
        return
      }
      node -= 1
    }
    return nil
  }

  /// The name in a mark, empty where there is none, and its classes; `nil` where it is not a mark.
  private static func words(_ mark: ArraySlice<UInt8>) -> (name: String, classes: [String])? {
    var name = ""
    var classes: [String] = []
    var isMark = false
    let words = mark.split(separator: UInt8(ascii: " "))
    guard !words.isEmpty else { return nil }
    for word in words {
      guard word.count > 1, !word.contains(UInt8(ascii: "}")) else { return nil }
      let text = String(decoding: word.dropFirst(), as: UTF8.self)
      switch word.first {
      case UInt8(ascii: "#"): name = text
      case UInt8(ascii: "."): classes.append(text)
      default: continue
      }
      isMark = true
    }
    // Braces around something else may be code.
    return isMark ? (name, classes) : nil
  }
}

extension MarkdownDocument {
  /// What a heading says: without markup, without HTML, and without the mark that names it.
  package func headingText(of heading: Int) -> String {
    let mark = HeadingMark(of: heading, in: self)
    var text: [UInt8] = []
    for node in descendants(of: heading) {
      if let mark, node == mark.node {
        text += bytes(nodes[node].text).prefix(mark.shown)
        break
      }
      switch nodes[node].kind {
      case .text, .code: text += bytes(nodes[node].text)
      case .softBreak, .lineBreak: text.append(UInt8(ascii: " "))
      default: break
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
