internal import Text

/// Text in the common part of XML and HTML, put together piece by piece.
///
/// Numbers have one decimal at most and nothing depends on a locale, so equal pictures are equal bytes. What is called
/// from everywhere is not to be inlined, which would fill the module that draws in a page.
struct Markup {
  /// What was written so far.
  private(set) var text = ""

  /// Writes an element's start, with its attributes in this order; an attribute that is nil is left out.
  @inline(never)
  mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) {
    start(name, attributes)
    text += ">"
  }

  /// Writes an element without content.
  @inline(never)
  mutating func empty(_ name: String, _ attributes: KeyValuePairs<String, String?>) {
    start(name, attributes)
    text += "/>"
  }

  /// Writes an element's end.
  @inline(never)
  mutating func close(_ name: String) {
    text += "</\(name)>"
  }

  /// Writes an element that holds text only.
  @inline(never)
  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ content: String) {
    open(name, attributes)
    text += content.escapedForMarkup
    close(name)
  }

  /// Writes what is markup already.
  @inline(never)
  mutating func raw(_ markup: String) {
    text += markup
  }

  @inline(never)
  private mutating func start(_ name: String, _ attributes: KeyValuePairs<String, String?>) {
    text += "<\(name)"
    for (key, value) in attributes {
      guard let value else { continue }
      text += " \(key)=\"\(value.escapedForMarkup)\""
    }
  }
}

extension String {
  /// The text as content or as a value of an attribute; what would steer the reader's eyes or is not XML is spelt out.
  var escapedForMarkup: String {
    // Mostly there is nothing to do.
    let isPlain = utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    var bytes: [UInt8] = []
    bytes.appendEscapedForHTML(isPlain ? self : spelledOut, quotes: .both)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with what would steer the reader's eyes, or is not XML, as Swift spells it.
  private var spelledOut: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.turnsText:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      case _ where scalar.value & 0xFFFE == 0xFFFE: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text in so many columns at most, cut where a character ends, with "…" for what is missing.
  func shortened(to columns: Int) -> String {
    // A character in this many bytes or fewer is no wider than they are many.
    if utf8.count <= columns { return self }
    var width = 0
    var fitting = startIndex
    for index in indices {
      let next = width + self[index].columns
      if next > columns { return self[..<fitting] + "…" }
      width = next
      // One column is kept for the dots.
      if width <= columns - 1 { fitting = self.index(after: index) }
    }
    return self
  }

  /// How many columns of fixed width the text takes.
  var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Character {
  /// How many columns of fixed width it takes; what is written out takes more.
  fileprivate var columns: Int {
    if unicodeScalars.contains(where: { $0.isControl || $0.turnsText || $0.value == 9 }) { return 8 }
    return min(2, unicodeScalars.reduce(0) { $0 + $1.displayWidth })
  }
}

extension Double {
  /// The number with one decimal at most: "12", "12.5".
  var markup: String {
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
  }
}
