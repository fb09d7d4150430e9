/// What the compiler says that a name in a program means.
package struct NameMeaning: Hashable, Sendable {
  /// What kind of thing it is, as the compiler's library for editors calls it: `struct`, `var.local`.
  package var kind: String
  /// The name of what it means: `add(_:to:)`.
  package var name: String
  /// What tells it from everything else that programs declare.
  package var usr: String
  /// The module that declares it.
  package var module: String
  /// Its declaration, on one line, as the compiler writes it with types filled in.
  package var declaration: String
  /// Its doc comment; empty where it has none.
  package var comment: String
}

extension NameMeaning {
  /// Whether this is what a name that is written so can mean.
  ///
  /// The library is asked for a place, and tells of the expression there where the name itself means nothing.
  func fits(_ name: ProgramName) -> Bool {
    let open = self.name.firstIndex(of: "(") ?? self.name.endIndex
    let base = self.name[..<open].drop { $0 == "`" }.prefix { $0 != "`" }
    if base == name.text { return true }
    // A projected value is declared by its wrapper.
    if name.text.hasPrefix("$"), base == name.text.dropFirst() { return true }
    if name.text == "Self" {
      return ["struct", "class", "enum", "protocol", "actor", "generic_type_param"].contains(kind)
    }
    guard name.isLabel else { return false }
    return self.name[open...].dropFirst().split(separator: ":").contains { $0 == name.text }
  }

  /// Whether the compiler knows the type of all that it tells of.
  var isWhole: Bool { !declaration.isEmpty && !declaration.contains("<<error type>>") && !declaration.hasSuffix(": _") }
}
