internal import Execution
internal import Files

/// Finds out about many cases: what is done first, what at the same time, and what only then.
struct Examination: Sendable {
  /// The cases, in the order of the book.
  let cases: [CaseExamination]
  private let terms: ExaminationTerms

  init(_ cases: [Case], options: VerificationOptions, progress: any VerificationProgress) {
    let terms = ExaminationTerms(options, progress: progress)
    self.terms = terms
    self.cases = cases.map { CaseExamination($0, terms) }
  }

  /// The cases that are as their authors wrote them.
  private var written: [CaseExamination] { cases.filter { $0.subject.variant == nil } }

  /// The cases that are as their authors wrote them, each with those of the same with other values.
  var groups: [(written: CaseExamination, variants: [CaseExamination])] {
    let starts = cases.indices.filter { cases[$0].subject.variant == nil }
    return zip(starts, starts.dropFirst() + [cases.count]).map { start, end in
      (cases[start], Array(cases[(start + 1)..<end]))
    }
  }

  /// The examples of all cases, with what was found out about them.
  var examples: [VerifiedExample] { groups.flatMap { $0.written.examples(with: $0.variants) } }

  /// Asks what is known, and finds out the rest.
  ///
  /// - Parameters:
  ///   - known: By a program's fingerprint, what was found out earlier in this process.
  ///   - besides: What else is done meanwhile, if there is anything to find out: comparing in real time leaves
  ///     processors idle.
  func examine(
    in workshop: Workshop, knowing known: [Fingerprint: Findings],
    besides: @escaping @Sendable (Workbench) async -> Void
  ) async throws(MachineLack) {
    let unknown = cases.map(\.subject).filter { known[$0.task.fingerprint]?.stillHold(for: $0) != true }
    workshop.cache.fetch(unknown.flatMap(\.wanted))
    // Recordings are read by all processors.
    _ = ParallelMap.of(cases, batch: 4) { $0.recall(known[$0.subject.task.fingerprint], from: workshop.cache) }
    let isWork = cases.contains {
      $0.needsRun || $0.needsReference || $0.needsSchedules || $0.needsReruns || $0.needsWatching
        || $0.needsProbing || $0.isToBeRecorded
    }
    // What was uploaded may be the package alone.
    defer { workshop.cache.finishUploads() }
    guard isWork || terms.options.repetitions > 0 else { return }
    try await workshop.withWorkbench { bench in
      async let other: Void = besides(bench)
      await work(on: bench)
      await other
    }
    workshop.cache.removeOld()
  }

  /// So many programs that lack the same import make it one problem of the book.
  private static let manyCases = 3

  /// Finds out which modules have what programs do not find.
  func adviseOnImports(in workshop: Workshop) async throws(MachineLack) {
    let names = written.reduce(into: Set<String>()) { $0.formUnion($1.missingNames) }
    guard !names.isEmpty else { return }
    let modules = try await workshop.modules(declaring: names)
    let lacking = Dictionary(grouping: written) { $0.module(declaring: modules) }
    for (module, cases) in lacking {
      if let module, cases.count >= Self.manyCases {
        for examination in cases { examination.wait(for: module) }
      } else {
        for examination in cases { examination.advise(modules) }
      }
    }
  }

  /// What its cases wait for.
  var wants: [ModuleOffer.Want] { written.compactMap(\.findings.want) }

  private func work(on bench: Workbench) async {
    let open = cases.filter(\.needsRun)
    let compared = cases.filter(\.needsReference)
    terms.progress.begin(stage: "Compiling and running examples", total: open.count + compared.count)
    // These mostly sleep, since CoreFoundation knows only real time.
    async let references: Void = bench.builder.build(compared.compactMap { $0.referenceOrder(on: bench) })
    await bench.builder.build(open.map { $0.order(on: bench) })
    if !compared.isEmpty {
      // Beside the references, whose stage goes on.
      await cases.filter(\.needsSchedules).concurrentForEach { await $0.trySchedules(on: bench) }
    }
    await references
    await proveReferences(compared, on: bench)
    await stage("Trying other orders of threads", cases.filter(\.needsSchedules)) { await $0.trySchedules(on: bench) }
    await stage("Watching threads for data races", cases.filter(\.needsWatching)) { await $0.watch(on: bench) }
    await stage("Checking comments", cases.filter(\.needsProbing)) { await $0.probe(on: bench) }
    await rerun(cases.filter(\.needsReruns), on: bench)
    let times = terms.options.repetitions
    if times > 0 {
      await stage("Running examples again", cases.filter(\.isRepeatable)) { await $0.repeatProgram(times, on: bench) }
    }
    await stage("Running new results again", cases.filter(\.isToBeRecorded)) { await $0.proveChange(on: bench) }
  }

  /// Does the same with each of these cases, all at once, and tells of it.
  private func stage(
    _ name: String, _ cases: [CaseExamination], _ body: @escaping @Sendable (CaseExamination) async -> Void
  ) async {
    guard !cases.isEmpty else { return }
    terms.progress.begin(stage: name, total: cases.count)
    await cases.concurrentForEach { [terms] examination in
      let name = examination.subject.name
      terms.progress.started(name)
      await body(examination)
      terms.progress.finished(name)
    }
  }

  /// Runs examples once more with the declarations of these.
  private func rerun(_ cases: [CaseExamination], on bench: Workbench) async {
    guard !cases.isEmpty else { return }
    // What cannot be kept is known for as long as this takes, and what several cases run is run once.
    let found = FoundRecords()
    var known: Set<Fingerprint> = []
    let orders = cases.flatMap { $0.rerunOrders(on: bench, into: found) }
      .filter { known.insert($0.task.fingerprint).inserted }.map(\.order)
    terms.progress.begin(stage: "Running examples with declarations of others", total: orders.count)
    await bench.builder.build(orders)
    for examination in cases { examination.judgeReruns(by: found, on: bench) }
  }

  /// Runs those again that differ from CoreFoundation: what is not documented one after the other, and the rest at
  /// once, since a slow pace leaves the machine to others; not while anything is compiled.
  private func proveReferences(_ compared: [CaseExamination], on bench: Workbench) async {
    let doubtful = compared.filter { $0.compareWithReference() }
    guard !doubtful.isEmpty else { return }
    terms.progress.begin(stage: "Comparing again with CoreFoundation", total: doubtful.count)
    let documented = doubtful.filter(\.differsAsDocumented)
    for examination in doubtful where !documented.contains(where: { $0 === examination }) {
      await examination.proveReference(on: bench)
      terms.progress.finished(examination.subject.name)
    }
    let programs = await documented.concurrentMap { await $0.prepareProof(on: bench) }
    let isOpen = await zip(documented, programs).map { (examination: $0, program: $1) }.concurrentMap { [terms] proof in
      defer { terms.progress.finished(proof.examination.subject.name) }
      guard let program = proof.program else { return false }
      return await proof.examination.proveDocumentedDifference(of: program, on: bench)
    }
    for (examination, isOpen) in zip(documented, isOpen) where isOpen { await examination.proveReference(on: bench) }
  }
}
