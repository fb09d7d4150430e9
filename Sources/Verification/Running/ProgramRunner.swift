package import Execution
internal import Synchronization

/// Compiles and runs one program as often as is asked, and remembers what it was compiled to.
package final class ProgramRunner: Sendable {
  package let task: ProgramTask
  private let known = Mutex<CompiledProgram?>(nil)

  package init(_ task: ProgramTask) {
    self.task = task
  }

  // MARK: Compiling

  /// What it was compiled to, on its own or with others; if it was not, it is compiled now, as a module of its own.
  func compiled(orAloneBecause reason: String, on bench: Workbench) async -> CompiledProgram {
    if let program = known.withLock({ $0 }) { return program }
    return await compileAlone(because: reason, on: bench)
  }

  /// Compiles it as a module of its own, unless that has been done.
  package func alone(because reason: String, on bench: Workbench) async -> CompiledProgram {
    if let program = known.withLock({ $0 }), program.aloneReason != nil { return program }
    return await compileAlone(because: reason, on: bench)
  }

  /// Compiles it as a module of its own.
  func compileAlone(because reason: String, on bench: Workbench) async -> CompiledProgram {
    let program = await bench.builder.buildAlone(task.source, because: AloneReason(reason))
    known.withLock { $0 = program }
    return program
  }

  // MARK: Running

  /// The record that counts of a program that was just compiled, which is kept; `nil` where it is not wanted any more.
  ///
  /// - Parameters:
  ///   - isDoubtful: Whether a program that shared its module has to be proved by running it alone.
  ///   - isWanted: Asked before each run.
  package func firstRecord(
    of program: CompiledProgram, on bench: Workbench, isDoubtful: @Sendable (ProgramRecord) -> Bool = { _ in false },
    isWanted: @Sendable () -> Bool = { true }
  ) async -> ProgramRecord? {
    guard isWanted() else { return nil }
    known.withLock { $0 = program }
    let result = await run(program, on: bench)
    var record = await recordWithStrays(of: program, result, on: bench)
    if program.mustBeRepeatedAlone(after: result, failed: !record.messages.isEmpty || isDoubtful(record)) {
      let alone = await compileAlone(because: "failed with others, and was tried again", on: bench)
      // Another may have failed while this one waited for the compiler.
      guard isWanted() else { return nil }
      record = await recordWithStrays(of: alone, await run(alone, on: bench), on: bench)
    }
    bench.keep(record, of: task)
    return record
  }

  /// What became of a run, and of another in a variation.
  private func recordWithStrays(
    of program: CompiledProgram, _ result: ProgramResult?, on bench: Workbench
  ) async -> ProgramRecord {
    var record = bench.record(of: task, program, result)
    record.strays = await strays(from: record, program, on: bench)
    if record.strays.isEmpty { record.strays = await furtherStrays(from: record, program, on: bench) }
    return record
  }

  /// Runs a compiled program, if it is one that runs.
  ///
  /// - Parameters:
  ///   - variation: What is otherwise than usual.
  ///   - schedule: In which order its threads take turns; `nil`: the usual one.
  ///   - pace: How many seconds one second of the program's takes, on CoreFoundation.
  ///   - watch: Told what happens while it does.
  package func record(
    of program: CompiledProgram, on bench: Workbench, variation: RunVariation = RunVariation(),
    schedule: String? = nil, pace: Int = 1, watch: (@Sendable (RunNews) -> Void)? = nil
  ) async -> ProgramRecord {
    let result = await run(
      program, on: bench, variation: variation, schedule: schedule, pace: pace, watch: watch)
    return bench.record(of: task, program, result)
  }

  /// How often a program is run with its threads watched: where one ends before the other begins, locks of the system's
  /// seem to keep them apart.
  private static let watchedRuns = 4

  /// The record of the program with its threads watched, which is kept; a race that was found is told by lines of the
  /// program.
  func watchedRecord(on bench: Workbench) async -> ProgramRecord {
    let program = await alone(because: "is watched for data races", on: bench)
    // All at once, so that none has the processors to itself.
    let records = await (0..<Self.watchedRuns).concurrentMap { [self] _ in await record(of: program, on: bench) }
    let ended = ProgramResult.Ending.process(.exited(0))
    var telling = records[0]
    if let other = records.first(where: \.findsRace) ?? records.first(where: { $0.execution?.ending != ended }) {
      telling = other
    }
    if case .loadable(let loadable) = program.outcome, let errors = telling.execution?.errors {
      telling.execution?.errors = await RaceReport.withLines(errors, of: loadable.object, by: bench.builder.compiler)
    }
    bench.keep(telling, of: task)
    return telling
  }

  /// The record of a program with calls that answer what its comments say, which is kept; each run is a block of it.
  ///
  /// Calls that do not compile are left out; what the compiler said of one stands among the warnings, with the place of
  /// its comment.
  func probedRecord(of probed: ProbedProgram, on bench: Workbench) async -> ProgramRecord {
    let runs = probed.runs
    var whole = ProgramRecord()
    for (number, asked) in runs.enumerated() {
      var record = await self.record(asking: asked, of: probed, on: bench)
      func pad(_ execution: inout ProgramRecord.Execution) {
        let own = execution.blocks.flatMap(\.self)
        execution.blocks = runs.indices.map { $0 == number ? own : [] }
      }
      if record.execution != nil { pad(&record.execution!) }
      for index in record.strays.indices { pad(&record.strays[index].execution) }
      whole.add(record)
    }
    bench.keep(whole, of: task)
    return whole
  }

  private func record(asking asked: Set<Int>, of probed: ProbedProgram, on bench: Workbench) async -> ProgramRecord {
    var source = task.source
    var left = Set(probed.probes.indices).subtracting(asked)
    var rejections: [CompilerMessage] = []
    while true {
      let text = probed.text(without: left)
      source.text = text.text
      let program = await bench.builder.buildAlone(source, because: AloneReason("is asked what its comments say"))
      if case .rejected(let messages) = program.outcome {
        // The compiler's later steps find more than its earlier ones.
        var rejected: Set<Int> = []
        for message in messages where message.severity == .error {
          let all = text.probes(of: message)
          // What is too much for the compiler with a comparison may not be without it.
          let equalities = all.filter { probed.probes[$0].question == .equality }
          for probe in equalities.isEmpty ? all : equalities where rejected.insert(probe).inserted {
            var rejection = message
            rejection.line = probed.probes[probe].comment.line
            rejection.column = probed.probes[probe].comment.column
            // That a value has another type than the comment's is not a mistake yet.
            if probed.probes[probe].question == .equality { rejection.severity = .warning }
            rejections.append(rejection)
          }
        }
        if !rejected.isEmpty {
          left.formUnion(rejected)
          continue
        }
      }
      var record = await recordWithStrays(of: program, await run(program, on: bench), on: bench)
      record.warnings = rejections
      return record
    }
  }

  /// Runs a compiled program under each of these schedules.
  func records(of program: CompiledProgram, under schedules: [String], on bench: Workbench) async -> [ProgramRecord] {
    await schedules.concurrentMap { [self] in await record(of: program, on: bench, schedule: $0) }
  }

  private func run(
    _ program: CompiledProgram, on bench: Workbench, variation: RunVariation = RunVariation(), schedule: String? = nil,
    pace: Int = 1, watch: (@Sendable (RunNews) -> Void)? = nil
  ) async -> ProgramResult? {
    guard task.isRun, case .loadable(let loadable) = program.outcome else { return nil }
    var recording = task.recording
    if let schedule { recording?.schedule = schedule }
    recording?.pace = pace
    var run = ProgramRun(loadable, limits: task.limits, recording: recording, variation: variation, watch: watch)
    run.willBeVaried = task.isVaried
    run.input = task.input.map { Array($0.utf8) }
    return await bench.run(run, sleeps: task.source.isSlow)
  }
}

extension ProgramRecord {
  /// Adds what became of the same program when other comments were asked.
  fileprivate mutating func add(_ other: ProgramRecord) {
    messages += other.messages
    warnings += other.warnings
    strays += other.strays
    isBroken = isBroken || other.isBroken
    aloneReason = other.aloneReason
    compilation += other.compilation
    guard let next = other.execution else { return }
    guard var own = execution else {
      execution = next
      return
    }
    own.blocks = zip(own.blocks, next.blocks).map { $0 + $1 }
    // The one that did not end well counts.
    if own.ending == .process(.exited(0)) { own.ending = next.ending }
    execution = own
  }
}
