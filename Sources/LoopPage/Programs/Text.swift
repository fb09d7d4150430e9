// What is printed as Swift prints it elsewhere. Embedded Swift knows no more of a value than that it has a description;
// what programs print goes through these, so that what cannot be printed the same does not compile.

/// A value as `print` shows it.
func loopbookText(_ value: some CustomStringConvertible) -> String { value.description }

/// A number with a point; of what is none, `print` shows the sign, which its description does not have.
///
/// Not for any such type, or the compiler would say of all others that they are none.
func loopbookText(_ value: Double) -> String { value.debugDescription }

/// A number with a point, of 32 bits.
func loopbookText(_ value: Float) -> String { value.debugDescription }

/// A text that is known when it is compiled.
func loopbookText(_ value: StaticString) -> String {
  value.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
}

/// A value that may be missing.
func loopbookText(_ value: (some CustomStringConvertible)?) -> String {
  value.map { "Optional(\($0.description))" } ?? "nil"
}

/// A value that may be missing, and has another description for those who look for mistakes.
func loopbookText(_ value: (some CustomStringConvertible & CustomDebugStringConvertible)?) -> String {
  value.map { "Optional(\($0.debugDescription))" } ?? "nil"
}

/// Values in a row.
func loopbookText(_ values: [some CustomStringConvertible]) -> String { list(values.map { $0.description }) }

/// Values in a row that have another description for those who look for mistakes.
func loopbookText(_ values: [some CustomStringConvertible & CustomDebugStringConvertible]) -> String {
  list(values.map { $0.debugDescription })
}

/// Values of a set, in the order that the set has them.
func loopbookText(_ values: Set<some CustomStringConvertible & Hashable>) -> String {
  list(values.map { $0.description })
}

/// Values of a set that have another description for those who look for mistakes.
func loopbookText(_ values: Set<some CustomStringConvertible & CustomDebugStringConvertible & Hashable>) -> String {
  list(values.map { $0.debugDescription })
}

/// Numbers from one to another.
func loopbookText(_ range: Range<some CustomStringConvertible & Comparable>) -> String {
  "\(range.lowerBound.description)..<\(range.upperBound.description)"
}

/// Numbers from one to another, with it.
func loopbookText(_ range: ClosedRange<some CustomStringConvertible & Comparable>) -> String {
  "\(range.lowerBound.description)...\(range.upperBound.description)"
}

private func list(_ texts: [String]) -> String {
  var list = "["
  for (index, text) in texts.enumerated() {
    if index > 0 { list += ", " }
    list += text
  }
  return list + "]"
}
