/// What the compiler says about a program, in the program's own lines and columns.
package struct CompilerMessage: Hashable, Sendable {
  package enum Severity: String, Sendable {
    case error, warning, note, remark
  }

  /// The file of what the linker finds out.
  package static let linker = "<linker>"

  package var severity: Severity
  /// The file, as the compiler calls it.
  package var file: String
  /// Counted from 1; 0 where the compiler names no line.
  package var line: Int
  /// In bytes of UTF-8, counted from 1.
  package var column: Int
  package var text: String
  /// How many columns are marked.
  package var length = 1
  /// What the compiler would put there.
  package var fixIt: String?
  /// What it adds to explain an error.
  package var notes: [CompilerMessage] = []

  /// Whether it is a warning about the lines that are added to each program in a shared module.
  ///
  /// A program that has such a directive itself is compiled alone.
  var isOfSharing: Bool { text.hasPrefix("'#sourceLocation' directive produces '#fileID' string of") }

  /// Reads what the compiler prints in its LLVM style: a line for each message, then the source line, a line with
  /// marks, and perhaps one with a replacement.
  package static func parse(_ text: String) -> [CompilerMessage] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var messages: [CompilerMessage] = []
    var index = 0
    while index < lines.count {
      guard var message = CompilerMessage(lines[index]) else {
        index += 1
        continue
      }
      index += 1
      // The source line, which could look like a message itself, and the marks under it.
      if message.line > 0, index + 1 < lines.count, let marks = Marks(lines[index + 1]) {
        message.length = marks.length
        index += 2
        if index < lines.count, lines[index].first == " ", CompilerMessage(lines[index]) == nil {
          message.fixIt = String(lines[index].drop { $0 == " " })
          index += 1
        } else if index < lines.count, marks.column == 1, !lines[index].isEmpty, CompilerMessage(lines[index]) == nil {
          message.fixIt = String(lines[index])
          index += 1
        }
      }
      if message.severity == .note, let last = messages.indices.last {
        messages[last].notes.append(message)
      } else {
        messages.append(message)
      }
    }
    return messages
  }

  private init?(_ line: Substring) {
    for severity in [Severity.error, .warning, .note, .remark] {
      guard let found = line.firstRange(of: ": \(severity.rawValue): ") else { continue }
      let place = line[..<found.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
      let text = String(line[found.upperBound...])
      if place.count >= 3, let line = Int(place[place.count - 2]), let column = Int(place[place.count - 1]) {
        let file = place.dropLast(2).joined(separator: ":")
        // A source line without marks under it, as those with wide characters are, may quote a message.
        if file.contains("\"") { continue }
        self.init(severity: severity, file: file, line: line, column: column, text: text)
        return
      }
      if place.first == "<unknown>" {
        self.init(severity: severity, file: "<unknown>", line: 0, column: 0, text: text)
        return
      }
    }
    return nil
  }

  package init(severity: Severity, file: String, line: Int, column: Int, text: String) {
    self.severity = severity
    self.file = file
    self.line = line
    self.column = column
    self.text = text
  }

  /// The line under a source line: blanks, tildes and one caret.
  private struct Marks {
    var column: Int
    var length: Int

    init?(_ line: Substring) {
      guard line.contains("^"), line.allSatisfy({ " ~^\t".contains($0) }) else { return nil }
      let start = line.firstIndex { $0 == "~" || $0 == "^" } ?? line.startIndex
      column = line.distance(from: line.startIndex, to: start) + 1
      // Only what is marked from the caret on belongs to the message's own place.
      let caret = line.firstIndex(of: "^") ?? start
      length = line[caret...].prefix { $0 == "~" || $0 == "^" }.count
    }
  }
}

extension Substring {
  /// Where the words stand for the first time.
  fileprivate func firstRange(of words: String) -> Range<Index>? {
    var start = startIndex
    while let colon = self[start...].firstIndex(of: ":") {
      if self[colon...].hasPrefix(words) { return colon..<index(colon, offsetBy: words.count) }
      start = index(after: colon)
    }
    return nil
  }
}
