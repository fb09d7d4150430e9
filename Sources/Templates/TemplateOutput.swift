/// How values become bytes of a page.
extension [UInt8] {
  /// Appends text with `&`, `<`, `>` and both quotes escaped.
  mutating func appendEscaped(_ text: String) {
    appendReplacing(text) { byte in
      switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">"): "&gt;"
      case UInt8(ascii: "\""): "&quot;"
      case UInt8(ascii: "'"): "&#39;"
      default: nil
      }
    }
  }

  /// Appends a value as JSON that can do no harm in a script.
  ///
  /// Keys stand in their records' order. Numbers that JSON cannot write become `null`.
  mutating func appendJSON(_ value: TemplateValue) {
    switch value {
    case .nothing: append("null")
    case .flag(let flag): append(flag ? "true" : "false")
    case .integer(let number): append(String(number))
    case .decimal(let number): append(number.isFinite ? String(number) : "null")
    case .text(let text), .html(let text): appendJSON(text)
    case .htmlBytes(let bytes): appendJSON(String(decoding: bytes, as: UTF8.self))
    case .json(let value): appendJSON(value)
    case .list(let list):
      append(UInt8(ascii: "["))
      for (index, element) in list.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        appendJSON(element)
      }
      append(UInt8(ascii: "]"))
    case .record(let record):
      append(UInt8(ascii: "{"))
      for (index, entry) in record.entries.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        appendJSON(entry.0.name)
        append(UInt8(ascii: ":"))
        appendJSON(entry.1)
      }
      append(UInt8(ascii: "}"))
    }
  }

  /// Appends a text's UTF-8.
  mutating func append(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ append(contentsOf: $0) }) == nil { append(contentsOf: text.utf8) }
  }

  /// Appends a JSON string.
  private mutating func appendJSON(_ text: String) {
    append(UInt8(ascii: "\""))
    appendReplacing(text) { byte in
      switch byte {
      case UInt8(ascii: "\""): "\\\""
      case UInt8(ascii: "\\"): "\\\\"
      case UInt8(ascii: "\n"): "\\n"
      case UInt8(ascii: "<"): "\\u003C"
      case UInt8(ascii: ">"): "\\u003E"
      case UInt8(ascii: "&"): "\\u0026"
      case UInt8(ascii: "'"): "\\u0027"
      case 0x7F: "\\u007F"
      case 0..<0x20: Self.controlEscapes[Int(byte)]
      default: nil
      }
    }
    append(UInt8(ascii: "\""))
  }

  private static let controlEscapes = (0..<0x20).map { "\\u00" + ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }

  /// Appends a text's UTF-8, with a replacement for each byte that has one.
  @inline(__always)
  private mutating func appendReplacing(_ text: String, with replacement: (UInt8) -> String?) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      for index in bytes.indices {
        guard let replacement = replacement(bytes[index]) else { continue }
        append(contentsOf: bytes[start..<index])
        append(replacement)
        start = index + 1
      }
      append(contentsOf: bytes[start...])
    }
  }
}
