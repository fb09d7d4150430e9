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
      let start = String(line.unicodeScalars.drop(while: \.properties.isWhitespace))
      return start.hasPrefix("::") || start.hasPrefix("##[") ? mark + start : String(line)
    }.joined(separator: "\n")
  }

  /// A text without what would steer a terminal, or begin a line without a line feed.
  package static func withoutControls(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" }) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl && $0 != "\n" ? "\u{FFFD}" : $0 }))
  }
}
