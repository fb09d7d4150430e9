/// Writes elements of XML 1.0, indented; text inside an element stays as it is.
struct XMLWriter {
  /// What was written so far.
  private(set) var text = ""

  private let depth: Int

  /// A writer at the start of a document.
  init() {
    depth = 0
    text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  }

  private init(depth: Int) { self.depth = depth }

  /// An element whose content is other elements; without any, it is written as empty.
  mutating func element(
    _ name: String, _ attributes: [(String, String)], containing content: (inout XMLWriter) -> Void
  ) {
    openTag(name, attributes)
    var inner = XMLWriter(depth: depth + 1)
    content(&inner)
    text += inner.text.isEmpty ? "/>\n" : ">\n" + inner.text + indentation + "</\(name)>\n"
  }

  /// An element with text and nothing else.
  mutating func element(_ name: String, _ attributes: [(String, String)] = [], text content: String = "") {
    openTag(name, attributes)
    text += content.isEmpty ? "/>\n" : ">" + Self.escaped(content, inAttribute: false) + "</\(name)>\n"
  }

  private var indentation: String { String(repeating: "  ", count: depth) }

  private mutating func openTag(_ name: String, _ attributes: [(String, String)]) {
    text += indentation + "<" + name
    for (name, value) in attributes { text += " \(name)=\"\(Self.escaped(value, inAttribute: true))\"" }
  }

  /// The text with what XML gives a meaning escaped.
  ///
  /// XML 1.0 has no way at all to write most control characters; they become the replacement character.
  static func escaped(_ text: String, inAttribute isAttribute: Bool) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result.append(contentsOf: "&amp;".unicodeScalars)
      case 0x3C: result.append(contentsOf: "&lt;".unicodeScalars)
      case 0x3E: result.append(contentsOf: "&gt;".unicodeScalars)
      case 0x22 where isAttribute: result.append(contentsOf: "&quot;".unicodeScalars)
      // A parser makes blanks of these in attributes, and a line feed of a carriage return anywhere.
      case 0x09 where isAttribute, 0x0A where isAttribute, 0x0D:
        result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      case 0x09, 0x0A: result.append(scalar)
      case 0..<0x20, 0xFFFE, 0xFFFF: result.append("\u{FFFD}")
      // These may stand as references only, if a reader of XML 1.1 is to agree.
      case 0x7F..<0xA0: result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
