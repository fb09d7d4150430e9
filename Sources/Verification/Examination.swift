internal import Book
internal import Examples
internal import Execution
internal import Files
internal import LoopDifferences
internal import LoopTracing
internal import Markdown
internal import Synchronization
internal import Text

/// Finds out about the programs of a book, those first that nothing is known of.
final class Examination: Sendable {
  private let plans: [ProgramPlan]
  private let options: VerificationOptions
  private let progress: any VerificationProgress
  private let results: Mutex<[ProgramExamination]>
  private let hasFailed = Atomic<Bool>(false)
  /// By program, what was found out earlier in this process.
  private let known: [Fingerprint: ProgramExamination]

  init(
    _ plans: [ProgramPlan], options: VerificationOptions, progress: any VerificationProgress,
    knowing known: [Fingerprint: ProgramExamination]
  ) {
    self.plans = plans
    self.known = known
    self.options = options
    self.progress = progress
    results = Mutex(plans.map { ProgramExamination($0) })
  }

  /// What was found out about each program, in their order.
  func examine(in workshop: Workshop) async throws(MachineLack) -> [ProgramExamination] {
    let cache = workshop.cache
    var unknown: [Int] = []
    var unknownReferences: [Int] = []
    let records = kept(cache)
    for (index, plan) in plans.enumerated() {
      if isKnown(index) { continue }
      if let record = records[index].own {
        // Where it fails, a program that shared its module has to be proved by itself; only that verdict counts.
        take(record, for: index, isFromCache: true)
        let problems = results.withLock { $0[index].judgements.flatMap(\.problems) }
        if record.aloneReason == nil, problems.contains(where: Self.isDoubt) { unknown.append(index) }
      } else {
        unknown.append(index)
      }
      // What fails by itself is not compared with anything.
      guard plan.reference != nil, !results.withLock({ $0[index].hasFailed }) || unknown.last == index else {
        continue
      }
      let kept = records[index].reference
      if kept == nil || !takeReference(kept, for: index) { unknownReferences.append(index) }
    }
    let openSchedules = takeSchedules(cache, besides: Set(unknown))
    let (open, openReferences) = (unknown, unknownReferences)
    let isWork = [open, openReferences, openSchedules, changing].contains { !$0.isEmpty } || options.repetitions > 0
    guard isWork else { return results.withLock { $0 } }
    try await workshop.withRunner { runner in
      progress.begin(stage: "Compiling and running examples", total: open.count + openReferences.count)
      // These mostly sleep, since CoreFoundation knows only real time.
      async let references: Void = runReferences(openReferences, runner)
      await runPrograms(open, runner)
      if !openReferences.isEmpty { await runSchedules(runner, cache, isAside: true) }
      await references
      await proveReferences(openReferences, runner)
      await runSchedules(runner, cache)
      await repeatPrograms(runner)
      await proveChanges(runner)
    }
    cache.removeOld()
    return results.withLock { $0 }
  }

  /// What the cache has of programs that nothing is known of; recordings are read by all processors.
  private func kept(_ cache: ResultCache) -> [(own: ProgramRecord?, reference: ProgramRecord?)] {
    ParallelMap.of(Array(plans.indices), batch: 4) { [self] index in
      guard !isKnown(index) else { return (nil, nil) }
      let own = cache.entry(plans[index].task.fingerprint).flatMap { ProgramRecord($0) }
      let reference = plans[index].reference.flatMap { cache.entry($0.fingerprint) }.flatMap { ProgramRecord($0) }
      _ = own?.trace
      _ = reference?.trace
      return (own, reference)
    }
  }

  /// Whether nothing can have changed since the program was found to hold, which then is what was found out.
  private func isKnown(_ index: Int) -> Bool {
    let plan = plans[index]
    guard let old = known[plan.task.fingerprint], old.chapter === plan.chapter, !old.hasFailed, old.skipped == nil,
      plan.reference == nil || old.reference != .notRun, plan.schedules <= max(old.schedulesTried, 1)
    else { return false }
    results.withLock { $0[index] = old }
    return true
  }

