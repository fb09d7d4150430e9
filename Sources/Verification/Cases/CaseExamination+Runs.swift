internal import Book
internal import Examples
internal import Execution
internal import Text

/// Further runs of a program that has done what its chapter says: under other schedules, once more, in other
/// variations.
extension CaseExamination {
  // MARK: Schedules

  /// Whether orders of its threads are still to be tried.
  var needsSchedules: Bool {
    let findings = self.findings
    return findings.needsSchedules(of: subject) && findings.holds
  }

  /// Judges the orders of threads that the cache knows.
  func recallSchedules(from cache: ResultCache) {
    guard needsSchedules, let bytes = cache.entry(subject.schedulesFingerprint),
      let outcomes = ScheduleOutcomes(bytes)
    else { return }
    take(outcomes)
  }

  /// Runs its program under other orders of its threads.
  func trySchedules(on bench: Workbench) async {
    let schedules = (1..<subject.schedules).map(String.init)
    let reason = "runs under several schedules"
    let program = await runner.compiled(orAloneBecause: reason, on: bench)
    var records = await runner.records(of: program, under: schedules, on: bench)
    // Only a program by itself may be said to depend on its schedule.
    if program.aloneReason == nil, records.contains(where: isDoubtfulWithoutTraces) {
      let alone = await runner.compileAlone(because: reason, on: bench)
      records = await runner.records(of: alone, under: schedules, on: bench)
    }
    let outcomes = ScheduleOutcomes(zip(schedules, records), withThreads: subject.isPredicted)
    if outcomes.isLasting { bench.keep(outcomes.encoded(), as: subject.schedulesFingerprint) }
    take(outcomes)
  }

  private func isDoubtfulWithoutTraces(_ record: ProgramRecord) -> Bool {
    subject.judge.judgements(record, withTraces: false).contains(where: Self.isDoubt)
  }

  /// Judges what a program did under its schedules; the first that differs is told.
  private func take(_ outcomes: ScheduleOutcomes) {
    note { findings in
      findings.schedulesTried = subject.schedules
      findings.steadyThreads = findings.trace.map(outcomes.steadyThreads) ?? []
    }
    let first = findings.judgements
    for (schedule, record) in outcomes.distinct {
      let judgements = subject.judge.judgements(record, withTraces: false)
      let problems = zip(judgements, first).compactMap { self.subject.judge.problem(of: $0, insteadOf: $1) }
      guard var problem = problems.first else { continue }
      problem.id = "depends-on-schedule"
      problem.message = "under schedule \(schedule), " + problem.message
      let command = "loopbook run \(ShellWord.quoted(subject.commandName)) --schedule \(schedule)"
      problem.cure =
        subject.program.schedules != nil
        ? command
        : "\(command) shows it; make its threads wait for each other, or, if the chapter shows this one order, write "
          + "schedules=1"
      report(problem)
      return
    }
  }

  // MARK: Repetitions

  /// Whether its program can be run again and compared with its first run.
  var isRepeatable: Bool { subject.program.kind.isRun && subject.variant == nil && findings.holds }

  /// Runs its program again, each time in a variation that verification does not try by itself.
  func repeatProgram(_ times: Int, on bench: Workbench) async {
    let program = await runner.alone(because: "is repeated", on: bench)
    let variations = (1...times).map { number in
      var variation = RunVariation.number(ProgramRunner.lastVariation + number)
      // Readers' runs end without waiting for threads.
      variation.lingers = number.isMultiple(of: 2)
      return variation
    }
    let records = await variations.concurrentMap { [runner] in
      await runner.record(of: program, on: bench, variation: $0)
    }
    guard let first = findings.record,
      var problem = Repetition(subject, first).problem(records, subject.place)
    else { return }
    problem.message.cure = await runner.cause(from: first, with: variations[problem.index], on: bench)?.cure
    report(problem.message)
  }

  // MARK: What is to be recorded

  /// In which variations, besides the one that every program runs in, what is recorded for the first time has to hold.
  ///
  /// Two members have the same order in every second one.
  private static let variations = 2..<12
  /// And under how many orders of its threads, where fewer are tried later.
  private static let schedules = 4

  /// Whether it did what is asked of it, and not what is recorded, and that is to be recorded.
  var isToBeRecorded: Bool {
    terms.options.recordsChanges && subject.task.isVaried
      && findings.judgements.contains { judgement in
        judgement.outcome != nil && !judgement.problems.allSatisfy(Self.isOfFurtherRuns)
      }
  }

  /// Runs again what would be recorded: readers have other seeds, addresses and orders of threads.
  func proveChange(on bench: Workbench) async {
    let before = findings
    guard var record = before.record else { return }
    let hasOrders = subject.task.hasVirtualClock && subject.program.schedules != 1
    record.strays += await runner.strays(
      from: record, variations: Self.variations,
      schedules: hasOrders ? (1..<max(subject.schedules, Self.schedules)).map(String.init) : [], on: bench)
    take(record, isFromCache: before.isFromCache)
    // What further runs have shown stays.
    note { findings in
      for index in findings.judgements.indices {
        findings.judgements[index].problems += before.judgements[index].problems.filter(Self.isOfFurtherRuns)
      }
    }
  }

  private static func isOfFurtherRuns(_ problem: Diagnostic) -> Bool {
    ["depends-on-schedule", "rerun-differs"].contains(problem.id)
  }
}
