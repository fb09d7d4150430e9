extension Configuration {
  /// All of it as text, the same in every process: what is in no order is sorted.
  ///
  /// The value itself is asked what it holds, so that nothing can be forgotten.
  package var reflection: String { Self.text(of: self) }

  private static func text(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty else { return String(reflecting: value) }
    let texts = mirror.children.map { "\($0.label ?? ""):\(text(of: $0.value))" }
    let isOrdered = mirror.displayStyle != .dictionary && mirror.displayStyle != .set
    return "(\((isOrdered ? texts : texts.sorted()).joined(separator: ",")))"
  }
}
