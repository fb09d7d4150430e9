package import LoopTracing

/// What a recording expects, as it is written between its fences.
///
/// A line that is `...`, alone or between blanks, stands for any number of lines, also none; `...` inside a line for
/// any text, also none. Everything else is expected as it stands, byte for byte, blanks at line ends included.
///
/// Traces are compared column by column, as `TracePattern` does: how wide the columns are does not count there, nor do
/// blanks at line ends, and nothing is escaped. What is printed, and messages, can be anything, so what cannot be seen
/// or would mean something else is escaped:
///
///     \...       three dots that are meant
///     \u{1B}     the scalar with this number: control characters but tabs, marks of direction, what has no width
///     \x{FF}     a byte that is not UTF-8
///     \u{20}     a blank at the end of a line, which editors like to remove; a tab there is \u{9}
///     \u{5C}     a backslash that would begin one of these
///     \          at the very end: the last line is not ended by a line feed; a `...` before it, in place of this,
///                forgives
///
/// Any other backslash is itself. A message's last line is always taken as ended.
package struct RecordedText: Sendable, Hashable {
  /// What kind of recording it is.
  package let kind: RecordingKind

  /// The lines as they were written.
  package let written: [String]

  /// What they expect.
  private let expectation: Expectation

  private enum Expectation: Hashable {
    case lines(LinePattern)
    case trace(TracePattern)
  }

  /// Reads the lines of a recording.
  package init(_ lines: [String], as kind: RecordingKind) {
    self.kind = kind
    written = lines
    switch kind {
    case .trace: expectation = .trace(TracePattern(trace: lines.map { $0 + "\n" }.joined()))
    case .error: expectation = .lines(LinePattern(lines.map { RecordedLine.pattern(of: $0, isLast: false) }))
    case .output:
      expectation = .lines(
        LinePattern(lines.enumerated().map { RecordedLine.pattern(of: $1, isLast: $0 == lines.count - 1) }))
    }
  }

  /// Whether there is nothing between the fences.
  package var isEmpty: Bool { written.isEmpty }

  /// Whether all of `text` is as expected.
  package func matches(_ text: [UInt8]) -> Bool {
    let (pattern, lines) = comparable(text)
    return pattern.matches(lines)
  }

  /// What a line of an output or a message has that does not show and is to be written as an escape, and the byte at
  /// which that begins; nil where all of it shows.
  package static func unseen(in line: String) -> (scalar: Unicode.Scalar, offset: Int)? {
    RecordedLine.unseen(in: line)
  }

  /// For a trace, what is not a line of one.
  package var mistakes: [TracePatternMistake] {
    switch expectation {
    case .lines: []
    case .trace(let pattern): pattern.mistakes
    }
  }

  /// Its lines, and as many as `lines(of:as:)` gives of what came, in the form in which the two are compared.
  package func comparable(_ text: [UInt8]) -> (pattern: LinePattern, text: [[UInt8]]) {
    switch expectation {
    case .lines(let pattern): (pattern, Self.lines(of: text, as: kind))
    case .trace(let pattern): pattern.comparable(String(decoding: text, as: UTF8.self))
    }
  }

  /// The sentence about the first line in which a trace differs; nil for what is none, and when it does not.
  package func traceSentence(_ text: [UInt8]) -> String? {
    guard case .trace(let pattern) = expectation else { return nil }
    return TraceDifference(expected: pattern, actual: String(decoding: text, as: UTF8.self))?.sentence
  }

  /// The lines of what came, as they are recorded but for what is escaped.
  ///
  /// A last line of an output that no line feed ends has one at its end here: a place where no other line has it.
  package static func lines(of text: [UInt8], as kind: RecordingKind) -> [[UInt8]] {
    if kind == .trace { return TracePattern.lines(of: String(decoding: text, as: UTF8.self)) }
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    if lines.last?.isEmpty == true {
      lines.removeLast()
    } else if kind == .output, !lines.isEmpty {
      lines[lines.count - 1].append(UInt8(ascii: "\n"))
    }
    return lines
  }

  /// How `text` is recorded: lines that match it and nothing else.
  package static func written(_ text: [UInt8], as kind: RecordingKind) -> [String] {
    let lines = lines(of: text, as: kind)
    return lines.enumerated().map { written($1, as: kind, isLast: $0 == lines.count - 1) }
  }

  /// Recorded lines of an output or a message as readers see them: what came, not how it is recorded.
  package static func shown(_ lines: [String], as kind: RecordingKind) -> [[UInt8]] {
    lines.enumerated().map { RecordedLine.shown($1, isLast: kind == .output && $0 == lines.count - 1) }
  }

  /// How one of the lines that `lines(of:as:)` gives is recorded.
  package static func written(_ line: [UInt8], as kind: RecordingKind, isLast: Bool) -> String {
    switch kind {
    case .trace: String(decoding: line, as: UTF8.self)
    case .error: RecordedLine.written(line, isLast: false)
    case .output: RecordedLine.written(line, isLast: isLast)
    }
  }
}
