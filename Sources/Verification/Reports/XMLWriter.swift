import Text

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
    text += content.isEmpty ? "/>\n" : ">" + content.escapedForXML(inAttribute: false) + "</\(name)>\n"
  }

  private var indentation: String { String(repeating: "  ", count: depth) }

  private mutating func openTag(_ name: String, _ attributes: [(String, String)]) {
    text += indentation + "<" + name
    for (name, value) in attributes { text += " \(name)=\"\(value.escapedForXML(inAttribute: true))\"" }
  }
}
