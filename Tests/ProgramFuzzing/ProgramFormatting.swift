internal import DifferentialModel

/// Writes a program's lines in an unusual way that means the same, or nearly.
struct ProgramFormatting {
  var random: RandomSource

  init(_ random: RandomSource) { self.random = random }

  mutating func formatted(_ text: String) -> String {
    var text = text
    for _ in 0..<(1 + random.below(2)) {
      switch random.below(11) {
      case 0: text = text.replacing("\n", with: "\r\n")
      case 1: text = joined(text)
      case 2: text = "// Zeile mit Ümlauten, 漢字 und 👩‍👩‍👧\n" + text
      case 3:
        text = interspersed(text, ["", "", "/* a comment */", "// and \"another\"", "/// one that documents", "\t"])
      case 4: while text.hasSuffix("\n") { text.removeLast() }
      case 5: text = "\n\n\n" + text + "\n\n// the end"
      case 6: text = "#!/usr/bin/env swift\n" + text
      case 7: text = "#if true\n\(text)#endif\n"
      case 8: text = "\u{FEFF}" + text
      case 9:
        text = interspersed(text, [";", "#if os(Linux)\n#endif", "#sourceLocation(file: \"other.swift\", line: 50)"])
      default: text = text.replacing("  ", with: "\t")
      }
    }
    return text
  }

  /// Some lines at top level go on one line with the next.
  private mutating func joined(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var result = ""
    for (line, next) in zip(lines, lines.dropFirst() + [""]) {
      let isWhole = !line.isEmpty && !line.hasSuffix("{") && !line.contains("//") && !line.hasPrefix("#")
      let goesOn = isWhole && next.first.map { $0.isLetter } ?? false && random.chance(40)
      result += line + (goesOn ? random.pick(["; ", ";", " ; "]) : "\n")
    }
    return result
  }

  private mutating func interspersed(_ text: String, _ choices: [String]) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      random.chance(25) ? "\(random.pick(choices))\n\(line)" : String(line)
    }.joined(separator: "\n")
  }
}
