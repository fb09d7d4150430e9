/// What templates may ask about a kind of thing: each key with what it holds, what it is for, and how its value is
/// found.
///
/// The data of pages, the check of templates and the documentation are made from the same list.
package struct DataKeys<Thing>: Sendable {
  /// One of the keys.
  package struct Key: Sendable {
    fileprivate let field: TemplateSchema.Field
    fileprivate let key: TemplateKey
    fileprivate let value: @Sendable (Thing) -> TemplateValue
  }

  private let keys: [Key]
  /// Their names, which all records share.
  private let names: [TemplateKey]

  /// Takes keys in their order.
  package init(_ keys: Key...) { self.init(keys) }

  /// Takes keys in their order.
  package init(_ keys: [Key]) {
    self.keys = keys
    names = keys.map { $0.key }
  }

  /// The keys as the schema of templates has them.
  package var fields: [TemplateSchema.Field] { keys.map { $0.field } }

  /// What templates are given of a thing.
  package func record(of thing: Thing) -> TemplateValue {
    .record(TemplateRecord(keys: names, values: keys.map { $0.value(thing) }))
  }

  /// Some of the keys.
  package func only(_ names: Set<String>) -> DataKeys { DataKeys(keys.filter { names.contains($0.field.name) }) }

  /// The keys without some of them.
  package func without(_ names: Set<String>) -> DataKeys { DataKeys(keys.filter { !names.contains($0.field.name) }) }
}

extension DataKeys.Key {
  private init(
    _ name: String, _ kind: TemplateSchema.Kind, isOptional: Bool = false, _ summary: String,
    _ value: @escaping @Sendable (Thing) -> TemplateValue
  ) {
    field = TemplateSchema.Field(name, kind, isOptional: isOptional, summary)
    key = TemplateKey(name)
    self.value = value
  }

  /// A truth.
  package static func flag(_ name: String, _ summary: String, _ value: @escaping @Sendable (Thing) -> Bool) -> Self {
    Self(name, .flag, summary) { .flag(value($0)) }
  }

  /// A whole number.
  package static func number(_ name: String, _ summary: String, _ value: @escaping @Sendable (Thing) -> Int) -> Self {
    Self(name, .number, summary) { .integer(value($0)) }
  }

  /// A whole number, or nothing.
  package static func optionalNumber(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Thing) -> Int?
  ) -> Self {
    Self(name, .number, isOptional: true, summary) { value($0).map { .integer($0) } ?? .nothing }
  }

  /// A text.
  package static func text(_ name: String, _ summary: String, _ value: @escaping @Sendable (Thing) -> String) -> Self {
    Self(name, .text, summary) { .text(value($0)) }
  }

  /// A text that is nothing where it is empty.
  package static func optionalText(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Thing) -> String?
  ) -> Self {
    Self(name, .text, isOptional: true, summary) { thing in
      guard let text = value(thing), !text.isEmpty else { return .nothing }
      return .text(text)
    }
  }

  /// HTML.
  package static func html(_ name: String, _ summary: String, _ value: @escaping @Sendable (Thing) -> [UInt8]) -> Self {
    Self(name, .html, summary) { .htmlBytes(value($0)) }
  }

  /// HTML, or nothing.
  package static func optionalHTML(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Thing) -> [UInt8]?
  ) -> Self {
    Self(name, .html, isOptional: true, summary) { value($0).map { .htmlBytes($0) } ?? .nothing }
  }

  /// A list of texts.
  package static func texts(_ name: String, _ summary: String, _ value: @escaping @Sendable (Thing) -> [String]) -> Self
  {
    Self(name, .list(.text), summary) { .list(value($0).map { .text($0) }) }
  }

  /// A list of records of one kind.
  package static func list(
    _ name: String, of kind: String, _ summary: String, _ value: @escaping @Sendable (Thing) -> [TemplateValue]
  ) -> Self {
    Self(name, .list(.record(kind)), summary) { .list(value($0)) }
  }

  /// A record of a kind.
  package static func record(
    _ name: String, _ kind: String, _ summary: String, _ value: @escaping @Sendable (Thing) -> TemplateValue
  ) -> Self {
    Self(name, .record(kind), summary, value)
  }

  /// A record of a kind, or nothing.
  package static func optionalRecord(
    _ name: String, _ kind: String, _ summary: String, _ value: @escaping @Sendable (Thing) -> TemplateValue?
  ) -> Self {
    Self(name, .record(kind), isOptional: true, summary) { value($0) ?? .nothing }
  }
}
