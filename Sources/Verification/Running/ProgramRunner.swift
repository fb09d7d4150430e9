package import Execution
internal import Files
internal import Glibc
internal import LoopEngine
internal import LoopTracing
internal import Synchronization

/// Compiles and runs programs, many at once, and keeps what became of them.
package struct ProgramRunner: Sendable {
  private let builder: ProgramBuilder
  private let supervisor: Supervisor
  private let hosts: HostSettings
  private let cache: ResultCache
  /// For programs that compute, and for those that sleep.
  private let slots: Slots
  private let sleepers: Slots
  private let counter = Counter()
  private let compiled = CompiledPrograms()

  private final class Counter: Sendable {
    let number = Atomic<Int>(0)
    let lacksRoom = Atomic<Bool>(false)
  }

  /// What was compiled since the runner was made, by what the records are kept under.
  private final class CompiledPrograms: Sendable {
    private let programs = Mutex<[Fingerprint: CompiledProgram]>([:])

    subscript(task: ProgramTask) -> CompiledProgram? {
      get { programs.withLock { $0[task.fingerprint] } }
      set { programs.withLock { $0[task.fingerprint] = newValue } }
    }
  }

  /// Whether something failed that may have failed for want of room for temporary files.
  package var lacksRoom: Bool { counter.lacksRoom.load(ordering: .relaxed) }

  /// So many programs that mostly sleep may run at once for each that computes.
  private static let sleepersPerJob = 16

  package init(builder: ProgramBuilder, supervisor: Supervisor, hosts: HostSettings, cache: ResultCache, jobs: Int) {
    self.builder = builder
    self.supervisor = supervisor
    self.hosts = hosts
    self.cache = cache
    // A program waits for its host, its namespaces and its pipes about as long as it computes.
    slots = Slots(jobs * 2)
    sleepers = Slots(jobs * Self.sleepersPerJob)
  }

  /// What the cache holds of a task.
  package func kept(_ task: ProgramTask) -> ProgramRecord? {
    cache.entry(task.fingerprint).flatMap(ProgramRecord.init)
  }

  /// Compiles and runs the tasks, and tells of each by its index, from several tasks at once.
  ///
  /// `isDoubtful` says whether a record of a program that shared its module has to be proved by running it alone. Once
  /// `isWanted` says no, programs are not run any more, and have no record.
  package func run(
    _ tasks: [ProgramTask], isDoubtful: @escaping @Sendable (Int, ProgramRecord) -> Bool,
    started: @escaping @Sendable (Int) -> Void, isWanted: @escaping @Sendable () -> Bool,
    _ done: @escaping @Sendable (Int, ProgramRecord?) async -> Void
  ) async {
    let sources = tasks.enumerated().map { index, task in source(task, index) }
    await builder.build(sources) { index, program in
      guard isWanted() else { return await done(index, nil) }
      started(index)
      let task = tasks[index]
      compiled[task] = program
      var (record, result) = await execute(program, task)
      record.strays = await strays(from: record, program, task)
      if program.mustBeRepeatedAlone(after: result, failed: !record.messages.isEmpty || isDoubtful(index, record)) {
        let reason = AloneReason("failed with others, and was tried again")
        var again = source(task, index)
        again.name += "-alone"
        let program = await builder.buildAlone(again, because: reason)
        // Another may have failed while this one waited for the compiler.
        guard isWanted() else { return await done(index, nil) }
        compiled[task] = program
        record = await execute(program, task).record
        record.strays = await strays(from: record, program, task)
      }
      keep(record, for: task)
      await done(index, record)
    }
  }

  /// Keeps a record for later runs, if it can be trusted to come out the same again.
  package func keep(_ record: ProgramRecord, for task: ProgramTask) {
    if Self.isLasting(record), !Abandonment.isUnderWay { cache.keep(record.encoded(), as: task.fingerprint) }
  }

  /// Compiles and runs one task again, whatever the cache holds, as often as asked; each time in another variation where it
  /// `varies`; the first variation is every program's.
  package func repeated(_ task: ProgramTask, times: Int, varies: Bool = false) async -> [ProgramRecord] {
    let program = await alone(task, "repeated", because: AloneReason("is repeated"))
    return await inOrder(1...times) { time in
      await execute(program, task, variation: varies ? .number(time + 1) : RunVariation()).record
    }
  }

  /// Compiles a task as a module of its own, unless that has been done.
  func alone(_ task: ProgramTask, _ name: String, because reason: AloneReason) async -> CompiledProgram {
    if let known = compiled[task], known.aloneReason != nil { return known }
    return await again(task, name, because: reason)
  }

  /// Compiles a task as a module of its own.
  private func again(_ task: ProgramTask, _ name: String, because reason: AloneReason) async -> CompiledProgram {
    var source = source(task, 0)
    source.name = nextName(name)
    return await builder.buildAlone(source, because: reason)
  }

  /// Does the same with each element, all at once, and gives the results in the elements' order.
  func inOrder<Element: Sendable, Result: Sendable>(
    _ elements: some Sequence<Element>, _ body: @escaping @Sendable (Element) async -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
      for (index, element) in elements.enumerated() { group.addTask { (index, await body(element)) } }
      var results: [(Int, Result)] = []
      for await result in group { results.append(result) }
      return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Compiles and runs one task, whatever the cache holds, and tells what happens while it runs.
  package func watched(_ task: ProgramTask, _ watch: @escaping @Sendable (RunNews) -> Void) async -> ProgramRecord {
    await execute(await again(task, "watched", because: AloneReason("is watched")), task, watch).record
  }

  private func under(_ schedules: [String], _ program: CompiledProgram, _ task: ProgramTask) async -> [ProgramRecord] {
    await inOrder(schedules) { schedule in
      var task = task
      task.recording?.schedule = schedule
      return await execute(program, task).record
    }
  }

  /// Runs a task under other schedules; it is compiled unless it has been.
  ///
  /// `isDoubtful` says whether a record of a program that shared its module has to be proved by running it alone.
  package func underSchedules(
    _ task: ProgramTask, _ schedules: [String], isDoubtful: (ProgramRecord) -> Bool
  ) async -> [ProgramRecord] {
    let alone = AloneReason("runs under several schedules")
    let known = compiled[task]
    let program = if let known { known } else { await again(task, "schedules", because: alone) }
    let records = await under(schedules, program, task)
    // Only a program by itself may be said to depend on its schedule.
    guard program.aloneReason == nil, records.contains(where: isDoubtful) else { return records }
    return await under(schedules, await again(task, "schedules", because: alone), task)
  }

  private func nextName(_ kind: String) -> String {
    "\(kind)-\(counter.number.add(1, ordering: .relaxed).newValue)"
  }

  private func source(_ task: ProgramTask, _ index: Int) -> ProgramSource {
    var source = ProgramSource(
      name: "\(task.name)-\(index)", text: task.text, blocks: task.blocks, settings: task.settings)
    source.aloneReason = task.aloneReason
    source.isSlow = task.sleeps
    return source
  }

  func execute(
    _ program: CompiledProgram, _ task: ProgramTask, _ watch: (@Sendable (RunNews) -> Void)? = nil,
    variation: RunVariation = RunVariation()
  ) async -> (record: ProgramRecord, result: ProgramResult?) {
    var record = ProgramRecord()
    var result: ProgramResult?
    record.aloneReason = program.aloneReason?.text
    switch program.outcome {
    case .rejected(let messages): record.messages = messages
    case .broken(let reason):
      record.messages = [CompilerMessage(severity: .error, file: "<unknown>", line: 0, column: 0, text: reason)]
      record.isBroken = true
    case .loadable(let loadable):
      guard task.demand == .runs || task.demand == .crashes else { break }
      let run = ProgramRun(
        loadable, limits: task.limits, recording: task.recording, variation: variation, watch: watch)
      let ended = await (task.sleeps ? sleepers : slots).run { await supervisor.run(run, in: hosts) }
      record.execution = Self.execution(ended, blocks: task.blocks.count + 1)
      result = ended
    }
    // A compiler that cannot write says so without a place; that is not the example's fault, and must not be kept.
    if record.failedWithoutPlace, hosts.scratch.isNearlyFull {
      record.isBroken = true
      counter.lacksRoom.store(true, ordering: .relaxed)
    }
    return (record, result)
  }

  private static func execution(_ result: ProgramResult, blocks: Int) -> ProgramRecord.Execution {
    var output = result.output
    var errors = result.errors
    var trace: [UInt8]?
    if let folder = result.traceFolder {
      // A recording that never began has no journal, and its program told why.
      if let reading = try? TraceJournal.read(folder: folder) {
        trace = Array(TraceJSON.text(of: reading.trace).utf8)
      }
      output += Disk.bytes(of: "\(folder)/output.txt") ?? []
      errors += Disk.bytes(of: "\(folder)/errors.txt") ?? []
      FileTree.remove(folder)
    }
    let (parts, last) = BlockMarks.split(output, blocks: blocks)
    var execution = ProgramRecord.Execution(
      ending: result.ending, stage: result.stage, blocks: parts,
      errors: BlockMarks.split(errors, blocks: blocks).parts.flatMap { $0 })
    execution.lastBlock = last
    execution.closedOutput = result.closedOutput
    execution.leftProcesses = result.leftProcesses
    execution.duration = result.wallTime
    execution.trace = trace.map(RecordedTrace.init)
    return execution
  }

  private static func isLasting(_ record: ProgramRecord) -> Bool {
    !record.isBroken && record.execution?.ending.isLasting ?? true
      && record.strays.allSatisfy { $0.execution.ending.isLasting }
  }
}

extension ProgramRecord {
  /// Whether it has failed, and nothing of its text is to blame.
  fileprivate var failedWithoutPlace: Bool {
    if case .notStarted = execution?.ending { return true }
    return messages.contains { $0.severity == .error && $0.line == 0 }
  }
}
