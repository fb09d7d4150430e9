internal import Examples
internal import Execution
internal import LoopTracing
internal import Synchronization
internal import Text

/// Finds out about one case: what the cache knows of it, what its program does, alone and compared with others of its
/// runs.
///
/// It tells what is still open, and `Examination` when to do it. Its methods may be called from any thread.
final class CaseExamination: Sendable {
  let subject: Case
  let terms: ExaminationTerms
  let runner: ProgramRunner
  let referenceRunner: ProgramRunner?
  let watchedRunner: ProgramRunner?
  let probedRunner: ProgramRunner?

  private struct State {
    var findings: Findings
    var needsRun = false
    var needsReference = false
    var referenceRecord: ProgramRecord?
  }
  private let state: Mutex<State>

  init(_ subject: Case, _ terms: ExaminationTerms) {
    self.subject = subject
    self.terms = terms
    runner = ProgramRunner(subject.task)
    referenceRunner = subject.reference.map { ProgramRunner($0) }
    watchedRunner = subject.watched.map { ProgramRunner($0) }
    probedRunner = subject.probes.map { ProgramRunner($0.task) }
    state = Mutex(State(findings: Findings(about: subject)))
  }

  /// What has been found out.
  var findings: Findings { state.withLock { $0.findings } }

  /// Whether its program has to be run.
  var needsRun: Bool { state.withLock { $0.needsRun } }

  /// Whether its program has to be run on CoreFoundation.
  var needsReference: Bool { state.withLock { $0.needsReference } }

  /// What its program did on CoreFoundation.
  var referenceRecord: ProgramRecord? { state.withLock { $0.referenceRecord } }

  /// Its examples, and what is told of each; `variants` have looked at the same program with other values.
  func examples(with variants: [CaseExamination]) -> [VerifiedExample] {
    let findings = self.findings
    let varied = VariantFindings(variants.map { ($0.subject, $0.findings) })
    let traces = BlockMarks.split(findings.trace, blocks: findings.judgements.count)
    return findings.judgements.enumerated().map { index, judgement in
      var judgement = judgement
      if index == 0, findings.skipped == nil, let useless = subject.useless { judgement.problems.append(useless) }
      judgement.problems += varied.problems(besides: judgement.problems)
      let trace = traces?[index]
      if findings.holds, let problem = unpredictable(judgement, trace, findings, varied.verified) {
        judgement.problems.append(problem)
      }
      var verdict = findings.verdict(on: judgement, in: subject)
      verdict.variants = varied.verdicts
      if verdict.outcome == .passed, let reason = varied.skipped { verdict.outcome = .skipped(reason) }
      return VerifiedExample(
        judgement: judgement, verdict: verdict, trace: trace, variants: varied.verified,
        steadyThreads: findings.steadyThreads)
    }
  }

  /// What is wrong with an example that readers are to predict, if there is nothing that they can be asked.
  private func unpredictable(
    _ judgement: Judgement, _ trace: Trace?, _ findings: Findings, _ variants: [VerifiedVariant]
  ) -> Diagnostic? {
    guard judgement.example.attributes.predicts, judgement.outcome != nil else { return nil }
    let question = Prediction(
      Prediction.Subject(
        judgement.example, trace: trace, output: judgement.outcome?.output,
        schedulesTried: findings.schedulesTried, steadyThreads: findings.steadyThreads),
      near: variants.map { ($0.trace, $0.outcome.output) })
    guard question == nil else { return nil }
    if trace == nil, judgement.outcome?.output?.isEmpty != false {
      return Diagnostic(
        id: "nothing-to-predict", "there is nothing to predict: the example prints nothing",
        at: subject.chapter.place(of: "predict", at: judgement.example),
        cure: "make it print what readers should predict, or remove `predict`")
    }
    // Only programs with loops are run under schedules; of others it is their words that tell.
    let cure =
      subject.isRecorded || subject.hasOneThread
      ? "make the example print lines in the same order under all its schedules, or remove `predict`"
      : "remove its tasks and its imports, also those by `imports` in loopbook.yml; or import LoopEngine, with which "
        + "it runs in several orders; or remove `predict`"
    return Diagnostic(
      id: "nothing-to-predict",
      "there is nothing to predict: no line of a recording is certain to come next in every run",
      at: subject.chapter.place(of: "predict", at: judgement.example), cure: cure)
  }

  // MARK: What is known

