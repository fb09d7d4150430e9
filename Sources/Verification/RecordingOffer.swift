package import Examples
internal import Files
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
      guard let judgement = verified.examples[example.name]?.judgement,
        judgement.outcome != nil || !judgement.types.isEmpty
      else { continue }
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

  /// The chapter as it would be, which these stand in.
  package var chapterAfter: ChapterExamples { proved.acceptance.chapter }

  /// What names a change: the chapter as it is, the example, and what would be written.
  ///
  /// So what was looked at can be asked for, and nothing else is written in its place.
  package func id(of change: RecordingChange) -> String {
    var hash = ContentHash(of: [chapter.file.bytes])
    hash.add(change.example)
    hash.add(change.word)
    hash.add(change.line)
    for line in change.difference.lines {
      hash.add("\(line.mark)")
      hash.add(line.text)
    }
    return hash.text
  }

  /// Writes offers into the files that they are for: each file once, and whole or not at all.
  ///
  /// - Returns: The files that were written, by their paths, and why others were not: those that are not as they were.
  package static func record(
    _ offers: [RecordingOffer]
  ) -> (files: [String: FileChanges.Change], problems: [Diagnostic]) {
    var changes: [String: FileChanges.Change] = [:]
    var problems: [Diagnostic] = []
    func refuse(_ message: String) {
      problems.append(
        Diagnostic(id: "not-written", message, at: nil, cure: "nothing was recorded in this file; try again"))
    }
    for change in offers.flatMap(\.proved.acceptance.files.all) {
      guard var known = changes[change.file.path] else {
        changes[change.file.path] = change
        continue
      }
      if known.merge(change) {
        changes[change.file.path] = known
      } else {
        refuse("\(change.file.path): two examples would be recorded in the same lines")
        changes[change.file.path] = FileChanges.Change(unchanged: change.file)
      }
    }
    var written: [String: FileChanges.Change] = [:]
    for (path, change) in changes.sorted(by: { $0.key < $1.key }) where !change.edits.isEmpty {
      do throws(FileError) {
        try FileReplacement.replace(path, holding: change.file.bytes, by: change.bytes)
        written[path] = change
      } catch {
        refuse(error.description)
      }
    }
    return (written, problems)
  }
}
