internal import Execution
internal import LoopTracing

extension RunVariation {
  /// The variation with this number, from 1: always the same.
  static func number(_ number: Int) -> RunVariation {
    RunVariation(hashSeed: UInt32(truncatingIfNeeded: number), layout: UInt32(truncatingIfNeeded: number))
  }
}

/// Runs that differ from a program's first in nothing that it should depend on, and do not do the same.
extension ProgramRunner {
  /// How often a program runs unvaried before it counts as one that does something else only when it is varied.
  private static let controls = 3
  /// How many seeds are tried before addresses are to blame: a few members may have the same order by chance.
  private static let seeds: UInt32 = 8

  /// Runs a program in one variation, where its task asks for that and its first run showed something.
  func strays(
    from first: ProgramRecord, _ program: CompiledProgram, _ task: ProgramTask, variation: RunVariation = .number(1)
  ) async -> [ProgramRecord.Stray] {
    guard task.isVaried, let expected = first.execution, Self.isAsAsked(expected, task), Self.shows(expected),
      let other = await execute(program, task, variation: variation).record.execution,
      !Self.isSame(expected, other, task)
    else { return [] }
    let cause = await cause(from: expected, program, task)
    // In real time, what comes when may shift.
    if cause == .everyRun, task.sleeps { return [] }
    return [ProgramRecord.Stray(cause: cause, execution: other)]
  }

  /// Why a run in a variation differs from the first: found out by runs that differ in less.
  private func cause(
    from first: ProgramRecord.Execution, _ program: CompiledProgram, _ task: ProgramTask
  ) async -> StrayCause {
    for _ in 0..<Self.controls {
      if let control = await execute(program, task).record.execution, !Self.isSame(first, control, task) {
        return .everyRun
      }
    }
    for seed in 1...Self.seeds {
      let onlyHashes = RunVariation(hashSeed: seed)
      if let control = await execute(program, task, variation: onlyHashes).record.execution,
        !Self.isSame(first, control, task)
      {
        return .hashes
      }
    }
    return .addresses
  }

  /// Why runs of a task differ; `nil` where it cannot be run.
  func cause(from first: ProgramRecord, _ task: ProgramTask) async -> StrayCause? {
    guard let execution = first.execution else { return nil }
    return await cause(from: execution, await alone(task, "explained", because: AloneReason("is explained")), task)
  }

  /// Runs a task that is to be recorded for the first time in more variations, and under other orders of its threads.
  ///
  /// - Returns: The runs that differ from the first; one of each cause.
  func strays(
    from first: ProgramRecord, _ task: ProgramTask, variations: Range<Int>, schedules: [String]
  ) async -> [ProgramRecord.Stray] {
    guard let expected = first.execution, Self.isAsAsked(expected, task), Self.shows(expected) else { return [] }
    let program = await alone(task, "proved", because: AloneReason("is proved"))
    var found = await inOrder(variations) { number in
      await strays(from: first, program, task, variation: .number(number))
    }.flatMap(\.self)
    found += await inOrder(schedules) { schedule -> [ProgramRecord.Stray] in
      var task = task
      task.recording?.schedule = schedule
      guard let other = await execute(program, task).record.execution,
        other.ending != expected.ending || other.blocks != expected.blocks
      else { return [] }
      return [ProgramRecord.Stray(cause: .schedule(schedule), execution: other)]
    }.flatMap(\.self)
    return found
  }

  /// Whether a run ended as the task asks, so that there is something to compare with.
  private static func isAsAsked(_ execution: ProgramRecord.Execution, _ task: ProgramTask) -> Bool {
    switch (task.demand, execution.ending) {
    case (.runs, .process(.exited(0))): true
    case (.crashes, .process(.signaled)): true
    default: false
    }
  }

  /// Whether a reader sees anything of a run.
  private static func shows(_ execution: ProgramRecord.Execution) -> Bool {
    execution.trace != nil || execution.ending != .process(.exited(0)) || execution.blocks.contains { !$0.isEmpty }
  }

  /// Whether a reader would see the same of two runs.
  static func isSame(
    _ first: ProgramRecord.Execution, _ other: ProgramRecord.Execution, _ task: ProgramTask
  ) -> Bool {
    guard first.ending == other.ending, first.blocks == other.blocks, first.closedOutput == other.closedOutput,
      first.leftProcesses == other.leftProcesses
    else { return false }
    if task.demand == .crashes, TrapMessage(first.errors).text != TrapMessage(other.errors).text { return false }
    guard task.recording?.clock == "virtual", first.trace?.json != other.trace?.json else { return true }
    return first.trace?.value.map { TraceText($0).text } == other.trace?.value.map { TraceText($0).text }
  }
}
