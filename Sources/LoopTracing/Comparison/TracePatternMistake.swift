/// A line or word of a pattern that no trace can have.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// let pattern = TracePattern(trace: "+1s  main  tmier  \"tick\"\n1.5s  main  exit  finished")
/// for mistake in pattern.mistakes { print(mistake) }
/// ```
///
/// ```output
/// 1:12: traces have no event 'tmier'
/// 2:1: '1.5s' is not a time; it is written as in '+0.250s', or '~' with the real clock
/// ```
///
/// A pattern with mistakes can be used all the same; but no trace fits the lines that have them.
public struct TracePatternMistake: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line of the pattern, from 1.
  public let line: Int
  /// Where in the line it begins, in bytes from 1.
  public let column: Int
  /// What is wrong.
  public let word: String
  /// What it could be; empty where that is not a matter of words.
  public let validWords: [String]
  /// A sentence.
  public let message: String

  /// "2:7: traces have no event 'tmier'".
  public var description: String { "\(line):\(column): \(message)" }

  /// The words that name an event.
  public static let events = [
    "entry", "beforeTimers", "beforeSources", "beforeWaiting", "afterWaiting", "exit", "run", "timer", "source",
    "descriptor", "port", "block", "mainQueue", "observer", "calloutEnded", "print", "printerr", "signal", "wakeUp",
    "stop", "snapshot", "threadBegan", "threadEnded", "blockQueued", "itemAdded", "itemRemoved", "itemInvalidated",
    "modeCreated", "commonModeAdded", "loopMade", "loopEnded",
  ]

  /// The mistakes of a line that is not `...` alone.
  static func all(in columns: TraceColumns, of text: [UInt8], line: Int) -> [TracePatternMistake] {
    func hasDots(_ bytes: [UInt8]) -> Bool {
      bytes.indices.contains { bytes[$0...].starts(with: LinePattern.dots) }
    }
    guard columns.isWhole else {
      if hasDots(text) { return [] }
      let begin = columns.columns.first?.begin ?? 0
      return [
        TracePatternMistake(
          line: line, column: begin + 1, word: String(decoding: text[begin...], as: UTF8.self), validWords: [],
          message: "a line of a trace has a time, a thread and an event, with two spaces or more between them")
      ]
    }
    var mistakes: [TracePatternMistake] = []
    let (time, event) = (columns.columns[0], columns.columns[2])
    if !hasDots(time.bytes), TraceColumns.time(time.bytes) == nil {
      let word = String(decoding: time.bytes, as: UTF8.self)
      let repaired = Array("+\(word.hasSuffix("s") ? word : word + "s")".utf8)
      mistakes.append(
        TracePatternMistake(
          line: line, column: time.begin + 1, word: word,
          validWords: TraceColumns.time(repaired) == nil ? [] : [String(decoding: repaired, as: UTF8.self)],
          message: "'\(word)' is not a time; it is written as in '+0.250s', or '~' with the real clock"))
    }
    let word = String(decoding: event.bytes, as: UTF8.self)
    if !hasDots(event.bytes), !events.contains(word) {
      mistakes.append(
        TracePatternMistake(
          line: line, column: event.begin + 1, word: word, validWords: events,
          message: "traces have no event '\(word)'"))
    }
    return mistakes
  }
}
