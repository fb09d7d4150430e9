internal import Markdown
internal import Text

/// Writes what names mean into the lines that ask for it.
enum TypeAcceptance {
  /// The chapter with the declarations `types`, by the ids of examples and the numbers of their lines, and what that
  /// changes; `nil` where nothing does.
  static func record(
    _ types: [String: [Int: String]], in chapter: ChapterExamples, noting files: inout FileChanges
  ) -> (chapter: ChapterExamples, changes: [RecordingChange])? {
    var wanted: [(id: String, line: Int, declaration: String)] = []
    for example in chapter.examples where !example.hasErrors {
      for query in example.typeQueries {
        guard let declaration = types[example.id]?[query.line], declaration != query.written,
          // What ends where an included file ends would go into the chapter.
          chapter.isMadeOfComments || chapter.includes(example.fence)
            || chapter.file.place(example.lines[query.line].range).path == chapter.file.path
        else { continue }
        wanted.append((example.id, query.line, declaration))
      }
    }
    if wanted.isEmpty { return nil }
    let all = Dictionary(grouping: wanted, by: \.id).mapValues { lines in
      Dictionary(lines.map { ($0.line, $0.declaration) }) { first, _ in first }
    }
    if let next = write(all, in: chapter, noting: &files) { return next }
    // One line that cannot be written must not keep the others from it.
    var current = chapter
    var changes: [RecordingChange] = []
    for (id, line, declaration) in wanted {
      guard let next = write([id: [line: declaration]], in: current, noting: &files) else { continue }
      current = next.chapter
      changes += next.changes
    }
    return changes.isEmpty ? nil : (current, changes)
  }

  /// The same; `nil`, and nothing noted, also where one of them cannot be written, or the chapter would then say
  /// anything else.
  private static func write(
    _ types: [String: [Int: String]], in chapter: ChapterExamples, noting noted: inout FileChanges
  ) -> (chapter: ChapterExamples, changes: [RecordingChange])? {
    var files = noted
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
    noted = files
    return (next, changes)
  }
}
