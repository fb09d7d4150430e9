/// The quotation marks that are escaped, which depends on where the text is to stand.
package enum EscapedQuotes: Sendable {
  /// None: the text stands between tags.
  case none
  /// The double ones: it may stand between double quotation marks, too.
  case double
  /// Both: it may stand between either.
  case both
}

extension [UInt8] {
  /// Appends text with what would be markup in HTML escaped.
  package mutating func appendEscapedForHTML(_ text: UnsafeBufferPointer<UInt8>, quotes: EscapedQuotes) {
    var start = 0
    for index in text.indices {
      let escape: StaticString
      switch text[index] {
      case UInt8(ascii: "<"): escape = "&lt;"
      case UInt8(ascii: ">"): escape = "&gt;"
      case UInt8(ascii: "&"): escape = "&amp;"
      case UInt8(ascii: "\"") where quotes != .none: escape = "&quot;"
      case UInt8(ascii: "'") where quotes == .both: escape = "&#39;"
      default: continue
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      append(contentsOf: UnsafeBufferPointer(start: escape.utf8Start, count: escape.utf8CodeUnitCount))
      start = index + 1
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  /// Appends text with what would be markup in HTML escaped.
  package mutating func appendEscapedForHTML(_ text: String, quotes: EscapedQuotes) {
    var text = text
    text.withUTF8 { appendEscapedForHTML($0, quotes: quotes) }
  }
}