  /// Judges a record; whether it holds what the chapter says.
  @discardableResult
  private func take(_ record: ProgramRecord, for index: Int, isFromCache: Bool) -> Bool {
    let plan = plans[index]
    let judgements = judge(plan).judgements(record)
    return results.withLock { results in
      results[index].judgements = judgements
      results[index].record = record
      results[index].isFromCache = isFromCache
      results[index].schedulesTried = plan.isRecorded && plan.task.recording?.clock == "virtual" ? 1 : 0
      return !results[index].hasFailed
    }
  }

  private func judge(_ plan: ProgramPlan) -> Judge {
    Judge(plan.program, in: plan.chapter.file, book: options.location.folder)
  }

  private func report(_ problem: Diagnostic, for index: Int) {
    results.withLock { results in
      results[index].judgements[results[index].judgements.count - 1].problems.append(problem)
    }
  }

  private func place(_ index: Int) -> SourcePlace {
    plans[index].chapter.file.place(plans[index].program.blocks[0].example.fence.opening)
  }

  // MARK: the examples themselves

  private func runPrograms(_ open: [Int], _ runner: ProgramRunner) async {
    await runner.run(
      open.map { plans[$0].task },
      isDoubtful: { [self] number, record in
        judge(plans[open[number]]).judgements(record).contains { $0.problems.contains(where: Self.isDoubt) }
      },
      started: { [self] number in progress.started(plans[open[number]].program.name) },
      isWanted: { [self] in !hasFailed.load(ordering: .relaxed) }
    ) { [self] number, record in
      let index = open[number]
      if let record {
        let holds = take(record, for: index, isFromCache: false)
        if !holds && options.stopsAtFirstFailure { hasFailed.store(true, ordering: .relaxed) }
      } else {
        results.withLock { $0[index].skipped = "comes after the first failure" }
      }
      progress.finished(plans[index].program.name)
    }
  }

  /// Whether a problem may be the doing of what a program shares; what is not recorded yet is nobody's.
  private static func isDoubt(_ problem: Diagnostic) -> Bool {
    !["missing-recording", "empty-recording"].contains(problem.id)
  }

  // MARK: the reference

  private func runReferences(_ open: [Int], _ runner: ProgramRunner) async {
    @Sendable func name(_ number: Int) -> String { plans[open[number]].program.name + " on CoreFoundation" }
    await runner.run(
      open.compactMap { plans[$0].reference }, isDoubtful: { _, _ in false },
      started: { [self] number in progress.started(name(number)) },
      isWanted: { [self] in !hasFailed.load(ordering: .relaxed) }
    ) { [self] number, record in
      // The run that it is compared with may come later.
      results.withLock { $0[open[number]].referenceRecord = record }
      progress.finished(name(number))
    }
  }

  /// Compares with CoreFoundation; whether there is nothing to explain.
  private func takeReference(_ record: ProgramRecord?, for index: Int) -> Bool {
    guard let theirs = record?.trace, record?.execution?.ending == .process(.exited(0)) else { return false }
    // The engine's run may come after the reference's; then it is compared later.
    guard let ours = results.withLock({ $0[index].trace }) else { return false }
    let comparison = ReferenceComparison(engine: ours, reference: theirs)
    let verdict: Verdict.Reference
    switch comparison.verdict {
    case .same: verdict = .same
    case .sameButForTiming: verdict = .sameButForTies
    case .known: verdict = .different(comparison.differences.map(\.id).joined(separator: ", "))
    case .different: return false
    }
    results.withLock { $0[index].reference = verdict }
    return true
  }

