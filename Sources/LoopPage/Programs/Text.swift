// What is printed as Swift prints it elsewhere. Embedded Swift knows no more of a value than that it has a description;
// what programs print goes through these, so that what cannot be printed the same does not compile.

/// A value as `print` shows it.
func loopbookText(_ value: some CustomStringConvertible) -> String { value.description }

/// A text that is known when it is compiled.
func loopbookText(_ value: StaticString) -> String {
  value.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
}

/// A value that may be missing.
func loopbookText(_ value: (some CustomStringConvertible)?) -> String {
  value.map { "Optional(\($0.description))" } ?? "nil"
}

/// A text that may be missing.
func loopbookText(_ value: String?) -> String { value.map { "Optional(\(quoted($0)))" } ?? "nil" }

/// Values in a row.
func loopbookText(_ values: [some CustomStringConvertible]) -> String { list(values.map { $0.description }) }

/// Texts in a row.
func loopbookText(_ values: [String]) -> String { list(values.map(quoted)) }

/// Values of a set, in the order that the set has them.
func loopbookText(_ values: Set<some CustomStringConvertible & Hashable>) -> String {
  list(values.map { $0.description })
}

/// Texts of a set.
func loopbookText(_ values: Set<String>) -> String { list(values.map(quoted)) }

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

/// A text as it stands in what is printed of a list.
private func quoted(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\", "\"":
      quoted += "\\"
      quoted.unicodeScalars.append(scalar)
    case "\n": quoted += "\\n"
    case "\r": quoted += "\\r"
    case "\t": quoted += "\\t"
    case "\0": quoted += "\\0"
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}
