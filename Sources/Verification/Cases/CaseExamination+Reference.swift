internal import Examples
internal import Execution
internal import LoopDifferences
internal import LoopTracing
internal import Text

extension CaseExamination {
  /// How slowly the clock goes each time that a difference has to show before it is believed.
  ///
  /// What is 50 ms apart comes in either order on a machine that is busy enough; at a slower pace it does not.
  private static let paces = [1, 2] + slowPaces
  private static let slowPaces = [4, 8, 8]
  /// How often a documented difference has to show at slower paces.
  private static let proofs = 2
  /// How long a run at a slower pace may take.
  private static let longest = Duration.seconds(20)

  /// Compares what was run with CoreFoundation; whether that leaves something to prove.
  func compareWithReference() -> Bool {
    _ = compare(with: referenceRecord)
    let findings = self.findings
    if case .different = findings.reference { return findings.holds }
    return findings.reference == .notRun && findings.holds
  }

  /// Compares with what is known of CoreFoundation; whether there is nothing to explain.
  func compare(with record: ProgramRecord?, knownFrom cache: ResultCache) -> Bool {
    if compare(with: record) { return true }
    guard let record, findings.trace != nil,
      let ours = cache.entry(subject.referenceOrderFingerprint).flatMap({ ProgramRecord($0) }),
      Self.didTheSame(ours, as: record), holds(ours)
    else { return false }
    noteAnotherOrder(record)
    return true
  }

  /// Takes note that its threads ran in another order on CoreFoundation; where no loop ran, that is by chance, too, and
  /// a page must be the same each time.
  private func noteAnotherOrder(_ theirs: ProgramRecord) {
    guard let engine = findings.trace, let reference = theirs.trace else { return }
    let hasLoops = !ReferenceComparison(engine: engine, reference: reference).threads.isEmpty
    note { $0.reference = hasLoops ? .sameButForTies : .nothingToCompare }
  }

  /// Compares with CoreFoundation; whether there is nothing to explain.
  func compare(with record: ProgramRecord?) -> Bool {
    guard let record, let theirs = record.trace, record.execution?.ending == .process(.exited(0)) else { return false }
    // The engine's run may come after the reference's; then it is compared later.
    guard let own = findings.record, let ours = own.trace else { return false }
    let comparison = ReferenceComparison(engine: ours, reference: theirs)
    let shown = subject.program.referenceDifference
    guard printsTheSame(own, record) == (shown == nil) else { return false }
    let verdict: Verdict.Reference
    switch comparison.verdict {
    case .same: verdict = shown.map { .different($0) } ?? (comparison.threads.isEmpty ? .nothingToCompare : .same)
    case .sameButForTiming: verdict = shown.map { .different($0) } ?? .sameButForTies
    case .known: verdict = .different(comparison.differences.map(\.id).joined(separator: ", "))
    case .different: return false
    }
    note { $0.reference = verdict }
    return true
  }

  /// Whether it differs from CoreFoundation in a way that is documented.
  var differsAsDocumented: Bool {
    if case .different = findings.reference { true } else { false }
  }

  /// Compiles it for the proof of a documented difference.
  func prepareProof(on bench: Workbench) async -> CompiledProgram? {
    await referenceRunner?.compileAlone(because: "is repeated", on: bench)
  }

  /// Runs on CoreFoundation again what differs in a way that is documented.
  ///
  /// A busy machine can make it differ so; what does by its nature differs again, at a slower pace. Whether it did
  /// something else each time, so that nothing is proved.
  func proveDocumentedDifference(of program: CompiledProgram, on bench: Workbench) async -> Bool {
    guard let referenceRunner else { return false }
    let first = findings.reference
    var other: [ProgramRecord] = []
    var proofs = 0
    for pace in Self.slowPaces {
      let record = await referenceRunner.record(of: program, on: bench, pace: self.pace(pace))
      guard compare(with: record) else {
        other.append(record)
        continue
      }
      if findings.reference == first {
        proofs += 1
        if proofs == Self.proofs { return false }
      }
      if findings.reference == .same || findings.reference == .sameButForTies {
        bench.keep(record, of: referenceRunner.task)
        return false
      }
    }
    guard other.count == Self.slowPaces.count, let last = other.last else {
      note { $0.reference = first }
      return false
    }
    // The run that began this is not believed by the next look, either.
    bench.keep(last, of: referenceRunner.task)
    note { $0.reference = .notRun }
    return true
  }

  /// Runs on CoreFoundation again what came out differently, with the machine to itself, before it counts.
  func proveReference(on bench: Workbench) async {
    guard let referenceRunner else { return }
    var (last, slow): (ProgramRecord?, [ProgramRecord]) = (nil, [])
    for (number, pace) in Self.paces.enumerated() {
      if compare(with: bench.cache.record(referenceRunner.task)) { return }
      let record = await runReferenceAlone(referenceRunner, at: self.pace(pace), on: bench)
      if compare(with: record) { return bench.keep(record, of: referenceRunner.task) }
      last = record
      // Before, a busy machine may have exchanged what is near to each other.
      if number >= Self.paces.count - Self.slowPaces.count { slow.append(record) }
    }
    if await showsAnotherOrder(slow, of: referenceRunner, on: bench) { return }
    report(difference(last))
  }

  /// Whether a run on CoreFoundation printed what one here did, or what the chapter says.
  private func printsTheSame(_ ours: ProgramRecord, _ theirs: ProgramRecord) -> Bool {
    PrintedComparison(engine: ours, reference: theirs).isSame
      || subject.variant == nil && holds(theirs)
  }

