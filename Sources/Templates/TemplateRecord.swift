/// Values under keys, in the order in which they were set.
///
/// Made for the dozens of keys that a page has: finding one looks at each. Copies share what they hold.
package struct TemplateRecord: Sendable {
  /// One object, since a run of a template copies records at each step.
  private final class Storage: Sendable {
    let keys: [TemplateKey]
    let values: [TemplateValue]

    init(_ keys: [TemplateKey], _ values: [TemplateValue]) {
      self.keys = keys
      self.values = values
    }
  }

  private let storage: Storage

  /// Makes a record without keys.
  package init() { self.init(keys: [], values: []) }

  /// Takes keys, no two of them the same, and the value of each.
  package init(keys: [TemplateKey], values: [TemplateValue]) { storage = Storage(keys, values) }

  /// The value under a key; `nil` where there is no such key.
  ///
  /// A key whose value is `.nothing` is there all the same and hides one of an outer record.
  package subscript(key: TemplateKey) -> TemplateValue? {
    storage.keys.firstIndex(of: key).map { storage.values[$0] }
  }

  /// The keys with their values, in the order in which they were set first.
  package var entries: Zip2Sequence<[TemplateKey], [TemplateValue]> { zip(storage.keys, storage.values) }
}

extension TemplateRecord: ExpressibleByDictionaryLiteral {
  /// Takes keys and values; of a key named twice the last value counts.
  package init(dictionaryLiteral entries: (TemplateKey, TemplateValue)...) { self.init(entries) }

  /// Takes keys and values; of a key named twice the last value counts.
  package init(_ entries: [(TemplateKey, TemplateValue)]) {
    var keys: [TemplateKey] = []
    var values: [TemplateValue] = []
    for (key, value) in entries {
      if let known = keys.firstIndex(of: key) {
        values[known] = value
      } else {
        keys.append(key)
        values.append(value)
      }
    }
    self.init(keys: keys, values: values)
  }
}
