internal import Markdown
internal import Recordings

extension Example {
  /// The lines of its traces, one trace after the other, as they are recorded.
  package var traceLines: [String] {
    recordings.filter { $0.kind == .trace }.flatMap { $0.fence.lines.map(\.text) }
  }
}

extension Recording {
  /// How many lines it has.
  package var lineCount: Int { fence.lines.count }

  /// By the line of the recording, both from 0, the line of a text that it expects, as far as both have it.
  package func matched(_ text: String) -> [Int: Int] {
    let (pattern, lines) = self.text.comparable(Array(text.utf8))
    var matched: [Int: Int] = [:]
    for case .same(let line, let came) in PatternSteps(pattern, lines).steps { matched[line] = came }
    return matched
  }
}
