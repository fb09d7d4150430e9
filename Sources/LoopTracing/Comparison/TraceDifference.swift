/// How a text differs from what was expected of it.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// let expected = TracePattern("entry\ntimer\n...\nexit")
/// if let difference = TraceDifference(expected: expected, actual: "entry\nsource\nblock\nexit\n") {
///   print(difference.sentence)
///   print(difference)
/// }
/// ```
///
/// ```output
/// expected `timer`, but it did not come
///   entry
/// - timer
///   \...
///   exit
/// ```
public struct TraceDifference: Sendable, Hashable, CustomStringConvertible {
  /// What became of one line.
  ///
  /// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
  /// let difference = TraceDifference(expected: TracePattern("one\ntwo"), actual: "one\nthree\n")
  /// for line in difference?.lines ?? [] {
  ///   switch line.mark {
  ///   case .same: print("as expected:", line.text)
  ///   case .expected: print("did not come:", line.text)
  ///   case .came: print("was not expected:", line.text)
  ///   }
  /// }
  /// ```
  ///
  /// ```output
  /// as expected: one
  /// did not come: two
  /// was not expected: three
  /// ```
  public enum Mark: String, Sendable {
    /// It came as expected.
    case same = " "
    /// It was expected and did not come.
    case expected = "-"
    /// It came and was not expected.
    case came = "+"
  }

  /// One line of the two texts.
  ///
  /// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
  /// let pattern = TracePattern("one\n...\nthree\nfour")
  /// let difference = TraceDifference(expected: pattern, actual: "one\ntwo\nthree\nfive\n")
  /// for line in difference?.lines ?? [] { print(line.mark, line.text) }
  /// ```
  ///
  /// ```output
  /// same one
  /// same \...
  /// same three
  /// expected four
  /// came five
  /// ```
  public struct Line: Sendable, Hashable {
    /// What became of it.
    public var mark: Mark
    /// The line that came; that of the pattern where none did, and for a `...` in place of all that it matched.
    public var text: String
  }

  /// Both texts, aligned so that as many lines as possible are the same.
  public let lines: [Line]

  /// One sentence about the first line that differs.
  public let sentence: String

  /// The lines with their marks in front.
  public var description: String {
    lines.map { $0.text.isEmpty ? $0.mark.rawValue : "\($0.mark.rawValue) \($0.text)" }.joined(separator: "\n")
  }

  /// How `actual` differs from `expected`; nil when it matches.
  ///
  /// - Complexity: Time and memory in proportion to the product of the numbers of lines between the first and the last
  ///   that differ, up to 16 million; beyond that, all those lines are told as different.
  public init?(expected: TracePattern, actual: String) {
    let (pattern, text) = expected.comparable(actual)
    if pattern.matches(text) { return nil }
    let came = TracePattern.lines(of: actual)
    let written = TracePattern.lines(of: expected.description + "\n")
    let table = Alignment(pattern, text)
    lines = table.align().map { step in
      switch step {
      case .same(_, let line): Line(mark: .same, text: String(decoding: came[line], as: UTF8.self))
      case .any(let line): Line(mark: .same, text: String(decoding: written[line], as: UTF8.self))
      case .expected(let line): Line(mark: .expected, text: String(decoding: written[line], as: UTF8.self))
      case .came(let line): Line(mark: .came, text: String(decoding: came[line], as: UTF8.self))
      }
    }
    sentence = Self.sentence(lines, isTrace: expected.isTrace)
  }

  private static func sentence(_ lines: [Line], isTrace: Bool) -> String {
    let rest = lines.drop { $0.mark == .same }
    let hunk = rest.prefix { $0.mark != .same }
    let expected = hunk.first { $0.mark == .expected }.map { Words($0.text) }
    let came = hunk.first { $0.mark == .came }.map { Words($0.text) }
    switch (expected, came) {
    case (let expected?, let came?):
      if expected.event != came.event {
        let place = came.thread == expected.thread ? "" : came.place
        return "expected \(expected.name)\(expected.place), but \(came.name)\(place) came"
      }
      if expected.thread != came.thread {
        return "expected \(expected.name)\(expected.place), but it came\(came.place)"
      }
      let (one, other) = (expected.time ?? "", came.time ?? "")
      let isSameTime = isTrace && TraceColumns.time(Array(one.utf8)) == TraceColumns.time(Array(other.utf8))
      if one != other, !isSameTime, let wanted = expected.time, let time = came.time {
        return "expected \(expected.name)\(expected.place) at \(wanted), but it came at \(time)"
      }
      let how =
        if !expected.isSpelled(as: came) {
          "with different scalars, which look alike"
        } else if !isTrace || expected.detail != came.detail {
          "with different spaces"
        } else {
          "at another depth of runs"
        }
      return "expected \(expected.name)\(expected.place), but it came \(how)"
    case (let expected?, nil):
      let ended = rest.count == hunk.count
      return "expected \(expected.name)\(expected.place), but \(ended ? "nothing more came" : "it did not come")"
    case (nil, let came?): return "\(came.name)\(came.place) came, but was not expected"
    // Not reached: texts without a line that differs match.
    case (nil, nil): return "the texts differ"
    }
  }

  /// The columns of a line of a trace; of any other line, all of it is the event.
  private struct Words {
    var time: String?
    var thread: String?
    var event: String
    /// What follows the event, with its blanks as they are.
    var detail: [UInt8] = []
    var name: String { event.isEmpty ? "an empty line" : "`\(event)`" }
    var place: String { thread.map { " on \($0)" } ?? "" }

    /// Whether its thread and its event are spelled as those of another, which strings that are equal need not be.
    func isSpelled(as other: Words) -> Bool {
      event.utf8.elementsEqual(other.event.utf8) && (thread ?? "").utf8.elementsEqual((other.thread ?? "").utf8)
    }

    init(_ text: String) {
      var columns: [[UInt8]] = [[]]
      var blanks = 0
      for byte in text.utf8 {
        if byte == UInt8(ascii: " ") {
          blanks += 1
          continue
        }
        if blanks > 1 {
          columns.append([])
        } else if blanks == 1 {
          columns[columns.count - 1].append(UInt8(ascii: " "))
        }
        blanks = 0
        columns[columns.count - 1].append(byte)
      }
      let words = columns.map { String(decoding: $0, as: UTF8.self) }
      if words.count > 2, let first = words[0].utf8.first, "+-~.".utf8.contains(first) {
        (time, thread) = (words[0], words[1])
        event = words[2...].joined(separator: " ")
        let parts = TraceColumns(Array(text.utf8)).columns
        if parts.count > 3 { detail = parts[3].bytes }
      } else {
        event = words.filter { !$0.isEmpty }.joined(separator: " ")
      }
    }
  }
}
