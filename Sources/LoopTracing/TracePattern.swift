/// Text that a trace or an output is expected to be, in which `...` stands for what does not matter.
///
/// A line that is `...`, alone or between blanks, matches any number of lines, also none. `...` inside a line matches
/// any text, also none. Blanks at the end of a line do not count. Every text is a pattern.
///
/// Made as the pattern of a trace, its lines are compared column by column: how wide the columns are does not count, times go
/// by their value, and what is no line of a trace is told.
public struct TracePattern: Sendable, Hashable, CustomStringConvertible {
  /// One line of it.
  enum Line: Sendable, Hashable {
    /// Any number of lines.
    case any
    /// What stands before, between and after the line's `...`; one piece when it has none.
    case pieces([[UInt8]])
    /// The same of a line of a trace that does not tell all columns: blanks in a row count as one.
    case loose([[UInt8]])

    func matches(_ line: TextLine) -> Bool {
      switch self {
      case .any: true
      case .pieces(let pieces): Self.match(pieces, line.bytes)
      case .loose(let pieces): Self.match(pieces, line.loose)
      }
    }

    private static func match(_ pieces: [[UInt8]], _ line: [UInt8]) -> Bool {
      // The parser makes at least one piece of each line.
      guard pieces.count > 1, let first = pieces.first, let last = pieces.last else { return pieces.first == line }
      guard line.count >= first.count + last.count, line.starts(with: first) else { return false }
      guard line[(line.count - last.count)...].elementsEqual(last) else { return false }
      // The leftmost place of each piece leaves the most to those after it.
      var rest = line[first.count..<(line.count - last.count)]
      for piece in pieces[1..<(pieces.count - 1)] {
        guard let end = Self.end(of: piece, in: rest) else { return false }
        rest = rest[end...]
      }
      return true
    }

    /// Where the first `piece` of `text` ends.
    private static func end(of piece: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
      guard text.count >= piece.count else { return nil }
      return (text.startIndex...(text.endIndex - piece.count)).first { start in
        text[start..<(start + piece.count)].elementsEqual(piece)
      }.map { $0 + piece.count }
    }
  }

  /// A line that is compared with those of a pattern.
  struct TextLine: Sendable {
    /// The line; of a trace, its columns in their one form.
    var bytes: [UInt8]
    /// The line with one blank for all in a row; for traces only.
    var loose: [UInt8] = []
  }

  let lines: [Line]
  /// For a trace: its lines' columns.
  private let columns: [TraceColumns]?

  /// What is no line of a trace, in the order of the text; empty for a pattern of other text.
  public let mistakes: [TracePatternMistake]

  /// The pattern's lines as they were written, without blanks at their ends.
  public let description: String

  /// The pattern that `text` is.
  public init(_ text: String) {
    let texts = Self.lines(of: text)
    description = Self.description(texts)
    lines = texts.map { Self.isAny($0) ? .any : .pieces(Self.pieces($0)) }
    columns = nil
    mistakes = []
  }

  /// The pattern of a trace in its text form, `TraceText`.
  ///
  /// A line that is none of a trace is among the mistakes.
  public init(trace text: String) {
    let texts = Self.lines(of: text)
    description = Self.description(texts)
    let columns = texts.map { TraceColumns($0) }
    self.columns = columns
    mistakes = texts.indices.flatMap { index in
      Self.isAny(texts[index]) ? [] : TracePatternMistake.all(in: columns[index], of: texts[index], line: index + 1)
    }
    lines = Self.traceLines(texts, columns, width: TraceColumns.threadWidth(columns))
  }

  private static func traceLines(_ texts: [[UInt8]], _ columns: [TraceColumns], width: Int) -> [Line] {
    zip(texts, columns).map { text, columns in
      if isAny(text) { return .any }
      if let bytes = columns.bytes(threadWidth: width) { return .pieces(pieces(bytes)) }
      return .loose(pieces(TraceColumns.loose(text)))
    }
  }

  /// Whether a trace is compared column by column.
  var isTrace: Bool { columns != nil }

  /// The lines of a text in the form in which they are compared, and this pattern's lines to compare them with.
  ///
  /// How deep a line is indented shows only beside the width of the column of threads, which the pattern may have from a longer
  /// trace: where several are possible, that which fits is taken.
  func comparable(_ text: String) -> (pattern: [Line], text: [TextLine]) {
    let texts = Self.lines(of: text)
    guard let columns else { return (lines, texts.map { TextLine(bytes: $0) }) }
    let came = texts.map { TraceColumns($0) }
    let width = TraceColumns.threadWidth(came)
    let lines = zip(texts, came).map { text, columns in
      TextLine(bytes: columns.bytes(threadWidth: width) ?? text, loose: TraceColumns.loose(text))
    }
    let written = Self.lines(of: description + "\n")
    var first: [Line]?
    for width in TraceColumns.possibleWidths(columns, came) {
      let pattern = Self.traceLines(written, columns, width: width)
      if Self.matches(pattern, lines) { return (pattern, lines) }
      first = first ?? pattern
    }
    return (first ?? self.lines, lines)
  }

  private static func description(_ lines: [[UInt8]]) -> String {
    lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  static func isAny(_ line: [UInt8]) -> Bool {
    line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.elementsEqual(dots)
  }

  private static let dots = Array("...".utf8)

  private static func pieces(_ text: [UInt8]) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var start = 0
    var index = 0
    while index < text.count {
      if text[index...].starts(with: dots) {
        pieces.append(Array(text[start..<index]))
        index += dots.count
        start = index
      } else {
        index += 1
      }
    }
    return pieces + [Array(text[start...])]
  }

  /// Whether all of `text` is as expected.
  ///
  /// Takes time in proportion to the size of the pattern times the size of the text, at most.
  public func matches(_ text: String) -> Bool {
    let (pattern, lines) = comparable(text)
    return Self.matches(pattern, lines)
  }

  static func matches(_ lines: [Line], _ actual: [TextLine]) -> Bool {
    var pattern = 0
    var line = 0
    // Where to go on when what follows the last `...` does not match: it takes one line more.
    var again: (pattern: Int, line: Int)?
    while line < actual.count {
      if pattern < lines.count, lines[pattern] == .any {
        pattern += 1
        again = (pattern, line)
      } else if pattern < lines.count, lines[pattern].matches(actual[line]) {
        pattern += 1
        line += 1
      } else if let last = again {
        again = (last.pattern, last.line + 1)
        (pattern, line) = (last.pattern, last.line + 1)
      } else {
        return false
      }
    }
    return lines[pattern...].allSatisfy { $0 == .any }
  }

  /// The lines of a text without blanks at their ends; the end of the last line begins no other.
  static func lines(of text: String) -> [[UInt8]] {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      var line = Array(line)
      while let last = line.last, [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains(last) {
        line.removeLast()
      }
      return line
    }
    if lines.last == [] { lines.removeLast() }
    return lines
  }
}