  /// Whether a run does what the chapter says.
  private func holds(_ record: ProgramRecord) -> Bool {
    !subject.judge.judgements(record, withTraces: record.trace?.clock == .virtual).contains(where: Self.isDoubt)
  }

  /// Under how many schedules at least the order is looked for in which threads ran on CoreFoundation.
  ///
  /// Where one of them gets far while another is about to sleep, that is one order of many.
  private static let schedules = 256
  /// How many of them are tried before it is asked whether more are needed.
  private static let schedulesAtOnce = 32

  /// Whether the program does here what each of some runs on CoreFoundation did, when its threads run in another order
  /// at one moment of virtual time, and all that is recorded of it holds then, too.
  private func showsAnotherOrder(
    _ records: [ProgramRecord], of referenceRunner: ProgramRunner, on bench: Workbench
  ) async -> Bool {
    let hasThreads = records.contains { Set($0.trace?.events.map(\.thread) ?? []).count > 1 }
    guard subject.task.hasVirtualClock, hasThreads else { return false }
    let program = await runner.compileAlone(because: "is run in other orders", on: bench)
    // A chapter may be meant to show only one of the orders.
    let showsOneOrder = subject.program.schedules == 1
    var orders: [ProgramRecord] = []
    for start in stride(from: 0, to: max(subject.schedules, Self.schedules), by: Self.schedulesAtOnce) {
      let schedules = (max(start, 1)..<start + Self.schedulesAtOnce).map(String.init)
      orders += await runner.records(of: program, under: schedules, on: bench).filter { showsOneOrder || holds($0) }
      if records.allSatisfy({ theirs in orders.contains { Self.didTheSame($0, as: theirs) } }) { break }
    }
    var shown: (ours: ProgramRecord, theirs: ProgramRecord)?
    for theirs in records {
      guard let ours = orders.first(where: { Self.didTheSame($0, as: theirs) }) else { return false }
      shown = (ours, theirs)
    }
    guard let shown else { return false }
    noteAnotherOrder(shown.theirs)
    // Neither says anything to another machine without the other; that finds its own.
    bench.keepHere(shown.theirs, as: referenceRunner.task.fingerprint)
    bench.keepHere(shown.ours, as: subject.referenceOrderFingerprint)
    return true
  }

  /// Whether it did in another order of its threads what CoreFoundation did.
  private static func didTheSame(_ ours: ProgramRecord, as theirs: ProgramRecord) -> Bool {
    let ended = ProgramResult.Ending.process(.exited(0))
    guard ours.execution?.ending == ended, theirs.execution?.ending == ended,
      let engine = ours.trace, let reference = theirs.trace
    else { return false }
    return PrintedComparison(engine: ours, reference: theirs).isSame
      && [.same, .sameButForTiming].contains(ReferenceComparison(engine: engine, reference: reference).verdict)
  }

  /// Compiled each time: a busy machine takes longer over it, and the proofs do not all fall into the same busy moment.
  private func runReferenceAlone(
    _ runner: ProgramRunner, at pace: Int, on bench: Workbench
  ) async -> ProgramRecord {
    let program = await runner.compileAlone(because: "is repeated", on: bench)
    return await runner.record(of: program, on: bench, pace: pace)
  }

  /// That pace, or the slowest at which the program does not take too long.
  private func pace(_ pace: Int) -> Int {
    let length = findings.trace.map { Duration.nanoseconds($0.events.last?.time ?? 0) } ?? .zero
    return max(1, min(pace, Int(Self.longest / max(length, .milliseconds(1)))))
  }

  private func difference(_ record: ProgramRecord?) -> Diagnostic {
    let cure = "if this is intended: reference=off reason=\"why\""
    let place = subject.place
    if let message = record?.messages.first(where: { $0.severity == .error }) {
      return Diagnostic(
        id: "reference-does-not-compile", "on CoreFoundation the example does not compile: \(message.text)",
        at: place, cure: cure)
    }
    if let execution = record?.execution, execution.ending != .process(.exited(0)) {
      let report = ExecutionReport(subject.program, subject.chapter.file)
      let problem = report.problem(execution, place: place)?.diagnostic
      return Diagnostic(
        id: "reference-fails", "on CoreFoundation " + (problem?.message ?? "the example ends differently"),
        at: place, notes: problem?.notes ?? [], cure: cure)
    }
    guard let record, let own = findings.record, let theirs = record.trace, let ours = own.trace else {
      return Diagnostic(
        id: "reference-fails", "on CoreFoundation the example could not be recorded", at: place, cure: cure)
    }
    let comparison = ReferenceComparison(engine: ours, reference: theirs)
    if comparison.isExplained, let name = subject.program.referenceDifference {
      return Diagnostic(
        id: "reference-agrees", "on CoreFoundation the example prints the same, so it does not show `\(name)`",
        at: place, cure: "remove `reference=\(name)`")
    }
    if comparison.isExplained, let printed = RecordComparison(record, own, comparesTraces: false).difference {
      return Diagnostic(
        id: "reference-prints", "on CoreFoundation the example prints something different", at: place,
        notes: [Diagnostic.Note("CoreFoundation (-), and LoopEngine (+)\n" + printed.lines)], cure: cure)
    }
    return Diagnostic(
      id: "reference-differs", "CoreFoundation does something different", at: place,
      notes: [Diagnostic.Note(comparison.description)], cure: cure)
  }
}
