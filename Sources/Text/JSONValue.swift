/// A value that is written as JSON; members keep the order they are given in.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number as it is to be written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// An object without the members that are nil.
  package static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// The text for people, indented, with a line feed at its end.
  package var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes, Form(indentation: 0, isInsideHTML: false))
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }

  /// The text on one line, such that it can do no harm in a page's script or attribute.
  package var insideHTML: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, Form(indentation: nil, isInsideHTML: true))
    return bytes
  }

  /// The text on one line, for a file of its own.
  package var onOneLine: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, Form(indentation: nil, isInsideHTML: false))
    return bytes
  }

  private struct Form {
    /// How many levels deep the value stands; `nil` for everything on one line.
    var indentation: Int?
    var isInsideHTML: Bool

    var inner: Form { Form(indentation: indentation.map { $0 + 1 }, isInsideHTML: isInsideHTML) }
  }

  private func append(to bytes: inout [UInt8], _ form: Form) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let truth): bytes.append(contentsOf: (truth ? "true" : "false").utf8)
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .number(let number): bytes.append(contentsOf: number.utf8)
    case .string(let string): bytes.appendJSON(string, insideHTML: form.isInsideHTML)
    case .array(let elements):
      Self.append(elements, between: "[", and: "]", to: &bytes, form) { element, bytes in
        element.append(to: &bytes, form.inner)
      }
    case .object(let members):
      Self.append(members, between: "{", and: "}", to: &bytes, form) { member, bytes in
        bytes.appendJSON(member.0, insideHTML: form.isInsideHTML)
        bytes.append(contentsOf: (form.indentation == nil ? ":" : ": ").utf8)
        member.1.append(to: &bytes, form.inner)
      }
    }
  }

  private static func append<Element>(
    _ elements: [Element], between open: String, and close: String, to bytes: inout [UInt8], _ form: Form,
    with append: (Element, inout [UInt8]) -> Void
  ) {
    func newLine(_ level: Int) {
      guard let indentation = form.indentation else { return }
      bytes.append(contentsOf: ("\n" + String(repeating: "  ", count: indentation + level)).utf8)
    }
    bytes.append(contentsOf: open.utf8)
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      newLine(1)
      append(element, &bytes)
    }
    if !elements.isEmpty { newLine(0) }
    bytes.append(contentsOf: close.utf8)
  }
}
