internal import Verification

/// Where Apple's documentation tells of a type of the standard library.
///
/// Only of types at the top level: the addresses of members have numbers in them that nothing here knows.
struct ApplePage {
  let address: String

  /// The page of a symbol; `nil` where that is not such a type.
  init?(of symbol: NamedSymbol) {
    guard ["Swift", "_Concurrency"].contains(symbol.module),
      ["struct", "class", "enum", "protocol", "actor"].contains(symbol.kind), Self.isAtTopLevel(symbol)
    else { return nil }
    address = "https://developer.apple.com/documentation/swift/\(symbol.name.lowercased())"
  }

  /// Whether the mangled name of a type has no other around it: `s:Si`, `s:ScM`, `s:s8DurationV`.
  private static func isAtTopLevel(_ symbol: NamedSymbol) -> Bool {
    guard symbol.usr.hasPrefix("s:") else { return false }
    let name = symbol.usr.dropFirst(2)
    if name.first == "S" { return name.count == 2 || name.count == 3 && name.hasPrefix("Sc") }
    guard name.first == "s" else { return false }
    let length = name.dropFirst().prefix(while: \.isNumber)
    let rest = name.dropFirst(1 + length.count)
    return Int(length) == symbol.name.utf8.count && rest.dropLast() == symbol.name[...]
      && "VCOP".contains(rest.last ?? " ")
  }
}
