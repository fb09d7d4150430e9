/// A value of a YAML document, with the bytes of the file that it was written in.
package struct YAMLValue: Hashable, Sendable {
  /// What a value is made of.
  package enum Content: Hashable, Sendable {
    case scalar(YAMLScalar)
    case list([YAMLValue])
    /// Keys and values in the order of the file; no key comes twice.
    case mapping([YAMLEntry])
  }

  package var content: Content

  /// Where it stands, as bytes of the file; empty and right after its key for a value that is not there.
  package var range: Range<Int>

  package init(_ content: Content, range: Range<Int>) {
    self.content = content
    self.range = range
  }

  /// What a person would call it, with its article.
  package var kind: String {
    switch content {
    case .scalar(let scalar): scalar.kind
    case .list: "a list"
    case .mapping: "a group of keys"
    }
  }

  /// Whether there is no value: nothing at all, `~` or `null`.
  package var isNothing: Bool {
    guard case .scalar(let scalar) = content else { return false }
    return scalar.isNothing
  }
}

/// A key of a mapping and its value.
package struct YAMLEntry: Hashable, Sendable {
  package var key: String

  /// Where the key stands, its quotes included.
  package var keyRange: Range<Int>

  package var value: YAMLValue

  package init(key: String, keyRange: Range<Int>, value: YAMLValue) {
    self.key = key
    self.keyRange = keyRange
    self.value = value
  }
}
