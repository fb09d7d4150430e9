/// What data a template is given: the documented keys, with what each holds.
///
/// `TemplateSet.check` compares templates with it before any page is made. Mustache shows nothing for a name that
/// no data has; a schema makes an error of it, also where no page gets that far. Any documented key may be asked for
/// by a section, whether pages have it or not. What is below a key of the kind `any` is not checked.
package struct TemplateSchema: Sendable {
  /// What a key holds.
  package indirect enum Kind: Hashable, Sendable {
    case text
    case html
    case json
    case flag
    case number
    case list(Kind)
    /// A record, by the name of its fields in the schema; records may contain themselves.
    case record(String)
    /// Whatever a book puts there.
    case any
  }

  /// A key of a record.
  package struct Field: Hashable, Sendable {
    package let name: String
    package let kind: Kind
    /// Whether pages may be without it.
    package let isOptional: Bool
    /// What it is for, in a sentence for authors of themes.
    package let summary: String

    package init(_ name: String, _ kind: Kind, isOptional: Bool = false, _ summary: String) {
      self.name = name
      self.kind = kind
      self.isOptional = isOptional
      self.summary = summary
    }
  }

  /// The fields of each kind of record.
  package let records: [String: [Field]]

  /// The record that a page's data is.
  package let root: String

  /// Takes the fields of all records, among them those of `root`.
  package init(root: String, records: [String: [Field]]) {
    self.root = root
    self.records = records
  }

  /// Where data is not as the schema says, each as a sentence: for the tests of what makes the data.
  package func mismatches(of data: TemplateValue) -> [String] {
    var findings: [String] = []
    compare(data, .record(root), "the data", &findings)
    return findings
  }

  private func compare(_ value: TemplateValue, _ kind: Kind, _ path: String, _ findings: inout [String]) {
    switch (kind, value) {
    case (.any, _), (.text, .text), (.html, .html), (.html, .htmlBytes), (.json, .json), (.flag, .flag),
      (.number, .integer), (.number, .decimal):
      break
    case (.list(let element), .list(let list)):
      for (index, value) in list.enumerated() { compare(value, element, "\(path), element \(index)", &findings) }
    case (.record(let name), .record(let record)):
      let fields = records[name] ?? []
      for field in fields {
        switch record[TemplateKey(field.name)] {
        case nil, .nothing?:
          if !field.isOptional { findings.append("\(path) has no '\(field.name)'") }
        case let value?: compare(value, field.kind, "'\(field.name)' of \(path)", &findings)
        }
      }
      for (key, _) in record.entries where !fields.contains(where: { $0.name == key.name }) {
        findings.append("\(path) has a '\(key.name)' that is not documented")
      }
    default: findings.append("\(path) is not of the kind \(kind)")
    }
  }
}
