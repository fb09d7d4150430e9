internal import Markdown
internal import Text

/// Finds fences that were never closed: what follows them in the chapter became a part of their text.
enum UnclosedFence {
  /// What is wrong with an example's fence; `nil` where it ends as its author wants.
  ///
  /// An example that ends with its list item or quotation has less code than readers see: they also read what follows.
  ///
  /// A line that begins another fence can stand in no example that was meant so: the end of the other would end it. A
  /// recording may have such a line, which was printed, and other code may show one: there only the beginning of an
  /// example counts, which would be lost, and in a recording only after words that are the chapter's own.
  ///
  /// - Parameters:
  ///   - fence: The fence.
  ///   - file: The chapter's file.
  ///   - follower: The language of one that holds the input of an example, or a recording; `nil` for other fences.
  ///   - isExample: Whether it is an example.
  static func problem(
    _ fence: Fence, in file: SourceFile, follower: String? = nil, isExample: Bool = true
  ) -> Diagnostic? {
    let what = isExample ? "example" : follower.map { "`\($0)`" } ?? "fence"
    let inner = fence.lines.firstIndex { line in
      isOpening(line.text, as: fence)
        && (isExample || line.text.drop { $0 == " " || $0 == "`" || $0 == "~" }.prefix { $0.isLetter } == "swift")
    }
    let (end, hasProse) = lastLineOfCode(fence.lines.prefix(inner ?? fence.lines.count))
    let mark = String(repeating: Character(Unicode.Scalar(fence.character)), count: fence.length)
    if inner == nil, isExample, isCutShort(fence, in: file) {
      return Diagnostic(
        id: "unclosed-fence", "this example ends where its list item, quotation or footnote does: no fence closes it",
        at: file.place(fence.opening), cure: cureOfContainer(fence, mark, in: file))
    }
    // The end of a file ends a fence as well.
    guard inner != nil && (follower == nil || hasProse) || fence.closing == nil && hasProse else { return nil }
    let after = file.writtenLine(at: end.map { fence.lines[$0].range.lowerBound } ?? fence.opening.lowerBound)
    return Diagnostic(
      id: "unclosed-fence",
      inner == nil
        ? "this \(what) never ends: there is no closing fence after it"
        : "this \(what) does not end before the next \(isExample ? "fence" : "example") begins",
      at: file.place(fence.opening),
      notes: inner.map {
        [Diagnostic.Note("the next \(isExample ? "fence" : "example") is here", at: file.place(fence.lines[$0].range))]
      } ?? [],
      cure: "write \(mark) on a line of its own after line \(after)"
        + (isExample || inner == nil
          ? "" : "; if the fence should contain all of this, begin and end it with \(mark)\(mark.prefix(1))"))
  }

  /// Whether what a fence stands in ends before anything closes it, and the text goes on.
  private static func isCutShort(_ fence: Fence, in file: SourceFile) -> Bool {
    fence.closing == nil && !file.bytes[fence.fullLines.upperBound...].allSatisfy { $0 <= UInt8(ascii: " ") }
  }

  /// How all lines of a fence come to stand in what it stands in.
  private static func cureOfContainer(_ fence: Fence, _ mark: String, in file: SourceFile) -> String {
    let place = file.place(fence.opening)
    if place.path.hasSuffix(".swift"), place.lineText.drop(while: { $0 == " " || $0 == "\t" }).first == "*" {
      return "write the comment with `///`: the marks of its lines are taken for those of a list"
    }
    let prefix = String(decoding: fence.linePrefix, as: UTF8.self)
    let beginning =
      prefix.contains(">")
      ? "begin each of its lines with `\(prefix)`"
      : "indent each of its lines by \(prefix.count) column\(prefix.count == 1 ? "" : "s")"
    return "\(beginning), and close it with \(mark) in a line that begins the same way"
  }

  /// Whether a line would begin a fence, if it did not stand in one like it.
  private static func isOpening(_ line: String, as fence: Fence) -> Bool {
    let text = line.utf8.drop { $0 == UInt8(ascii: " ") }
    guard line.utf8.count - text.count < 4 else { return false }
    let marks = text.prefix { $0 == fence.character }.count
    guard marks >= fence.length else { return false }
    let info = text.dropFirst(marks).drop { $0 == UInt8(ascii: " ") }
    guard let first = info.first else { return false }
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
    return isLetter && !info.contains(UInt8(ascii: "`"))
  }

  /// The last line before the chapter's own text goes on, and whether that does.
  private static func lastLineOfCode(_ lines: ArraySlice<Fence.Line>) -> (line: Int?, hasProse: Bool) {
    var end: Int?
    var follows = false
    for (number, line) in lines.enumerated() {
      let isBlank = line.text.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if follows, isProse(line.text) { return (end, true) }
      if !isBlank { end = number }
      follows = isBlank
    }
    return (end, false)
  }

  /// Whether the first line of a paragraph is one of a text: a heading, an item, or words with no bracket or sign.
  private static func isProse(_ line: String) -> Bool {
    if line.hasPrefix("# ") || line.hasPrefix("## ") || line.hasPrefix("### ") || line.hasPrefix("- ") { return true }
    guard let first = line.unicodeScalars.first, first.properties.isUppercase else { return false }
    let words = line.split(separator: " ")
    let isSentence = words.count > 2 || words.count == 2 && line.last.map { ".:?!".contains($0) } == true
    return isSentence && !line.contains { "=(){}".contains($0) }
  }
}
