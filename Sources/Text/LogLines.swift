/// Keeps what an example or a compiler says from passing for lines that this program writes into a log.
package enum LogLines {
  /// What stands before a line that goes on with the text of the line above it.
  private static let mark = " | "

  /// A text of which only the first line begins where the line of a log does.
  package static func continued(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + mark)
  }

  /// A text with a mark before each line that GitHub's runner would take for a command: it skips blanks before `::`.
  package static func withoutCommands(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: ":")) || text.utf8.contains(UInt8(ascii: "#")) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = String(String.UnicodeScalarView(line.unicodeScalars.drop(while: isBlank)))
      return start.hasPrefix("::") || start.hasPrefix("##[") ? mark + start : String(line)
    }.joined(separator: "\n")
  }

  /// Whether Unicode calls it a space; pages, which have these sources, too, have no table of that.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// A text without what would steer a terminal, or begin a line without a line feed.
  package static func withoutControls(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" }) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl && $0 != "\n" ? "\u{FFFD}" : $0 }))
  }
}
