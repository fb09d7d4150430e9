/// What of a chapter's HTML leads somewhere, or can be led to.
package enum HTMLLinks {
  /// A link, or something that the page loads.
  package struct Link: Hashable, Sendable {
    /// Where the destination stands.
    package var range: Range<Int>
    package var destination: String

    /// Whether the page loads it: a picture, for instance.
    package var isLoaded: Bool
  }

  /// A name of an element, or a use of one within the same page that is not a link: a label's, for instance.
  package struct Name: Hashable, Sendable {
    package var range: Range<Int>
    package var name: String

    package var kind: Kind

    /// What a name is there for.
    package enum Kind: Hashable, Sendable {
      /// An element is called so.
      case identity
      /// An old way to name the target of a link; another element may be called the same.
      case anchor
      /// An element that is called so is meant.
      case use
    }
  }

  /// The links of a piece of HTML, in order.
  package static func links(in html: ArraySlice<UInt8>) -> [Link] {
    HTMLAttributes.all(in: html).flatMap { attribute -> [Link] in
      switch attribute.name {
      case "href" where ["a", "area"].contains(attribute.element): [link(html, attribute.range, isLoaded: false)]
      // An empty one means the page itself.
      case "action" where attribute.element == "form" && !attribute.range.isEmpty,
        "formaction" where ["button", "input"].contains(attribute.element) && !attribute.range.isEmpty:
        [link(html, attribute.range, isLoaded: false)]
      case "href" where drawing.contains(attribute.element), "xlink:href" where drawing.contains(attribute.element):
        [link(html, attribute.range, isLoaded: true)]
      case "style": addresses(inStyle: html[attribute.range]).map { link(html, $0, isLoaded: true) }
      case "src" where loading.contains(attribute.element), "href" where attribute.element == "link",
        "data" where attribute.element == "object", "poster" where attribute.element == "video":
        [link(html, attribute.range, isLoaded: true)]
      case "srcset" where ["img", "source"].contains(attribute.element):
        candidates(html[attribute.range]).map { link(html, $0, isLoaded: true) }
      default: []
      }
    }
  }

  /// The tags in a piece of HTML with a link that some destinations make wrong, and whether the page loads that.
  package static func tags(
    in html: ArraySlice<UInt8>, where isWrong: (String) -> Bool
  ) -> [(range: Range<Int>, isLoaded: Bool)] {
    let wrong = links(in: html).filter { isWrong($0.destination) }
    return HTMLAttributes.tags(in: html).compactMap { tag in
      wrong.first { tag.range.contains($0.range.lowerBound) }.map { (tag.range, $0.isLoaded) }
    }
  }

  /// The names in a piece of HTML and their uses, in order.
  package static func names(in html: ArraySlice<UInt8>) -> [Name] {
    HTMLAttributes.all(in: html).flatMap { attribute -> [Name] in
      switch attribute.name {
      case "id": [name(html, attribute.range, .identity)]
      case "name" where attribute.element == "a": [name(html, attribute.range, .anchor)]
      case "for", "list", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "headers":
        html[attribute.range].split { $0 <= UInt8(ascii: " ") }.map { name(html, $0.startIndex..<$0.endIndex, .use) }
      default: []
      }
    }
  }

  private static let loading: Set = [
    "img", "audio", "video", "source", "track", "iframe", "embed", "script", "input",
  ]

  /// The elements of a drawing that show something else.
  private static let drawing: Set = ["image", "use", "feimage"]

  private static func link(_ html: ArraySlice<UInt8>, _ range: Range<Int>, isLoaded: Bool) -> Link {
    Link(range: range, destination: text(html[range]), isLoaded: isLoaded)
  }

  private static func name(_ html: ArraySlice<UInt8>, _ range: Range<Int>, _ kind: Name.Kind) -> Name {
    Name(range: range, name: text(html[range]), kind: kind)
  }

  /// The addresses of a list of pictures of several sizes: each ends at a blank, what follows goes up to a comma.
  private static func candidates(_ list: ArraySlice<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var rest = list
    while true {
      rest = rest.drop { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
      guard !rest.isEmpty else { return found }
      var address = rest.prefix { $0 > UInt8(ascii: " ") }
      rest = rest[address.endIndex...]
      if address.last == UInt8(ascii: ",") {
        while address.last == UInt8(ascii: ",") { address.removeLast() }
      } else {
        rest = rest.drop { $0 != UInt8(ascii: ",") }
      }
      found.append(address.startIndex..<address.endIndex)
    }
  }

  /// The addresses in a style: `url(…)`, with or without quotes.
  private static func addresses(inStyle style: ArraySlice<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var rest = style
    while let mark = rest.firstIndex(of: UInt8(ascii: "(")) {
      let name = rest[..<mark].suffix(3).map { $0 | 0x20 }
      rest = rest[(mark + 1)...]
      guard name.elementsEqual("url".utf8) else { continue }
      let inside = rest.drop { $0 <= UInt8(ascii: " ") }
      let quote = inside.first.flatMap { [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains($0) ? $0 : nil }
      let address = (quote == nil ? inside : inside.dropFirst()).prefix { byte in
        quote.map { byte != $0 } ?? (byte > UInt8(ascii: " ") && byte != UInt8(ascii: ")"))
      }
      rest = rest[address.endIndex...]
      // Entities and what is escaped are left to the browser.
      if !address.isEmpty, !address.contains(UInt8(ascii: "&")), !address.contains(UInt8(ascii: "\\")) {
        found.append(address.startIndex..<address.endIndex)
      }
    }
    return found
  }

  /// What an attribute's value means: `&amp;` is the one entity that addresses have.
  private static func text(_ value: ArraySlice<UInt8>) -> String {
    let text = String(decoding: value, as: UTF8.self)
    guard value.contains(UInt8(ascii: "&")) else { return text }
    var resolved = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      resolved += rest[...mark]
      rest = rest[rest.index(after: mark)...]
      if rest.hasPrefix("amp;") { rest = rest.dropFirst(4) }
    }
    return resolved + rest
  }
}
