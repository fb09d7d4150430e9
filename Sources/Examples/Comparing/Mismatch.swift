internal import LoopTracing
internal import Markdown
package import Recordings
package import Text

/// One recording that does not hold what its example did.
package struct Mismatch: Sendable {
  /// What is wrong with it.
  package enum Problem: Sendable, Hashable {
    /// It holds something else.
    case differs(LineDifference)
    /// It is not there.
    case missing
    /// There is nothing in it yet.
    case empty
    /// It holds something, but nothing came.
    case orphaned
  }

  /// The name of the example: `timers#stopping`.
  package let example: String

  /// What of the example's doing is concerned.
  package let kind: RecordingKind

  package let problem: Problem

  /// Where nothing is recorded, the line of a fence of text below the example that holds what came.
  private let plainLine: Int?
  /// Whether something stands between the two.
  private let isPlainApart: Bool

  /// Which events a trace shows, as its author says it; `nil` for all.
  private let filterText: String?

  /// One sentence without a full stop at its end.
  package let sentence: String

  /// The line of its file, counted from 1, at which the difference begins.
  package let line: Int

  /// What a message points at: the recording's line, its opening, or the example that lacks it.
  private let range: Range<Int>

  /// Where the fence ends that the recording belongs to, or is in.
  private let closing: Range<Int>?

  /// For each line of the recording, the line of its file that holds it.
  private let recordedLines: [Int]

  /// The file, besides the chapter, that the recording is in, or the fence that it is to stand below.
  private let otherFile: String?

  /// What is wrong with a recording, given what came; nil when nothing is.
  init?(_ recording: Recording, of example: Example, came: [UInt8], in file: SourceFile) {
    let text = recording.text
    let fence = recording.fence
    if recording.holds(came) { return nil }
    let opening = file.writtenLine(at: fence.opening.lowerBound)
    recordedLines = fence.lines.map { file.writtenLine(at: $0.range.lowerBound) }
    otherFile = fence.otherFile(than: file)
    self.example = example.name
    closing = fence.closing
    kind = recording.kind
    filterText = recording.filterText
    plainLine = nil
    isPlainApart = false
    if recording.isOfNothing(came) {
      problem = .orphaned
      sentence = recording.kind.nothingCame
    } else if text.isEmpty {
      problem = .empty
      sentence = "the `\(recording.kind.rawValue)` of this example is empty"
    } else {
      let difference = LineDifference(text, came: came)
      problem = .differs(difference)
      sentence = difference.sentence(recording.kind, expected: text, came: came)
      let number = difference.firstExpectedLine
      line = number < recordedLines.count ? recordedLines[number] : (recordedLines.last ?? opening) + 1
      range = number < fence.lines.count ? fence.lines[number].range : fence.closing ?? fence.opening
      return
    }
    line = opening
    range = fence.opening
  }

  /// The lack of a recording of what came.
  init(missing kind: RecordingKind, of example: Example, came: [UInt8], in file: SourceFile) {
    if let fence = example.plainFence, RecordedText(fence.lines.map(\.text), as: kind).matches(came) {
      plainLine = file.writtenLine(at: fence.opening.lowerBound)
      isPlainApart = !(example.input ?? example.fence).isDirectlyBefore(fence)
    } else {
      plainLine = nil
      isPlainApart = false
    }
    self.example = example.name
    closing = example.fence.closing
    self.kind = kind
    problem = .missing
    filterText = nil
    sentence = kind.lacksRecording
    line = example.line
    range = example.fence.opening
    recordedLines = []
    otherFile = example.fence.otherFile(than: file)
  }

  /// The message about it.
  ///
  /// - Parameters:
  ///   - chapter: The chapter.
  ///   - accept: The command that records what came: `loopbook accept content/timers#stopping`; `nil` where it cannot
  ///     be recorded.
  package func diagnostic(in chapter: ChapterExamples, accept: String?) -> Diagnostic {
    let place = chapter.file.place(range)
    let id: String
    var notes: [Diagnostic.Note] = []
    var cure = accept.map { "if this is right, record it: \($0)" } ?? cure(ofUnrecordable: place, in: chapter)
    switch problem {
    case .differs(let difference):
      id = "\(kind.rawValue)-differs"
      let text = DifferenceText(DiagnosticText(isColored: false)).text(difference, lineNumbers: recordedLines)
      notes = [Diagnostic.Note("recorded (-), and actual (+)\n" + text.dropLast())]
    case .missing:
      id = "missing-recording"
      if let plainLine {
        cure =
          (isPlainApart
            ? "move the fence in line \(plainLine) up, directly below the example, and call it"
            : "call the fence in line \(plainLine)") + " `\(kind.rawValue)`: it holds just that"
      }
    case .empty: id = "empty-recording"
    case .orphaned:
      id = "orphaned-recording"
      cure = filterText.map { "correct `\($0)`, or remove the fence" } ?? "remove the fence"
    }
    return Diagnostic(id: id, sentence, at: place, notes: notes, cure: cure)
  }

  /// What to do about what cannot be written where it belongs without changing what else stands there.
  private func cure(ofUnrecordable place: SourcePlace, in chapter: ChapterExamples) -> String {
    // A page ends a fence that its comment does not end.
    guard let closing, !chapter.isMadeOfComments || chapter.file.place(closing).path == place.path else {
      return "close the fence first: what is recorded goes below it"
    }
    if !chapter.isMadeOfComments, let otherFile, !chapter.file.isIncludedMarkdown(at: closing.lowerBound) {
      return problem == .missing
        ? "if this is right, write `\(kind.rawValue)` and what came below the example in '\(otherFile)': "
          + ChapterExamples.unwrittenFiles
        : ChapterExamples.cure(forTextIn: otherFile)
    }
    let isComment = place.path.hasSuffix(".swift")
    let line = place.lineText.drop { $0 == " " || $0 == "\t" }
    return isComment && !line.hasPrefix("///")
      ? "a comment in `/** … */` cannot hold this: write the comment with `///`"
      : ChapterExamples.cureForSharedText
  }
}

