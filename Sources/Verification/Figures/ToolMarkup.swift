/// The markup that a tool made of what a stranger wrote, with nothing in it but what a drawing needs.
///
/// No script, link, style, name or address gets through, since only what is listed does.
struct ToolMarkup {
  /// Why markup has no place on a page.
  struct Refusal: Error {
    let reason: String
  }

  /// What is let through of a language.
  struct Language: Sendable {
    /// The elements that are kept.
    let elements: Set<String>
    /// Elements whose tags are left out, and what is in them kept.
    let unwrapped: Set<String>
    /// Elements that are left out with what is in them.
    let dropped: Set<String>
    /// By the attributes that are kept, what their values become; nil for a value that has no place here.
    let attributes: [String: @Sendable (Substring) -> String?]
  }

  private let language: Language
  private var result = ""

  /// The markup as the language lets it through.
  static func filtered(_ markup: String, as language: Language) throws(Refusal) -> String {
    var filter = ToolMarkup(language: language)
    try filter.read(markup[...])
    return filter.result
  }

  private init(language: Language) { self.language = language }

  private mutating func read(_ markup: Substring) throws(Refusal) {
    var rest = markup
    var open: [Substring] = []
    var droppedDepth: Int?
    while let start = rest.firstIndex(of: "<") {
      if droppedDepth == nil, !open.isEmpty { result += rest[..<start] }
      rest = rest[start...]
      if rest.hasPrefix("<!--") {
        rest = try Self.rest(of: rest, after: "-->")
      } else if rest.hasPrefix("<?") || rest.hasPrefix("<!") {
        rest = try Self.rest(of: rest, after: ">")
      } else {
        let after = try Self.rest(of: rest, after: ">")
        let tag = rest[..<after.startIndex].dropFirst().dropLast()
        rest = after
        if tag.first == "/" {
          guard open.popLast() == tag.dropFirst() else { throw Refusal(reason: "is not well-formed") }
          if droppedDepth == nil, language.elements.contains(String(tag.dropFirst())) { result += "<\(tag)>" }
          if droppedDepth == open.count { droppedDepth = nil }
          continue
        }
        let isEmpty = tag.last == "/"
        let body = isEmpty ? tag.dropLast() : tag
        let name = body.prefix { $0.isLetter || $0.isNumber || $0 == ":" }
        if droppedDepth == nil { try begin(name, body[name.endIndex...], isEmpty: isEmpty) }
        if !isEmpty {
          if droppedDepth == nil, language.dropped.contains(String(name)) { droppedDepth = open.count }
          open.append(name)
        }
      }
    }
    guard open.isEmpty, droppedDepth == nil else { throw Refusal(reason: "is not well-formed") }
  }

  private mutating func begin(_ name: Substring, _ attributes: Substring, isEmpty: Bool) throws(Refusal) {
    let element = String(name)
    if language.dropped.contains(element) || language.unwrapped.contains(element) { return }
    guard language.elements.contains(element) else {
      throw Refusal(reason: "has `\(element)`, which has no place on a page")
    }
    result += "<\(element)"
    var rest = attributes
    while true {
      rest = rest.drop { $0.isWhitespace }
      if rest.isEmpty { break }
      let key = rest.prefix { $0 != "=" }
      let value = rest[key.endIndex...].dropFirst()
      guard value.first == "\"", let end = value.dropFirst().firstIndex(of: "\"") else {
        throw Refusal(reason: "is not well-formed")
      }
      let text = value.dropFirst()[..<end]
      rest = value[value.index(after: end)...]
      // What has its outline's color, such as the head of an arrow, does not lie behind text.
      let isOutline = key == "fill" && attributes.contains("stroke=\"\(text)\"")
      guard let rule = language.attributes[isOutline ? "stroke" : String(key)] else { continue }
      guard let kept = rule(text) else {
        throw Refusal(reason: "has `\(key)=\"\(text.prefix(40))\"`, which has no place on a page")
      }
      result += " \(key)=\"\(kept)\""
    }
    result += isEmpty ? "/>" : ">"
  }

  private static func rest(of text: Substring, after mark: String) throws(Refusal) -> Substring {
    guard let end = text.firstRange(of: mark) else { throw Refusal(reason: "is not well-formed") }
    return text[end.upperBound...]
  }
}

extension ToolMarkup.Language {
  /// What Graphviz writes, drawn in the colors of the page.
  static let drawing = Self(
    elements: ["svg", "g", "polygon", "polyline", "path", "ellipse", "text"], unwrapped: [], dropped: ["title"],
    attributes: Dictionary(
      uniqueKeysWithValues: [
        "viewBox", "points", "d", "cx", "cy", "rx", "ry", "x", "y", "transform", "text-anchor", "font-size",
        "font-style", "font-weight", "stroke-width", "stroke-dasharray", "text-decoration", "baseline-shift",
        "fill-opacity", "stroke-opacity",
      ].map { ($0, plain) } + [("fill", ground), ("stroke", line), ("width", pixels), ("height", pixels)]))

  /// MathML.
  static let mathematics = Self(
    elements: [
      "math", "mrow", "mi", "mo", "mn", "ms", "mtext", "mspace", "msup", "msub", "msubsup", "mfrac", "msqrt", "mroot",
      "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mstyle", "mpadded", "mphantom", "menclose",
      "mmultiscripts",
    ], unwrapped: ["span", "semantics"], dropped: ["annotation"],
    attributes: Dictionary(
      uniqueKeysWithValues: [
        "display", "mathvariant", "displaystyle", "scriptlevel", "stretchy", "fence", "separator", "lspace", "rspace",
        "width", "height", "depth", "voffset", "linethickness", "accent", "accentunder", "columnalign", "columnspacing",
        "rowspacing", "columnlines", "rowlines", "minsize", "maxsize", "symmetric", "largeop", "movablelimits",
        "mathcolor", "mathbackground", "mathsize", "form", "notation", "frame",
      ].map { ($0, plain) }))

  /// Numbers, words and what separates them.
  @Sendable private static func plain(_ value: Substring) -> String? {
    let isPlain = value.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        true
      default: " .,+-%#()\n".utf8.contains(byte)
      }
    }
    return isPlain ? String(value) : nil
  }

  /// A length without its unit, so that a point is as large as a pixel, as the text of pages is.
  @Sendable private static func pixels(_ value: Substring) -> String? {
    plain(value).map { $0.hasSuffix("pt") ? String($0.dropLast(2)) : $0 }
  }

  /// A color of lines and letters: black is that of the text, others are mixed with it, so that they are seen on either
  /// ground.
  @Sendable private static func line(_ value: Substring) -> String? {
    color(value) { "color-mix(in oklab, \($0) 75%, currentColor)" }
  }

  /// A color of areas: what is filled with another than the text's own is only tinted, so that text on it can be read.
  @Sendable private static func ground(_ value: Substring) -> String? {
    color(value) { "color-mix(in oklab, \($0) 25%, var(--ground))" }
  }

  private static func color(_ value: Substring, _ mixed: (String) -> String) -> String? {
    guard let name = plain(value), !name.contains("("), !name.contains(" ") else { return nil }
    return switch name {
    case "none", "transparent": name
    case "black": "currentColor"
    case "white": "var(--ground)"
    default: mixed(name)
    }
  }
}
