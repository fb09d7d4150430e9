/// What is expected of a text, usually of a trace in its text form, as an author writes it.
///
/// A line that is `...`, alone or between spaces, matches any number of lines, also none. `...` inside a line matches
/// any text, also none. Blanks at the end of a line do not count. Every text is a pattern.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// let pattern = TracePattern(trace: "+1s  main  timer  \"tick\"\n...")
/// print(pattern.matches("+1.000s  main    timer          \"tick\"\n+1.000s  main    print          tick\n"))
/// print(pattern.matches("+2.000s  main    timer          \"tick\"\n"))
/// print(TracePattern("one\n...\nlast ...").matches("one\ntwo\nthree\nlast of all\n"))
/// ```
///
/// ```output
/// true
/// false
/// true
/// ```
///
/// Made as the pattern of a trace, its lines are compared column by column: how wide the columns are does not count,
/// times go by their value, and what is not a line of a trace is told.
public struct TracePattern: Sendable, Hashable, CustomStringConvertible {
  /// The lines as they are compared with a text that has columns as wide as they.
  private let lines: LinePattern
  /// For a trace: its lines' columns.
  private let columns: [TraceColumns]?

  /// What is not a line of a trace, in the order of the text; empty for a pattern of other text.
  public let mistakes: [TracePatternMistake]

  /// The pattern's lines as they were written, without spaces at their ends.
  public let description: String

  /// The pattern that `text` is.
  public init(_ text: String) {
    let texts = Self.lines(of: text)
    description = Self.description(texts)
    lines = LinePattern(texts.map { Self.isAny($0) ? .any : .pieces(Self.pieces(of: $0)) })
    columns = nil
    mistakes = []
  }

  /// The pattern of a trace in its text form, `TraceText`.
  ///
  /// A line that cannot be part of a trace is among the mistakes.
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

  /// Whether a trace is compared column by column.
  var isTrace: Bool { columns != nil }

  /// Whether all of `text` is as expected.
  ///
  /// - Complexity: Proportional to the size of the pattern times the size of the text, at most.
  public func matches(_ text: String) -> Bool {
    let (pattern, lines) = comparable(text)
    return pattern.matches(lines)
  }

  // MARK: Comparison

  /// The lines of a text in the form in which they are compared, and this pattern's lines to compare them with.
  ///
  /// How deep a line is indented shows only beside the width of the column of threads, which the pattern may have from
  /// a longer trace: where several are possible, that which fits is taken, or that with which the fewest lines differ.
  package func comparable(_ text: String) -> (pattern: LinePattern, text: [[UInt8]]) {
    let texts = Self.lines(of: text)
    guard let columns else { return (lines, texts) }
    let came = texts.map { TraceColumns($0) }
    let width = TraceColumns.threadWidth(came)
    let lines = zip(texts, came).map { Self.bothForms($0, $1, width: width) }
    let written = Self.lines(of: description + "\n")
    let patterns = TraceColumns.possibleWidths(columns, came).map { Self.traceLines(written, columns, width: $0) }
    if let pattern = patterns.first(where: { $0.matches(lines) }) { return (pattern, lines) }
    guard patterns.count > 1 else { return (patterns.first ?? self.lines, lines) }
    let differing = patterns.map { pattern in
      Alignment(pattern, lines).align().count { step in
        switch step {
        case .expected, .came: true
        case .same, .any: false
        }
      }
    }
    let best = differing.indices.min { differing[$0] < differing[$1] } ?? 0
    return (patterns[best], lines)
  }

  /// A line of a trace that came, for comparison: its columns in their one form, a line feed, and the loose form.
  ///
  /// The line feed is the only one, so what an expected line has before or after it is compared with that form alone.
  private static func bothForms(_ text: [UInt8], _ columns: TraceColumns, width: Int) -> [UInt8] {
    (columns.bytes(threadWidth: width) ?? text) + [lineFeed] + TraceColumns.loose(text)
  }

  /// What is expected of `bothForms`: of the first where a line tells all columns, else of the second.
  private static func traceLines(_ texts: [[UInt8]], _ columns: [TraceColumns], width: Int) -> LinePattern {
    LinePattern(
      zip(texts, columns).map { text, columns in
        if isAny(text) { return .any }
        if let bytes = columns.bytes(threadWidth: width) { return .pieces(pieces(of: bytes + [lineFeed]) + [[]]) }
        return .pieces([[]] + pieces(of: [lineFeed] + TraceColumns.loose(text)))
      })
  }

  private static let lineFeed = UInt8(ascii: "\n")

  // MARK: Reading

  private static func description(_ lines: [[UInt8]]) -> String {
    lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  private static func isAny(_ line: [UInt8]) -> Bool {
    line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.elementsEqual(LinePattern.dots)
  }

  /// What stands before, between and after the `...` of a line.
  private static func pieces(of text: [UInt8]) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var start = 0
    var index = 0
    while index < text.count {
      if text[index...].starts(with: LinePattern.dots) {
        pieces.append(Array(text[start..<index]))
        index += LinePattern.dots.count
        start = index
      } else {
        index += 1
      }
    }
    return pieces + [Array(text[start...])]
  }

  /// The lines of a text without spaces at their ends; the end of the last line begins no other.
  package static func lines(of text: String) -> [[UInt8]] {
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
