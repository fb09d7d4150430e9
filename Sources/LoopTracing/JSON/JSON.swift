/// A value of JSON and where it began; of numbers only whole ones.
package struct JSON {
  /// What it can be.
  package enum Value {
    case null
    case bool(Bool)
    case integer(Int128)
    case string(String)
    case array([JSON])
    case object([(key: String, value: JSON)])
  }

  /// What it is.
  package var value: Value
  /// The place of its first byte in the text it was read from.
  package var offset = 0

  init(_ value: Value, at offset: Int = 0) {
    self.value = value
    self.offset = offset
  }

  static func string(_ text: String) -> JSON { JSON(.string(text)) }
  static func integer(_ number: some BinaryInteger) -> JSON { JSON(.integer(Int128(number))) }
  static func bool(_ truth: Bool) -> JSON { JSON(.bool(truth)) }
  static func array(_ elements: [JSON]) -> JSON { JSON(.array(elements)) }

  /// An object without the members that are nil, in this order.
  static func object(_ members: [(String, JSON?)]) -> JSON {
    JSON(.object(members.compactMap { key, value in value.map { (key, $0) } }))
  }

  /// Appends the value, on one line.
  func write(to text: inout String) {
    switch value {
    case .null: text += "null"
    case .bool(let truth): text += truth ? "true" : "false"
    case .integer(let number): text += String(number)
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    if string.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }) {
      text += "\""
      text += string
      text += "\""
      return
    }
    var result = String.UnicodeScalarView()
    result.append("\"")
    for scalar in string.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: result.append(contentsOf: ["\\", scalar])
      // The last two end lines in JavaScript, but not in JSON.
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029:
        let digits = String(scalar.value, radix: 16)
        result.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
      default: result.append(scalar)
      }
    }
    result.append("\"")
    text += String(result)
  }
}
