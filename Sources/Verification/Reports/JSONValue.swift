/// A value that is written as JSON; members keep the order they are given in.
enum JSONValue {
  case bool(Bool)
  case integer(Int)
  /// Seconds, with three places.
  case seconds(Duration)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// An object without the members that are nil.
  static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// The text, indented, with a line feed at its end.
  var text: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indent: Int) {
    switch self {
    case .bool(let truth): text += truth ? "true" : "false"
    case .integer(let number): text += String(number)
    case .seconds(let duration): text += duration.secondsText
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      Self.write(elements, between: "[", and: "]", to: &text, indent: indent) { element, text in
        element.write(to: &text, indent: indent + 1)
      }
    case .object(let members):
      Self.write(members, between: "{", and: "}", to: &text, indent: indent) { member, text in
        Self.write(member.0, to: &text)
        text += ": "
        member.1.write(to: &text, indent: indent + 1)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between open: String, and close: String, to text: inout String, indent: Int,
    with write: (Element, inout String) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      text += index > 0 ? ",\n" : "\n"
      text += String(repeating: "  ", count: indent + 1)
      write(element, &text)
    }
    if !elements.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += close
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar.value {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x0A: text += "\\n"
      // The last two end lines in JavaScript, but not in JSON.
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
