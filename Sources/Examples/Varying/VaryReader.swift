internal import Text

/// Reads the marks `// vary:` of an example, and takes them out of its lines.
struct VaryReader {
  private(set) var lines: [SourceLine]
  private(set) var varied: [VariedValue] = []
  /// What is wrong, each with the bytes of the file that it is about.
  private(set) var mistakes: [Mistake] = []
  /// Where all marks stand in the file, those with mistakes among them.
  private(set) var marks: [Range<Int>] = []

  /// What is wrong with a mark.
  struct Mistake {
    var message: String
    var range: Range<Int>
    var cure: String?
  }

  /// Reads the lines of an example; those of one that is only quoted have no marks.
  init(_ lines: [SourceLine], isRead: Bool = true) {
    self.lines = lines
    guard isRead else { return }
    var scanner = CodeScanner()
    for number in lines.indices {
      let line = scanner.line(lines[number].text)
      if let comment = line.comment { read(comment, of: line, number) }
    }
    let runs = varied.reduce(1) { min($0 * $1.values.count, VariedValue.mostRuns + 1) }
    if mistakes.isEmpty, runs > VariedValue.mostRuns, let last = marks.last {
      mistakes.append(
        Mistake(
          message: "an example can have at most \(VariedValue.mostRuns) runs, but "
            + (varied.count == 1 ? "these are more values" : "these are more combinations of values"),
          range: last, cure: "write fewer values, or a larger step"))
    }
  }

  /// Reads the comment of a line, of which the end may be a mark: `// stands for work // vary: 1...9`.
  private mutating func read(_ comment: Int, of line: CodeScanner.Line, _ number: Int) {
    let bytes = Array(lines[number].text.utf8)
    let slash = UInt8(ascii: "/")
    for start in comment..<max(comment, bytes.count - 1) where bytes[start] == slash && bytes[start + 1] == slash {
      if start > comment, bytes[start - 1] == slash { continue }
      let text = String(decoding: bytes[(start + 2)...], as: UTF8.self)
      let words = text.drop { $0 == " " || $0 == "\t" }
      guard words.hasPrefix("vary") else { continue }
      let rest = words.dropFirst("vary".count)
      guard let first = rest.first, first == ":" || first == " " || first == "\t" else { continue }
      return read(String(rest), at: start, behind: line, number)
    }
  }

  /// Reads what stands behind the word of a mark, where it is one; the mark begins at a byte of the line.
  private mutating func read(_ rest: String, at comment: Int, behind line: CodeScanner.Line, _ number: Int) {
    let bytes = Array(lines[number].text.utf8)
    let parts = Self.split(rest, at: ":", most: 1)
    let range = lines[number].fileOffset(ofByte: comment)..<lines[number].fileOffset(ofByte: bytes.count)
    guard parts.count == 2 else {
      // An ordinary comment may begin with this word.
      guard rest.contains("...") || rest.contains(" step ") else { return }
      marks.append(range)
      let cure = "write `// vary:\(rest)`"
      return mistakes.append(Mistake(message: "`vary` needs a colon after it", range: range, cure: cure))
    }
    marks.append(range)
    let end = bytes[..<comment].reversed().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    let mark = lines[number].fileOffset(ofByte: end)..<range.upperBound
    let code = Array(bytes[..<end])
    defer {
      let start = lines[number].range.lowerBound
      lines[number].text = String(decoding: code, as: UTF8.self)
      lines[number].range = start..<mark.lowerBound
    }
    do throws(VaryValues.Problem) {
      let values = try VaryValues(parts[1])
      let literal = VaryLiteral(code, line.words, values, named: Self.trimmed(parts[0]))
      let (place, written) = try literal.found()
      varied.append(
        VariedValue(
          line: number, range: place, values: values.texts, written: written, isRange: values.isRange, mark: mark))
    } catch {
      mistakes.append(Mistake(message: error.message, range: range, cure: error.cure))
    }
  }

  /// Cuts a text at a character, but not within strings and brackets.
  static func split(_ text: String, at separator: Character, most: Int = .max) -> [String] {
    var parts = [""]
    var depth = 0
    var isString = false
    var isEscaped = false
    for character in text {
      if character == separator, depth == 0, !isString, parts.count <= most {
        parts.append("")
        continue
      }
      parts[parts.count - 1].append(character)
      if isString {
        if character == "\"", !isEscaped { isString = false }
        isEscaped = character == "\\" && !isEscaped
      } else if character == "\"" {
        isString = true
      } else if "([{".contains(character) {
        depth += 1
      } else if ")]}".contains(character) {
        depth -= 1
      }
    }
    return parts
  }

  /// A text without blanks at its ends.
  static func trimmed(_ text: String) -> String {
    var text = text[...]
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
