internal import Examples
internal import LoopTracing
internal import Markdown
internal import Text

/// What was found out about one case.
struct Findings: Sendable {
  /// The name of the program, which tells it from others of the same text.
  let name: String
  /// The chapter whose recordings it was compared with.
  let chapter: ChapterExamples
  var judgements: [Judgement]
  var record: ProgramRecord?
  var isFromCache = false
  /// Whether another machine found out what its program did.
  var isFromSharedCache = false
  var reference: Verdict.Reference = .notRun
  var schedulesTried = 0
  /// Whether its threads were watched for data races, and whether none was found.
  var isWatched = false
  var isRaceFree = false
  /// Whether calls were put into it that answered what its comments say.
  var isProbed = false
  /// The threads that did the same under all schedules, where readers predict what they do.
  var steadyThreads: Set<String> = []
  /// Under which fingerprints the examples are kept that came out the same with its declarations.
  var sameReruns: [Fingerprint] = []
  /// What became of it in readers' pages; `nil` where that was not asked.
  var live: Verdict.Live?
  /// Why nothing is known; `nil` where something is.
  var skipped: String?
  /// What it waits for; nothing is known then.
  var want: ModuleOffer.Want?

  /// Nothing yet.
  init(about subject: Case) {
    name = subject.name
    chapter = subject.chapter
    judgements = subject.program.blocks.map { Judgement(example: $0.example, problems: []) }
  }

  /// Takes note that it cannot be judged.
  mutating func take(_ want: ModuleOffer.Want) {
    skipped = want.reason
    self.want = want
  }

  /// The recording of the whole program.
  var trace: Trace? { record?.trace }

  /// Whether something is known to be wrong.
  var hasFailed: Bool { judgements.contains { !$0.problems.isEmpty } }

  /// Whether nothing is known to be wrong, and the case was looked at.
  var holds: Bool { !hasFailed && skipped == nil }

  /// Whether schedules are still to be tried: one thread does the same under each.
  func needsSchedules(of subject: Case) -> Bool {
    if subject.isTriedForThreads, let trace, Set(trace.events.map(\.thread)).count == 1 { return false }
    return subject.schedules > max(schedulesTried, 1)
  }

  /// Whether its threads are still to be watched for data races.
  func needsWatching(of subject: Case) -> Bool {
    guard subject.watched != nil, !isWatched else { return false }
    return subject.namesThreads || trace.map { Set($0.events.map(\.thread)).count > 1 } ?? true
  }

  /// Whether it is still to be asked what its comments say.
  func needsProbing(of subject: Case) -> Bool {
    guard let probes = subject.probes, !isProbed else { return false }
    return probes.comments.needAnswers || judgements.contains(where: \.leavesCommentsOpen)
  }

  /// Whether nothing can have changed since: the program and its chapter are the same, it was found to hold, and as
  /// much of it was looked at as is asked for now.
  func stillHold(for subject: Case) -> Bool {
    chapter === subject.chapter && name == subject.name && holds && (subject.reference == nil || reference != .notRun)
      && !needsSchedules(of: subject) && !needsWatching(of: subject) && !needsProbing(of: subject)
      && sameReruns == subject.reruns.flatMap(\.fingerprints)
  }

  /// What becomes of one of its examples: nothing is known of a block whose session failed before it was done.
  private func outcome(of judgement: Judgement, in program: Program) -> Verdict.Outcome {
    if let skipped { return .skipped(skipped) }
    if !judgement.problems.isEmpty { return .failed(judgement.causes) }
    let isUnknown = hasFailed && judgement.outcome == nil && program.kind.isRun
    return isUnknown ? .skipped("another block of its session failed") : .passed
  }

  /// What is told of one of its examples.
  func verdict(on judgement: Judgement, in subject: Case) -> Verdict {
    let example = judgement.example
    let program = subject.program
    var verdict = Verdict(
      on: example, of: program, in: subject.chapter, path: subject.chapterPath,
      outcome: outcome(of: judgement, in: program))
    verdict.compilation = record?.compilation ?? .zero
    verdict.warnings = judgement.otherWarnings
    verdict.showsWarnings = subject.showsWarnings
    verdict.duration = record?.execution?.duration ?? .zero
    verdict.isFromCache = isFromCache
    verdict.isFromSharedCache = isFromSharedCache
    verdict.compiledAlone = record?.aloneReason
    verdict.uncompiledLines = judgement.uncompiledLines
    verdict.onlyDeclares = judgement.onlyDeclares
    verdict.eventCount = judgement.eventCount
    verdict.schedulesTried = schedulesTried
    verdict.isRaceFree = isRaceFree
    verdict.live = live
    if holds, sameReruns == subject.reruns.flatMap(\.fingerprints) {
      verdict.reruns = subject.reruns.filter { $0.asker == example.id }.map(\.name)
    }
    verdict.reference = subject.referenceOffReason.map { .off($0) } ?? reference
    verdict.output = String(decoding: judgement.outcome?.output ?? judgement.outcome?.error ?? [], as: UTF8.self)
    // Of one that failed there may be any amount.
    if judgement.outcome == nil, let blocks = record?.execution?.blocks,
      let index = program.blocks.firstIndex(where: { $0.example.id == example.id }), blocks.indices.contains(index)
    {
      verdict.output = PrintedExcerpt(blocks[index]).lines.map { $0 + "\n" }.joined()
    }
    return verdict
  }
}

extension Verdict {
  /// What is told of an example of a program, as long as no more is known.
  init(on example: Example, of program: Program, in chapter: ChapterExamples, path: String, outcome: Outcome) {
    self.init(
      chapter: path, id: example.id, place: chapter.file.place(example.fence.opening),
      session: program.session.map { Session(name: $0, blocks: program.blocks.map(\.example.id)) },
      kind: Kind(example.attributes.kind), outcome: outcome)
  }
}

extension Verdict.Kind {
  /// What an author asks of an example.
  init(_ kind: ExampleAttributes.Kind) {
    self =
      switch kind {
      case .runs: .run
      case .norun: .norun
      case .fails: .fails
      case .crashes: .crashes
      case .quote: .quote
      }
  }
}
