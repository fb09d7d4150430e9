internal import LoopTracing

/// A state of a stack, as a program printed it: `[| a | b]  keep b`.
///
/// The entries stand between brackets, from the bottom to the top, with blanks between them; `|` is a mark. What comes
/// after the brackets tells what was done.
struct StackState {
  /// An entry; nil: a mark.
  let entries: [String?]
  /// What was done.
  let step: String
  /// The event that printed it.
  let event: Int
  let time: Int64

  /// The states that a program printed to its output, first to last.
  static func all(of trace: Trace) -> [StackState] {
    trace.events.enumerated().compactMap { index, event in
      guard case .print(let line, .output) = event.kind else { return nil }
      return StackState(line, event: index, time: event.time)
    }
  }

  /// The state that a line has; nil where it is another line.
  init?(_ line: String, event: Int, time: Int64) {
    guard line.first == "[", let end = line.firstIndex(of: "]") else { return nil }
    entries = line[line.index(after: line.startIndex)..<end].split(separator: " ").map { $0 == "|" ? nil : String($0) }
    step = String(line[line.index(after: end)...].drop { $0 == " " })
    self.event = event
    self.time = time
  }
}
