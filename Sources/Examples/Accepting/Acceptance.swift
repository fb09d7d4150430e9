internal import LoopTracing
internal import Markdown
internal import Recordings
internal import Text

/// A chapter whose recordings hold what its examples did.
///
/// Nothing but the text between recordings' fences is changed, and the fences' length where the text needs longer ones.
/// What came and has no recording gets a fence after the example's last one; nothing is ever removed, and no trace
/// added.
package struct Acceptance: Sendable {
  /// What is written into files.
  package private(set) var files = FileChanges()

  /// The chapter's file as it should be, where that is one; the same bytes where nothing changes.
  package var bytes: [UInt8] { chapter.file.onDisk.bytes }

  /// The chapter with them.
  package private(set) var chapter: ChapterExamples

  /// What changes, in the order of the file.
  package private(set) var changes: [RecordingChange] = []

  /// What is still not right, and needs its author: recordings of what does not come.
  package private(set) var unresolved: [Mismatch] = []

  /// Records what examples did, by their ids; examples without an outcome keep their recordings, and so do those with
  /// errors.
  ///
  /// - Parameter types: The declarations that lines ask for, by example and line.
  package init(
    of original: ChapterExamples, outcomes: [String: Outcome], types: [String: [Int: String]] = [:]
  ) {
    var files = FileChanges()
    let typed = TypeAcceptance.record(types, in: original, noting: &files)
    let chapter = typed?.chapter ?? original
    changes = typed?.changes ?? []
    if typed != nil { self.files = files }
    self.chapter = chapter
    let faulty = Set(chapter.examples.lazy.filter(\.hasErrors).map(\.id))
    let outcomes = outcomes.filter { !faulty.contains($0.key) }
    var current = chapter
    if let next = accept(chapter, outcomes) {
      current = next
    } else {
      // One example that cannot be recorded must not keep the others from it.
      for example in chapter.examples {
        guard let outcome = outcomes[example.id] else { continue }
        if let next = accept(current, [example.id: outcome]) { current = next }
      }
    }
    self.chapter = current
    let lines = Dictionary(chapter.examples.map { ($0.name, Self.line(ofAdditionTo: $0, in: chapter)) }) { first, _ in
      first
    }
    for index in changes.indices where changes[index].isAdded {
      changes[index].line = lines[changes[index].example] ?? changes[index].line
    }
    let order = RecordingKind.allCases
    changes.sort { left, right in
      left.line != right.line
        ? left.line < right.line : left.kind.flatMap(order.firstIndex) ?? 0 < right.kind.flatMap(order.firstIndex) ?? 0
    }
    unresolved = current.examples.flatMap { example in
      outcomes[example.id].map { example.mismatches(with: $0, in: current.file) } ?? []
    }
  }

  /// The chapter with these outcomes recorded; nil, and nothing noted, when it would then say anything else.
  private mutating func accept(_ chapter: ChapterExamples, _ outcomes: [String: Outcome]) -> ChapterExamples? {
    var current = chapter
    var noted: [RecordingChange] = []
    var files = self.files
    // Each turn adds at most one fence to an example, after all that it has is right, so that edits cannot meet.
    while true {
      let style = AdditionStyle(current)
      var edits: [TextEdit] = []
      for example in current.examples {
        guard let outcome = outcomes[example.id] else { continue }
        let made = rewrite(example, outcome, in: current, &noted)
        edits += made.isEmpty ? add(example, outcome, in: current, style, &noted) : made
      }
      guard !edits.isEmpty else { break }
      guard let next = current.rewritten(edits, noting: &files), saysTheSame(current, next),
        isNearer(next, than: current, outcomes)
      else { return nil }
      current = next
    }
    changes += noted
    self.files = files
    return current
  }

  private func rewrite(
    _ example: Example, _ outcome: Outcome, in chapter: ChapterExamples, _ noted: inout [RecordingChange]
  ) -> [TextEdit] {
    var edits: [TextEdit] = []
    for recording in example.recordings {
      let text = recording.text
      guard let came = outcome.text(recording.kind, recording.filter),
        let lines = RecordingEdit.lines(of: text, came: came),
        let made = recording.fence.edits(replacingLinesBy: lines)
      else { continue }
      edits += made
      noted.append(
        RecordingChange(
          example: example.name, kind: recording.kind, isAdded: false,
          path: chapter.file.place(recording.fence.opening).path,
          line: chapter.file.writtenLine(at: recording.fence.opening.lowerBound),
          difference: LineDifference(from: text.written, to: lines, spellsSpaces: true)))
    }
    return edits
  }

  private func add(
    _ example: Example, _ outcome: Outcome, in chapter: ChapterExamples, _ style: AdditionStyle,
    _ noted: inout [RecordingChange]
  ) -> [TextEdit] {
    guard let kind = example.missingKinds(with: outcome).first, let came = outcome.text(kind) else { return [] }
    let lines = RecordedText.written(came, as: kind)
    // What is printed comes first, below what is read.
    let before = kind == .output ? example.inputAbove ?? example.fence : example.lastFence
    guard
      var edit = before.addition(
        infoString: kind.rawValue, lines: lines, isSeparated: style.isSeparated(after: before))
    else { return [] }
    let isIncluded = chapter.includes(before)
    // The end of an included fence's line may be the chapter's, and then what follows that is, too. A file may be a
    // chapter and be included by another: both are to write the same.
    if !chapter.isMadeOfComments, let end = before.closing?.upperBound, end < edit.range.lowerBound {
      let lineEnd = chapter.file.bytes[end..<edit.range.lowerBound]
      edit = TextEdit(range: end..<end, bytes: lineEnd + edit.bytes.dropLast(before.lineEnd.count))
    }
    noted.append(
      RecordingChange(
        example: example.name, kind: kind, isAdded: true,
        // What stands below an example whose code alone is included is the chapter's.
        path: chapter.isMadeOfComments || isIncluded
          ? chapter.file.place(example.fence.opening).path : chapter.file.path,
        line: example.line,
        difference: LineDifference(from: [], to: lines)))
    return [edit]
  }

  /// The line of the example that something is added below or, where that is included, of what includes it.
  private static func line(ofAdditionTo example: Example, in chapter: ChapterExamples) -> Int {
    let file = chapter.file
    guard !chapter.isMadeOfComments, !chapter.includes(example.fence),
      let number = file.piece(at: example.fence.opening.lowerBound),
      file.pieces[number].file.path != file.path,
      let own = file.pieces[..<number].last(where: { $0.file.path == file.path })
    else { return example.line }
    return own.file.line(at: own.range.upperBound)
  }

  /// Whether two chapters have the same examples, and the same recordings but for what they hold and new ones.
  private func saysTheSame(_ old: ChapterExamples, _ new: ChapterExamples) -> Bool {
    guard old.examples.count == new.examples.count else { return false }
    return zip(old.examples, new.examples).allSatisfy { old, new in
      old.id == new.id && old.attributes == new.attributes && old.lines.map(\.text) == new.lines.map(\.text)
        && old.inputText == new.inputText && old.recordings.count <= new.recordings.count
    }
  }

  /// Whether fewer recordings are missing, empty or different than before: then this comes to an end.
  private func isNearer(
    _ new: ChapterExamples, than old: ChapterExamples, _ outcomes: [String: Outcome]
  ) -> Bool {
    func count(_ chapter: ChapterExamples) -> Int {
      chapter.examples.reduce(0) { count, example in
        count
          + (outcomes[example.id].map { example.wrongRecordings(with: $0) + example.missingKinds(with: $0).count } ?? 0)
      }
    }
    return count(new) < count(old)
  }
}
