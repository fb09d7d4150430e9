internal import Text

extension [UInt8] {
  /// Appends a text's UTF-8.
  mutating func append(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ append(contentsOf: $0) }) == nil { append(contentsOf: text.utf8) }
  }
}

extension JSONValue {
  /// A value of a template as JSON; keys stand in their records' order, and numbers that JSON cannot write become
  /// `null`.
  init(_ value: TemplateValue) {
    switch value {
    case .nothing: self = .null
    case .flag(let flag): self = .bool(flag)
    case .integer(let number): self = .integer(number)
    case .decimal(let number): self = number.isFinite ? .number(String(number)) : .null
    case .text(let text), .html(let text): self = .string(text)
    case .htmlBytes(let bytes): self = .string(String(decoding: bytes, as: UTF8.self))
    case .json(let value): self.init(value)
    case .list(let list): self = .array(list.map { JSONValue($0) })
    case .record(let record): self = .object(record.entries.map { ($0.0.name, JSONValue($0.1)) })
    }
  }
}
