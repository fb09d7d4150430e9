/// The modules of C that a module map declares.
enum ModuleMapNames {
  /// The names that can be imported: those of the modules that stand in no other.
  static func read(_ map: String) -> [String] {
    var names: [String] = []
    var depth = 0
    var follows = false
    for line in map.split(separator: "\n") {
      for word in words(line) {
        switch word {
        case "{": depth += 1
        case "}": depth -= 1
        case "module": follows = depth == 0
        default:
          if follows { names.append(String(word)) }
          follows = false
        }
      }
    }
    return names
  }

  /// The words and brackets of a line, without a comment.
  private static func words(_ line: Substring) -> [Substring] {
    var words: [Substring] = []
    for part in line.split(whereSeparator: { " \t\r\"".contains($0) }) {
      if part.hasPrefix("//") { break }
      var rest = part
      while let bracket = rest.firstIndex(where: { "{}".contains($0) }) {
        if bracket > rest.startIndex { words.append(rest[..<bracket]) }
        words.append(rest[bracket...bracket])
        rest = rest[rest.index(after: bracket)...]
      }
      if !rest.isEmpty { words.append(rest) }
    }
    return words
  }
}
