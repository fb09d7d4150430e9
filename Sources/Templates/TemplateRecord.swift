/// Values under keys, in the order in which they were set.
///
/// Made for the dozens of keys that a page has: finding one looks at each.
package struct TemplateRecord: Sendable {
  private var keys: [TemplateKey] = []
  private var values: [TemplateValue] = []

  /// Makes a record without keys.
  package init() {}

  /// The value under a key; `nil` where there is no such key.
  ///
  /// A key whose value is `.nothing` is there all the same and hides one of an outer record.
  package subscript(key: TemplateKey) -> TemplateValue? {
    get { keys.firstIndex(of: key).map { values[$0] } }
    set {
      switch (keys.firstIndex(of: key), newValue) {
      case (let index?, let value?): values[index] = value
      case (let index?, nil):
        keys.remove(at: index)
        values.remove(at: index)
      case (nil, let value?):
        keys.append(key)
        values.append(value)
      case (nil, nil): break
      }
    }
  }

  /// The keys with their values, in the order in which they were set first.
  package var entries: Zip2Sequence<[TemplateKey], [TemplateValue]> { zip(keys, values) }
}

extension TemplateRecord: ExpressibleByDictionaryLiteral {
  /// Takes keys and values; of a key named twice the last value counts.
  package init(dictionaryLiteral entries: (TemplateKey, TemplateValue)...) {
    keys.reserveCapacity(entries.count)
    values.reserveCapacity(entries.count)
    for (key, value) in entries { self[key] = value }
  }
}