  /// Runs those again that differ, each with the machine to itself, before it counts.
  private func proveReferences(_ open: [Int], _ runner: ProgramRunner) async {
    for index in open { _ = takeReference(results.withLock { $0[index].referenceRecord }, for: index) }
    let doubtful = open.filter { index in
      results.withLock { $0[index].reference == .notRun && !$0[index].hasFailed && $0[index].skipped == nil }
    }
    guard !doubtful.isEmpty else { return }
    progress.begin(stage: "Comparing again with CoreFoundation", total: doubtful.count)
    for index in doubtful {
      guard let task = plans[index].reference else { continue }
      var last: ProgramRecord?
      for _ in 0..<Self.proofs {
        last = runner.kept(task)
        if takeReference(last, for: index) { break }
        last = await runner.repeated(task, times: 1).first
        if let last, takeReference(last, for: index) {
          runner.keep(last, for: task)
          break
        }
      }
      if results.withLock({ $0[index].reference == .notRun }) {
        report(referenceProblem(last, index), for: index)
      }
      progress.finished(plans[index].program.name)
    }
  }

  /// How often a difference has to show before it is believed.
  private static let proofs = 6

  private func referenceProblem(_ record: ProgramRecord?, _ index: Int) -> Diagnostic {
    let cure = "if this is meant to be so: reference=off reason=\"why\""
    if let message = record?.messages.first(where: { $0.severity == .error }) {
      return Diagnostic(
        id: "reference-does-not-compile", "on CoreFoundation the example does not compile: \(message.text)",
        at: place(index), cure: cure)
    }
    if let execution = record?.execution, execution.ending != .process(.exited(0)) {
      let report = ExecutionReport(plans[index].program, plans[index].chapter.file)
      let problem = report.problem(execution, place: place(index))?.diagnostic
      return Diagnostic(
        id: "reference-fails", "on CoreFoundation " + (problem?.message ?? "the example ends differently"),
        at: place(index), notes: problem?.notes ?? [], cure: cure)
    }
    guard let theirs = record?.trace, let ours = results.withLock({ $0[index].trace }) else {
      return Diagnostic(
        id: "reference-fails", "on CoreFoundation the example could not be recorded", at: place(index), cure: cure)
    }
    let comparison = ReferenceComparison(engine: ours, reference: theirs)
    return Diagnostic(
      id: "reference-differs", "CoreFoundation does something else", at: place(index),
      notes: [Diagnostic.Note(comparison.description)], cure: cure)
  }

  // MARK: schedules and repetitions

  /// Judges the orders of threads that the cache knows; the programs whose are still to be tried.
  private func takeSchedules(_ cache: ResultCache, besides open: Set<Int>) -> [Int] {
    scheduled.filter { index in
      if isKnown(index) { return false }
      if open.contains(index) { return true }
      guard let outcomes = cache.entry(Self.fingerprint(plans[index])).flatMap(ScheduleOutcomes.init) else {
        return true
      }
      take(outcomes, for: index)
      return false
    }
  }

  /// The programs that run under several schedules.
  private var scheduled: [Int] {
    plans.indices.filter { index in
      plans[index].schedules > 1 && results.withLock { !$0[index].hasFailed && $0[index].skipped == nil }
    }
  }

  /// What tells the outcomes of one program's schedules from those of others.
  private static func fingerprint(_ plan: ProgramPlan) -> Fingerprint {
    Fingerprint(["schedules", plan.task.fingerprint.description, "\(plan.schedules)"])
  }

  /// Tries those whose orders of threads are not known; `isAside` says that something else goes on that is told of.
  private func runSchedules(_ runner: ProgramRunner, _ cache: ResultCache, isAside: Bool = false) async {
    let open = scheduled.filter { index in results.withLock { $0[index].schedulesTried <= 1 } }
    guard !open.isEmpty else { return }
    if !isAside { progress.begin(stage: "Trying other orders of threads", total: open.count) }
    await withTaskGroup(of: Void.self) { group in
      for index in open {
        group.addTask { [self] in
          if !isAside { progress.started(plans[index].program.name) }
          await trySchedules(of: index, runner, cache)
          if !isAside { progress.finished(plans[index].program.name) }
        }
      }
    }
  }