extension Fence {
  /// The file that a part of it comes from, if that is not the chapter's own.
  fileprivate func otherFile(than chapter: SourceFile) -> String? {
    ([opening] + lines.map(\.range) + [closing].compactMap(\.self)).lazy
      .map { chapter.place($0).path }.first { $0 != chapter.path }
  }
}

extension Recording {
  fileprivate func isOfNothing(_ came: [UInt8]) -> Bool { RecordedText.lines(of: came, as: kind).isEmpty }

  /// Whether it tells what came.
  ///
  /// `...` stands for any lines, and for none; but readers take a recording for one of something, and a filter that
  /// lets nothing pass has a mistake in it.
  fileprivate func holds(_ came: [UInt8]) -> Bool { !isOfNothing(came) && !text.isEmpty && text.matches(came) }
}

extension RecordingKind {
  fileprivate var nothingCame: String {
    switch self {
    case .output: "this `output` does not apply: the example printed nothing"
    case .error: "this `error` does not apply: there was no message"
    case .trace: "this `trace` does not apply: the example did nothing that it shows"
    }
  }

  fileprivate var lacksRecording: String {
    switch self {
    case .output: "the example prints something, but no `output` is recorded after it"
    case .error: "the example ends with a message, but no `error` is recorded after it"
    case .trace: "no `trace` is recorded after the example"
    }
  }
}

extension Example {
  /// What is wrong with its recordings, and which are missing.
  ///
  /// Recordings of what the outcome does not know are left alone.
  package func mismatches(with outcome: Outcome, in file: SourceFile) -> [Mismatch] {
    var mismatches = recordings.compactMap { recording in
      outcome.text(recording.kind, recording.filter).flatMap { Mismatch(recording, of: self, came: $0, in: file) }
    }
    mismatches += missingKinds(with: outcome).map {
      Mismatch(missing: $0, of: self, came: outcome.text($0) ?? [], in: file)
    }
    return mismatches
  }

  /// How many of its recordings do not hold what came.
  func wrongRecordings(with outcome: Outcome) -> Int {
    recordings.count { recording in
      guard let came = outcome.text(recording.kind, recording.filter) else { return false }
      return !recording.holds(came)
    }
  }

  /// What came that must be recorded and has no recording.
  func missingKinds(with outcome: Outcome) -> [RecordingKind] {
    isRecordedApart
      ? []
      : demandedKinds.filter { kind in
        guard let text = outcome.text(kind), !text.isEmpty else { return false }
        if kind == .output, outcome.isToldInComments { return false }
        return !recordings.contains { $0.kind == kind }
      }
  }
}
