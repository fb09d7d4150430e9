internal import LoopTracing
internal import Markdown
internal import Recordings
internal import Text

/// Tells what the lines of a recorded trace say that no trace can, so that they are found before anything runs.
enum TraceMistakes {
  /// A message for each mistake, at its place in the chapter.
  static func diagnostics(of recording: Recording, in file: SourceFile) -> [Diagnostic] {
    recording.text.mistakes.map { mistake in
      let line = recording.fence.lines[mistake.line - 1]
      let source = SourceLine(text: line.text, range: line.range, splitSpaces: line.splitSpaces)
      let begin = source.fileOffset(ofByte: mistake.column - 1)
      let end = source.fileOffset(ofByte: mistake.column - 1 + mistake.word.utf8.count)
      return Diagnostic(id: "trace-syntax", mistake.message, at: file.place(begin..<end), cure: cure(mistake))
    }
  }

  private static func cure(_ mistake: TracePatternMistake) -> String {
    // A single word is not a guess.
    if mistake.validWords.count == 1 { return "write `\(mistake.validWords[0])`" }
    if let name = NearestName.suggestion(for: mistake.word, among: mistake.validWords) {
      return "did you mean `\(name)`?"
    }
    return "correct the line, or empty the fence and let `loopbook accept` record the trace"
  }
}