  /// Takes what an earlier look in this process found out, if it still holds, or else what the cache has.
  func recall(_ known: Findings?, from cache: ResultCache) {
    if let known, known.stillHold(for: subject) {
      state.withLock { $0.findings = known }
      return
    }
    var needsRun = true
    if let record = cache.record(subject.task) {
      take(record, isFromCache: true)
      if findings.isFromCache, cache.isShared(subject.task.fingerprint) { note { $0.isFromSharedCache = true } }
      // Where it fails, a program that shared its module has to be proved by itself; only that verdict counts.
      needsRun = record.aloneReason == nil && findings.judgements.contains(where: Self.isDoubt)
    }
    // For what fails by itself CoreFoundation is not run, but what is known of it is told as it was when it failed.
    let isExplained = compare(with: subject.reference.flatMap(cache.record), knownFrom: cache)
    let needsReference = subject.reference != nil && (needsRun || findings.holds) && !isExplained
    state.withLock {
      $0.needsRun = needsRun
      $0.needsReference = needsReference
    }
    if !needsRun {
      recallSchedules(from: cache)
      recallReruns(from: cache)
      recallWatch(from: cache)
      recallProbes(from: cache)
    }
  }

  // MARK: What is found out

  /// Judges a record.
  func take(_ record: ProgramRecord, isFromCache: Bool) {
    if let want = subject.want(record) {
      state.withLock { state in
        state.findings = Findings(about: subject)
        state.findings.take(want)
      }
      return
    }
    let judgements = subject.judge.judgements(record)
    state.withLock { state in
      state.findings.judgements = judgements
      state.findings.record = record
      state.findings.isFromCache = isFromCache
      state.findings.isFromSharedCache = false
      state.findings.isWatched = false
      state.findings.isRaceFree = false
      state.findings.isProbed = false
      state.findings.schedulesTried = subject.task.hasVirtualClock ? 1 : 0
      state.findings.steadyThreads = subject.hasOneThread ? ["main"] : []
    }
  }

  /// Changes what is known.
  func note(_ change: (inout Findings) -> Void) {
    state.withLock { change(&$0.findings) }
  }

  /// Adds what is wrong, whatever each of its examples did.
  func report(_ problem: Diagnostic) {
    note { findings in findings.judgements[findings.judgements.count - 1].problems.append(problem) }
  }

  /// Adds what is wrong with one of its examples.
  func report(_ problem: Diagnostic, at example: String) {
    note { findings in
      let index = findings.judgements.firstIndex { $0.example.id == example } ?? findings.judgements.count - 1
      findings.judgements[index].problems.append(problem)
    }
  }

  /// Whether what is wrong may be the doing of what a program shares: what is not recorded yet, or warned of, is not.
  static func isDoubt(_ judgement: Judgement) -> Bool {
    judgement.problems.contains {
      !["missing-recording", "empty-recording", CompilationReport.warningID].contains($0.id)
    }
  }

  // MARK: What it runs

  /// Why nothing is known of it where the work ends at the first failure.
  static let comesLater = "comes after the first failure"

  /// Its program, for the compiler; when it has been compiled, it is run and judged.
  func order(on bench: Workbench) -> ProgramBuilder.Order {
    order(runner, called: subject.name, on: bench) { [subject] record in
      subject.judge.judgements(record).contains(where: Self.isDoubt)
    } take: { [self] record in
      guard let record else { return note { $0.skipped = Self.comesLater } }
      take(record, isFromCache: false)
      if findings.hasFailed { terms.failed() }
    }
  }

  /// The same of its program on CoreFoundation; the run that it is compared with may come later.
  func referenceOrder(on bench: Workbench) -> ProgramBuilder.Order? {
    guard let referenceRunner else { return nil }
    return order(referenceRunner, called: "\(subject.name) on CoreFoundation", on: bench) { _ in
      false
    } take: { [self] record in
      state.withLock { $0.referenceRecord = record }
    }
  }

  /// A program for the compiler; `take` gets its record, or `nil` where it is not to be run any more.
  func order(
    _ runner: ProgramRunner, called name: String, on bench: Workbench,
    isDoubtful: @escaping @Sendable (ProgramRecord) -> Bool, take: @escaping @Sendable (ProgramRecord?) -> Void
  ) -> ProgramBuilder.Order {
    ProgramBuilder.Order(runner.task.source) { [terms] program in
      if terms.goOn { terms.progress.started(name) }
      take(await runner.firstRecord(of: program, on: bench, isDoubtful: isDoubtful, isWanted: { terms.goOn }))
      terms.progress.finished(name)
    }
  }
}
