/// On which side of its operand an operator stands, as the name tells that the compiler has for it.
enum OperatorFixity: String {
  case prefix, postfix

  /// `nil` for what stands between two operands, and where the name is none that is known.
  init?(_ symbol: GraphSymbol) {
    guard let rest = Self.after(symbol.name.prefix { $0 != "(" }, in: symbol.declaredUSR) else { return nil }
    switch rest.prefix(2) {
    case "op": self = .prefix
    case "oP": self = .postfix
    default: return nil
    }
  }

  /// What stands behind an operator's name, which has letters for its characters there, with their count before them.
  private static func after(_ name: Substring, in usr: String) -> Substring? {
    let written = String(name.compactMap { letters[$0] })
    if written.count == name.count {
      return usr.firstRange(of: "\(written.count)\(written)o").map { usr[usr.index(before: $0.upperBound)...] }
    }
    // Other characters are told by a code whose length stands between two zeros and it.
    guard let match = usr.firstMatch(of: /00(?<count>[1-9][0-9]*)/), let count = Int(match.count),
      let end = usr.index(match.range.upperBound, offsetBy: count, limitedBy: usr.endIndex)
    else { return nil }
    return usr[end...]
  }

  /// The letters of characters in the names that the compiler has for operators.
  private static let letters: [Character: Character] = [
    "&": "a", "@": "c", "/": "d", "=": "e", ">": "g", "<": "l", "*": "m", "!": "n", "|": "o", "+": "p", "?": "q",
    "%": "r", "-": "s", "~": "t", "^": "x", ".": "z",
  ]
}
