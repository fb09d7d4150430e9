package import Examples
package import Files
internal import Recordings
package import Text

/// What of a chapter would be recorded: what its examples did, where that is not what stands there.
package struct RecordingOffer: Sendable {
  /// The chapter as it is.
  package let chapter: ChapterExamples
  private let proved: ProvedAcceptance

  /// Makes an offer of what was found out.
  ///
  /// It is `nil` where no chosen example did what is asked of it.
  ///
  /// - Parameters:
  ///   - chapter: The chapter.
  ///   - verified: Its book, with what its examples did.
  ///   - isChosen: Whether an example, by its id, is meant.
  package init?(
    of chapter: ChapterExamples, in verified: VerifiedBook, choosing isChosen: (String) -> Bool = { _ in true }
  ) {
    var judgements: [String: Judgement] = [:]
    for example in chapter.examples where isChosen(example.id) {
      guard let judgement = verified.examples[example.name]?.judgement, judgement.outcome != nil else { continue }
      judgements[example.id] = judgement
    }
    if judgements.isEmpty { return nil }
    self.chapter = chapter
    proved = ProvedAcceptance(of: chapter, judgements: judgements)
  }

  /// What would change, in the order of the file.
  package var changes: [RecordingChange] { proved.acceptance.changes }

  /// Why something is not offered: another run contradicts it.
  package var refusals: [Diagnostic] { proved.refusals }

  /// What would still not be right: recordings of what does not come.
  package var unresolved: [Mismatch] { proved.acceptance.unresolved }

  /// What names a change: the chapter as it is, the example, and what would be written.
  ///
  /// So what was looked at can be asked for, and nothing else is written in its place.
  package func id(of change: RecordingChange) -> String {
    var hash = ContentHash(of: [chapter.file.bytes])
    hash.add(change.example)
    hash.add(change.kind.rawValue)
    hash.add(change.line)
    for line in change.difference.lines {
      hash.add("\(line.mark)")
      hash.add(line.text)
    }
    return hash.text
  }

  /// Writes it into the chapter's file; that fails where the file is not as it was.
  package func record() throws(FileError) {
    try FileReplacement.replace(chapter.file.path, holding: chapter.file.onDisk.bytes, by: proved.acceptance.bytes)
  }
}