  private func trySchedules(of index: Int, _ runner: ProgramRunner, _ cache: ResultCache) async {
    let plan = plans[index]
    let schedules = (1..<plan.schedules).map(String.init)
    let records = await runner.underSchedules(plan.task, schedules) { [self] record in
      judge(plan).judgements(record, withTraces: false).contains { $0.problems.contains(where: Self.isDoubt) }
    }
    let found = ScheduleOutcomes(zip(schedules, records))
    if found.isLasting, !Abandonment.isUnderWay { cache.keep(found.encoded(), as: Self.fingerprint(plan)) }
    take(found, for: index)
  }

  /// Judges what a program did under its schedules; the first that differs is told.
  private func take(_ outcomes: ScheduleOutcomes, for index: Int) {
    let plan = plans[index]
    results.withLock { $0[index].schedulesTried = plan.schedules }
    for (schedule, record) in outcomes.distinct {
      let problems = judge(plan).judgements(record, withTraces: false).flatMap(\.problems)
      guard var problem = problems.first else { continue }
      problem.id = "depends-on-schedule"
      problem.message = "under schedule \(schedule), " + problem.message
      problem.cure =
        "loopbook run '\(options.location.folder)/\(plan.program.blocks[0].example.name)' --schedule \(schedule)"
      report(problem, for: index)
      return
    }
  }

  private func repeatPrograms(_ runner: ProgramRunner) async {
    guard options.repetitions > 0 else { return }
    let chosen = plans.indices.filter { index in
      plans[index].program.kind.isRun && results.withLock { !$0[index].hasFailed && $0[index].skipped == nil }
    }
    progress.begin(stage: "Running examples again", total: chosen.count)
    await withTaskGroup(of: Void.self) { group in
      for index in chosen {
        group.addTask { [self] in
          let plan = plans[index]
          progress.started(plan.program.name)
          let records = await runner.repeated(plan.task, times: options.repetitions, varies: true)
          if let first = results.withLock({ $0[index].record }),
            var problem = Repetition(plan, first, judge(plan)).problem(records, place(index))
          {
            problem.cure = await runner.cause(from: first, plan.task)?.cure
            report(problem, for: index)
          }
          progress.finished(plan.program.name)
        }
      }
    }
  }

  // MARK: what is to be recorded

  /// In which variations, besides the one that every program runs in, what is recorded for the first time has to hold.
  private static let variations = 2..<5
  /// And under which orders of its threads.
  private static let schedules = ["1", "2", "3"]

  /// The programs that did what is asked of them, and not what is recorded.
  private var changing: [Int] {
    guard options.recordsChanges else { return [] }
    return plans.indices.filter { index in
      plans[index].task.isVaried
        && results.withLock { $0[index].judgements.contains { $0.outcome != nil && !$0.problems.isEmpty } }
    }
  }

  /// Runs again what would be recorded: readers have other seeds, addresses and orders of threads.
  private func proveChanges(_ runner: ProgramRunner) async {
    let changing = self.changing
    guard !changing.isEmpty else { return }
    progress.begin(stage: "Running again what is new", total: changing.count)
    await withTaskGroup(of: Void.self) { group in
      for index in changing {
        group.addTask { [self] in
          let plan = plans[index]
          guard var record = results.withLock({ $0[index].record }) else { return }
          progress.started(plan.program.name)
          let hasOrders = plan.task.recording?.clock == "virtual" && plan.program.schedules != 1
          record.strays += await runner.strays(
            from: record, plan.task, variations: Self.variations, schedules: hasOrders ? Self.schedules : [])
          take(record, for: index, isFromCache: results.withLock { $0[index].isFromCache })
          progress.finished(plan.program.name)
        }
      }
    }
  }
}
