internal import Markdown
internal import Recordings
internal import Text

/// Finds the lines of a trace that its author calls attention to: `focus="0.5s; timer tick"`.
enum TraceFocus {
  /// What is between two queries.
  private static let separator: Character = ";"

  /// The lines, from 0, and what is wrong with what names them.
  ///
  /// A fence that is still empty says nothing: what will stand in it is not known.
  static func read(
    _ word: InfoString.Word, of fence: Fence, in file: SourceFile
  ) -> (lines: Set<Int>, diagnostics: [Diagnostic]) {
    let texts = word.isMalformed ? [] : (word.value ?? "").split(separator: separator).map(String.init)
    let queries = texts.compactMap { TraceQuery($0) }
    guard !queries.isEmpty, queries.count == texts.count else {
      return (
        [],
        [
          Diagnostic(
            id: "attribute-value", "`\(word.name)` needs the time or the words of a line", at: file.place(word.range),
            cure: "for instance \(word.name)=\"0.5s\", or \(word.name)=\"timer tick; exit\"")
        ]
      )
    }
    let lines = fence.lines.map(\.text)
    guard !lines.isEmpty else { return ([], []) }
    var found: Set<Int> = []
    var diagnostics: [Diagnostic] = []
    for query in queries {
      let matches = query.matches(in: lines)
      found.formUnion(matches)
      guard matches.isEmpty else { continue }
      diagnostics.append(
        Diagnostic(
          id: "no-such-line", "no line of this trace is `\(query.written)`", at: file.place(word.valueRange),
          cure: query.nearest(in: lines).map { "did you mean `\($0)`?" }
            ?? "name a time or words of one of its lines"))
    }
    return (found, diagnostics)
  }
}
