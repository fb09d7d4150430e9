internal import Markdown
internal import Text

/// Writes what names mean into the lines that ask for it.
enum TypeAcceptance {
  /// The chapter with the declarations `types`, by the ids of examples and the numbers of their lines, and what that
  /// changes; `nil` where nothing changes, or the chapter would then say anything else.
  static func record(
    _ types: [String: [Int: String]], in chapter: ChapterExamples, noting files: inout FileChanges
  ) -> (chapter: ChapterExamples, changes: [RecordingChange])? {
    var edits: [TextEdit] = []
    var changes: [RecordingChange] = []
    var lines: [String: [Int: String]] = [:]
    for example in chapter.examples where !example.hasErrors {
      for query in example.typeQueries {
        guard let declaration = types[example.id]?[query.line], declaration != query.written else { continue }
        let line = example.lines[query.line]
        let text = query.rewritten(line.text, as: declaration)
        edits.append(
          TextEdit(
            range: line.fileOffset(ofByte: query.range.lowerBound)..<line.range.upperBound,
            bytes: Array(" \(declaration)".utf8)))
        lines[example.id, default: [:]][query.line] = text
        changes.append(
          RecordingChange(
            example: example.name, kind: nil, isAdded: false,
            path: chapter.file.place(line.range).path,
            line: chapter.file.writtenLine(at: line.range.lowerBound),
            difference: LineDifference(from: [line.text], to: [text])))
      }
    }
    guard !edits.isEmpty, let next = chapter.rewritten(edits, noting: &files),
      next.examples.count == chapter.examples.count,
      zip(chapter.examples, next.examples).allSatisfy({ old, new in
        old.id == new.id && old.attributes == new.attributes && old.recordings.count == new.recordings.count
          && new.lines.map(\.text) == old.lines.enumerated().map { lines[old.id]?[$0] ?? $1.text }
      })
    else { return nil }
    return (next, changes)
  }
}
