/// A case of the command as one text: what is typed, then a section for each file that it starts with or has to leave.
///
///     loopbook verify
///     -- input/one.md --
///     # One
///     -- stdout --
///     1 example holds
///
/// The form is that of Go's txtar. A section ends where the next begins, so its text ends with its last line. What a
/// text file cannot show, or an editor could change, stands in a section that is marked as escaped: `-- input/one.md
/// (escaped) --`. There `\r` is a carriage return, `\x00` any byte, `\\` a backslash, and a backslash at the end of a
/// line says that the line has no end.
struct CaseFile: Equatable {
  /// What is wrong with the text of a case.
  struct Mistake: Error, Equatable, CustomStringConvertible {
    let line: Int
    let message: String
    var description: String { "line \(line): \(message)" }
  }

  /// The command, for sh.
  var command: [UInt8]
  /// The bytes of each section by its name.
  var sections: [String: [UInt8]]

  private static let escapedMark = " (escaped)"
  private static let newline = UInt8(ascii: "\n")

  /// Reads the text of a case.
  init(_ text: [UInt8]) throws(Mistake) {
    command = []
    sections = [:]
    var current: (name: String, isEscaped: Bool)?
    for (index, line) in text.split(separator: Self.newline, omittingEmptySubsequences: false).dropLast().enumerated() {
      if var name = Self.name(in: line) {
        let isEscaped = name.hasSuffix(Self.escapedMark)
        if isEscaped { name.removeLast(Self.escapedMark.count) }
        guard sections.updateValue([], forKey: name) == nil else {
          throw Mistake(line: index + 1, message: "'\(name)' stands twice in the case")
        }
        current = (name, isEscaped)
      } else if let (name, isEscaped) = current {
        guard let bytes = isEscaped ? CaseEscapes.bytes(of: line) : line + [Self.newline] else {
          throw Mistake(
            line: index + 1, message: "a backslash is followed by something other than \\, r, x00 or a line's end")
        }
        sections[name]?.append(contentsOf: bytes)
      } else {
        command += line + [Self.newline]
      }
    }
    guard text.last == Self.newline else { throw Mistake(line: 1, message: "the last line of the case has no end") }
  }

  /// The name in a line that begins a section.
  private static func name(in line: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: line, as: UTF8.self)
    guard text.utf8.count > 6, text.hasPrefix("-- "), text.hasSuffix(" --") else { return nil }
    return String(text.dropFirst(3).dropLast(3))
  }

  /// The text that reads as this case: input before expectations, and else by names.
  var text: [UInt8] {
    var text = command
    for name in sections.keys.sorted(by: { (Self.rank($0), $0) < (Self.rank($1), $1) }) {
      let bytes = sections[name] ?? []
      let isEscaped = Self.needsEscapes(bytes)
      text += Array("-- \(name)\(isEscaped ? Self.escapedMark : "") --\n".utf8)
      text += isEscaped ? CaseEscapes.text(of: bytes) : bytes
    }
    return text
  }

  private static func rank(_ name: String) -> Int {
    let order = ["input", "stdout", "stderr", "exit", "output", "removed"]
    return order.firstIndex { name == $0 || name.hasPrefix($0 + "/") } ?? order.count
  }

  private static func needsEscapes(_ bytes: [UInt8]) -> Bool {
    CaseEscapes.areNeeded(for: bytes) || bytes.split(separator: newline).contains { name(in: $0) != nil }
  }
}
