package import Examples
internal import Markdown
internal import Recordings
package import Text

/// A chapter with what its examples did recorded, but for what another run of the same program contradicts.
package struct ProvedAcceptance: Sendable {
  /// The chapter as it should be.
  package let acceptance: Acceptance

  /// Why examples are not recorded.
  package private(set) var refusals: [Diagnostic] = []

  /// Records what examples did, by their ids.
  package init(of chapter: ChapterExamples, judgements: [String: Judgement]) {
    // A comment that tells what is printed stands for its recording once it is corrected.
    var outcomes = judgements.compactMapValues { judgement in
      var outcome = judgement.outcome
      if judgement.problems.contains(where: PrintedClaims.isAboutOutput) { outcome?.isToldInComments = true }
      return outcome
    }
    let types = judgements.mapValues(\.types)
    var acceptance = Acceptance(of: chapter, outcomes: outcomes, types: types)
    // What is recorded already, and with `...` may hold in every run, was judged by verifying.
    let changed = Set(acceptance.changes.filter { $0.kind != nil }.map(\.example))
    for example in acceptance.chapter.examples where changed.contains(example.name) {
      guard let judgement = judgements[example.id], let outcome = judgement.outcome else { continue }
      let refusal = judgement.strays.lazy.compactMap { stray in
        Self.refusal(of: example, after: outcome, stray, in: acceptance.chapter.file)
      }.first
      guard var refusal else { continue }
      // Places in a file that is not written would mean nothing.
      refusal.place = chapter.file.place(judgement.example.fence.opening)
      refusals.append(refusal)
      outcomes[example.id] = nil
    }
    if !refusals.isEmpty { acceptance = Acceptance(of: chapter, outcomes: outcomes, types: types) }
    self.acceptance = acceptance
  }

  /// Why what would be recorded of an example does not hold in a run that came out differently; `nil` where it does.
  private static func refusal(
    of example: Example, after first: Outcome, _ stray: Judgement.Stray, in file: SourceFile
  ) -> Diagnostic? {
    let title = "this is not recorded: \(stray.cause.circumstance), the example"
    guard let other = stray.outcome else {
      return Diagnostic(id: "not-deterministic", "\(title) ends differently", at: nil, cure: stray.cause.cure)
    }
    guard let mismatch = example.mismatches(with: other, in: file).first else { return nil }
    let filters = example.recordings.filter { $0.kind == mismatch.kind }.map(\.filter)
    let filter = filters.first { first.text(mismatch.kind, $0) != other.text(mismatch.kind, $0) } ?? filters.first
    let texts = [first, other].map { outcome in
      let came = filter.map { outcome.text(mismatch.kind, $0) } ?? outcome.text(mismatch.kind)
      return RecordedText.written(came ?? [], as: mismatch.kind)
    }
    let difference = LineDifference(from: texts[0], to: texts[1])
    let lines = DifferenceText(DiagnosticText(isColored: false)).text(difference, firstLine: 1)
    return Diagnostic(
      id: "not-deterministic", "\(title) \(mismatch.kind == .trace ? "does" : "prints") something different", at: nil,
      notes: [Diagnostic.Note("the first run (-), and this one (+)\n" + lines.dropLast())], cure: stray.cause.cure)
  }
}
