/// Names the headings of a page as GitHub does, so that links to them work in both places.
package struct HeadingID: Sendable {
  /// How often each name was asked for, and which are taken.
  private var counts: [String: Int] = [:]

  /// Begins a page.
  package init() {}

  /// The name of the page's next heading: the same text again gets `-1`, `-2` and so on.
  package mutating func next(_ text: String) -> String {
    let slug = Self.slug(text)
    guard var count = counts[slug] else {
      counts[slug] = 0
      return slug
    }
    var name = slug
    while counts[name] != nil {
      count += 1
      name = "\(slug)-\(count)"
    }
    counts[slug] = count
    counts[name] = 0
    return name
  }

  /// Lower case, blanks as hyphens, and of the rest only letters, digits, marks, hyphens and what joins words.
  ///
  /// A heading of nothing else, such as of a picture character, is called by the numbers of its characters, so that the
  /// name stays when another heading moves; one that is empty, `section`.
  package static func slug(_ text: String) -> String {
    var slug: [UInt8] = []
    slug.reserveCapacity(text.utf8.count)
    // Most headings are ASCII, for which Unicode's tables need not be asked.
    let isPlain = text.utf8.allSatisfy { byte in
      guard byte < 0x80 else { return false }
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): slug.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        slug.append(byte)
      case UInt8(ascii: " "), UInt8(ascii: "-"): slug.append(UInt8(ascii: "-"))
      default: break
      }
      return true
    }
    if !isPlain { slug = unicodeSlug(text) }
    return slug.isEmpty ? numbers(text) : String(decoding: slug, as: UTF8.self)
  }

  private static func numbers(_ text: String) -> String {
    // Whether a character is shown as a picture changes nothing of what it is.
    let marks = text.unicodeScalars.filter { !$0.properties.isWhitespace && !$0.properties.isVariationSelector }.prefix(
      8)
    return marks.isEmpty ? "section" : marks.map { "u" + String($0.value, radix: 16) }.joined(separator: "-")
  }

  private static func unicodeSlug(_ text: String) -> [UInt8] {
    var slug = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
      if scalar == " " || scalar == "-" {
        slug.append("-")
      } else if isWord(scalar) {
        slug.append(scalar)
      }
    }
    return Array(String(slug).utf8)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
      return true
    default: return scalar.properties.isAlphabetic
    }
  }
}
