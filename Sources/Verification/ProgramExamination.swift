internal import Book
internal import Examples
internal import LoopTracing
internal import Markdown
internal import Text

/// What was found out about one program.
struct ProgramExamination: Sendable {
  /// The chapter whose recordings it was compared with.
  let chapter: ChapterExamples
  var judgements: [Judgement]
  var record: ProgramRecord?
  var isFromCache = false
  var reference: Verdict.Reference = .notRun
  /// What the program did on CoreFoundation, until it is compared.
  var referenceRecord: ProgramRecord?
  var schedulesTried = 0
  /// Why nothing is known; `nil` where something is.
  var skipped: String?

  init(_ plan: ProgramPlan) {
    chapter = plan.chapter
    judgements = plan.program.blocks.map { Judgement(example: $0.example, problems: []) }
  }

  /// The recording of the whole program.
  var trace: Trace? { record?.trace }

  var hasFailed: Bool { judgements.contains { !$0.problems.isEmpty } }

  func verdict(_ judgement: Judgement, _ plan: ProgramPlan, _ book: Book) -> Verdict {
    let example = judgement.example
    var verdict = Verdict(
      chapter: plan.chapterPath, id: example.id, place: plan.chapter.file.place(example.fence.opening),
      session: plan.program.session.map { Verdict.Session(name: $0, blocks: plan.program.blocks.map(\.example.id)) },
      kind: Self.kind(example.attributes.kind),
      outcome: skipped.map { .skipped($0) } ?? (judgement.problems.isEmpty ? .passed : .failed(judgement.problems)))
    verdict.duration = record?.execution?.duration ?? .zero
    verdict.isFromCache = isFromCache
    verdict.compiledAlone = record?.aloneReason
    verdict.eventCount = judgement.eventCount
    verdict.schedulesTried = schedulesTried
    verdict.reference = reference
    if plan.isRecorded, let reason = plan.program.referenceOffReason ?? book.configuration.examples.noReferenceReason {
      verdict.reference = .off(reason)
    }
    verdict.output = String(decoding: judgement.outcome?.output ?? judgement.outcome?.error ?? [], as: UTF8.self)
    // Of one that failed there may be any amount.
    if judgement.outcome == nil, let blocks = record?.execution?.blocks,
      let index = plan.program.blocks.firstIndex(
        where: { $0.example.id == example.id }), blocks.indices.contains(index)
    {
      verdict.output = PrintedExcerpt(blocks[index]).lines.map { $0 + "\n" }.joined()
    }
    return verdict
  }

  private static func kind(_ kind: ExampleAttributes.Kind) -> Verdict.Kind {
    switch kind {
    case .runs: .run
    case .norun: .norun
    case .fails: .fails
    case .crashes: .crashes
    case .quote: .quote
    }
  }
}
