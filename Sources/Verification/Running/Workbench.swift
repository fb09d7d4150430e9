package import Execution
internal import Files
internal import LoopTracing
internal import Synchronization

/// Where a workshop's programs are compiled and run, many at once, and their records kept.
package final class Workbench: Sendable {
  package let builder: ProgramBuilder
  package let cache: ResultCache
  private let supervisor: Supervisor
  private let hosts: HostSettings
  private let loaded: LoadedFiles
  /// For programs that compute, and for those that sleep.
  private let slots: Slots
  private let sleepers: Slots
  private let hasLackedRoom = Atomic<Bool>(false)

  /// So many programs that mostly sleep may run at once for each that computes.
  private static let sleepersPerJob = 16

  package init(
    builder: ProgramBuilder, supervisor: Supervisor, hosts: HostSettings, cache: ResultCache, loading: LoadedFiles,
    jobs: Int
  ) {
    loaded = loading
    self.builder = builder
    self.supervisor = supervisor
    self.hosts = hosts
    self.cache = cache
    // A program waits for its host, its namespaces and its pipes about as long as it computes.
    slots = Slots(jobs * 2)
    sleepers = Slots(jobs * Self.sleepersPerJob)
  }

  /// Whether something failed that may have failed for want of room for temporary files.
  var lacksRoom: Bool { hasLackedRoom.load(ordering: .relaxed) }

  /// Runs a program once there is a place for it.
  func run(_ run: ProgramRun, sleeps: Bool) async -> ProgramResult {
    await (sleeps ? sleepers : slots).run { await supervisor.run(run, in: hosts) }
  }

  /// What became of a task whose program was compiled, and run unless `result` is `nil`.
  func record(of task: ProgramTask, _ program: CompiledProgram, _ result: ProgramResult?) -> ProgramRecord {
    var record = ProgramRecord(program)
    record.execution = result.map { ProgramRecord.Execution($0, blocks: task.source.blocks.count + 1) }
    // A compiler that cannot write says so without a place; that is not the example's fault, and must not be kept.
    if record.failedWithoutPlace, hosts.scratch.isNearlyFull {
      record.isBroken = true
      hasLackedRoom.store(true, ordering: .relaxed)
    }
    return record
  }

  /// Keeps a record for later runs, if it can be trusted to come out the same again.
  func keep(_ record: ProgramRecord, of task: ProgramTask) {
    if record.isLasting { keep(record.encoded(), as: task.fingerprint) }
  }

  /// Keeps a record on this machine alone.
  func keepHere(_ record: ProgramRecord, as fingerprint: Fingerprint) {
    if record.isLasting, isTrue { cache.keepHere(record.encoded(), as: fingerprint) }
  }

  /// Keeps something for later runs.
  func keep(_ content: [UInt8], as fingerprint: Fingerprint) {
    if isTrue { cache.keep(content, as: fingerprint) }
  }

  /// Whether what was found out is what its fingerprint says: not where children are being ended, nor where something
  /// else was loaded than what was looked at.
  private var isTrue: Bool { !Abandonment.isUnderWay && loaded.changed == nil }
}

extension ResultCache {
  /// What it has of a task.
  package func record(_ task: ProgramTask) -> ProgramRecord? { entry(task.fingerprint).flatMap { ProgramRecord($0) } }
}

extension ProgramRecord {
  /// What is known of a program when it has been compiled.
  fileprivate init(_ program: CompiledProgram) {
    self.init()
    aloneReason = program.aloneReason?.text
    compilation = program.compilation
    warnings = program.warnings
    switch program.outcome {
    case .loadable: break
    case .rejected(let messages): self.messages = messages
    case .broken(let reason):
      messages = [CompilerMessage(severity: .error, file: "<unknown>", line: 0, column: 0, text: reason)]
      isBroken = true
    }
  }

  /// Whether it has failed, and nothing of its text is to blame.
  fileprivate var failedWithoutPlace: Bool {
    if case .notStarted = execution?.ending { return true }
    return messages.contains { $0.severity == .error && $0.line == 0 }
  }
}

extension ProgramRecord.Execution {
  /// Takes over what a run left, and removes its files.
  fileprivate init(_ result: ProgramResult, blocks: Int) {
    var output = result.output
    var errors = result.errors
    var trace: [UInt8]?
    if let folder = result.traceFolder {
      // A recording that never began has no journal, and its program told why. One that ended early would be taken for
      // all that happened.
      if let reading = try? TraceJournal.read(folder: folder), reading.problems.isEmpty {
        trace = Array(TraceJSON.text(of: reading.trace).utf8)
      }
      output += Disk.bytes(of: "\(folder)/output.txt") ?? []
      errors += Disk.bytes(of: "\(folder)/errors.txt") ?? []
      FileTree.remove(folder)
    }
    let (parts, last) = BlockMarks.split(output, blocks: blocks)
    self.init(
      ending: result.ending, stage: result.stage, blocks: parts,
      errors: BlockMarks.split(errors, blocks: blocks).parts.flatMap { $0 })
    lastBlock = last
    closedOutput = result.closedOutput
    leftProcesses = result.leftProcesses
    leavesInput = result.leavesInput
    leavesTaskWaiting = result.leavesTaskWaiting
    realTime = result.realTime
    duration = result.wallTime
    self.trace = trace.map(RecordedTrace.init)
  }
}
