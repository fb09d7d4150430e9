internal import Execution
internal import LoopTracing

extension RunVariation {
  /// The variation with this number, from 1: always the same.
  static func number(_ number: Int) -> RunVariation {
    let number = UInt32(truncatingIfNeeded: number)
    return RunVariation(
      hashSeed: number, layout: number, lingers: true, renumbers: true, hasInput: true, date: number,
      folderOrder: number, isElsewhere: true,
      // On a busy machine what comes later may come too early, so programs that run in more variations have each order
      // more than once.
      precedence: number.isMultiple(of: 4) ? 1 : number)
  }

  /// What a program may do otherwise that does not wait for its threads, where nothing gives these time at its end.
  fileprivate static let endingAtOnce = [
    RunVariation(precedence: 1), RunVariation(precedence: 2), RunVariation(), RunVariation(),
  ]
}

/// Runs that differ from a program's first in nothing that it should depend on, and do not do the same.
extension ProgramRunner {
  /// How often a program runs unvaried before it counts as one that does something else only when it is varied.
  private static let controls = 3
  /// How often it does so in real time, and how many of these runs may print something else on a busy machine.
  private static let controlsInRealTime = 5, othersInRealTime = 1
  /// The highest number of a variation in which programs run without being asked to.
  static let lastVariation = 21
  /// The seeds that are tried before addresses are to blame: a few members may have the same order by chance.
  ///
  /// As many dates are tried, since some have the same day of the week.
  private static let seeds = 1...UInt32(lastVariation)

  /// Runs a program in one variation, where its task asks for that; also one that showed nothing, as it may show
  /// something there.
  func strays(
    from first: ProgramRecord, _ program: CompiledProgram, variation: RunVariation = .number(1), on bench: Workbench
  ) async -> [ProgramRecord.Stray] {
    guard task.isVaried, let expected = first.execution, isAsAsked(expected),
      let other = await record(of: program, on: bench, variation: variation).execution, !isSame(expected, other)
    else { return [] }
    let cause = await cause(from: expected, program, with: variation, on: bench)
    if cause == .everyRun, task.source.isSlow, await mostlyPrintsTheSame(as: expected, program, on: bench) { return [] }
    return [ProgramRecord.Stray(cause: cause, execution: other)]
  }

  /// Whether most runs print what the first did: in real time, what comes when may shift now and then.
  private func mostlyPrintsTheSame(
    as first: ProgramRecord.Execution, _ program: CompiledProgram, on bench: Workbench
  ) async -> Bool {
    var others = 0
    for _ in 0..<Self.controlsInRealTime {
      let control = await record(of: program, on: bench).execution
      if control?.ending != first.ending || control?.blocks != first.blocks { others += 1 }
      if others > Self.othersInRealTime { return false }
    }
    return true
  }

  /// Why a run in a variation differs from the first: found out by runs that differ in less.
  private func cause(
    from first: ProgramRecord.Execution, _ program: CompiledProgram, with variation: RunVariation, on bench: Workbench
  ) async -> StrayCause {
    for _ in 0..<Self.controls {
      if let control = await record(of: program, on: bench).execution, !isSame(first, control) {
        return await isSteadyWhereItWaits(program, on: bench) ? .threads : .everyRun
      }
    }
    let others: [(RunVariation, StrayCause)] =
      [
        (RunVariation(lingers: true), .threads), (RunVariation(precedence: 1), .precedence),
        (RunVariation(precedence: 2), .precedence), (RunVariation(renumbers: true), .processes),
        (RunVariation(hasInput: true), .input), (RunVariation(folderOrder: variation.folderOrder), .folderOrder),
      ]
      + ([variation.hashSeed] + Self.seeds).map { (RunVariation(hashSeed: $0), .hashes) }
      // Names of time zones, and those of another user, move what is allocated.
      + [(RunVariation(layout: 1), .addresses), (RunVariation(isElsewhere: true), .machine)]
      + ([variation.date] + Self.seeds).map { (RunVariation(date: $0), .date) }
    for (variation, cause) in others {
      guard let control = await record(of: program, on: bench, variation: variation).execution,
        !isSame(first, control)
      else { continue }
      if !cause.recurs { return cause }
      // What comes of it once and not twice is up to chance.
      let second = await record(of: program, on: bench, variation: variation).execution
      return second.map { isSame(first, $0) } == true ? .everyRun : cause
    }
    return .addresses
  }

  /// Whether a program that names threads does the same each time if these have a little time at its end.
  private func isSteadyWhereItWaits(_ program: CompiledProgram, on bench: Workbench) async -> Bool {
    guard ChanceSearch.namesThreads(task.source.text),
      let first = await record(of: program, on: bench, variation: RunVariation(lingers: true)).execution,
      let second = await record(of: program, on: bench, variation: RunVariation(lingers: true)).execution
    else { return false }
    return isSame(first, second)
  }

  /// Why a run in a variation differs from the first; `nil` where there is none.
  func cause(from first: ProgramRecord, with variation: RunVariation, on bench: Workbench) async -> StrayCause? {
    guard let execution = first.execution else { return nil }
    return await cause(from: execution, await alone(because: "is explained", on: bench), with: variation, on: bench)
  }

  /// In which variations, besides the first, a program runs that may meet chance.
  ///
  /// Usual runs and those with odd numbers agree on the order of equal sets, which no reader's runs do.
  private static let furtherVariations = [2, 4, 6, 8, 3]
  /// In which more of them one runs that hashes by its own text: two members are in the same order in every second.
  private static let hashingVariations = Array(stride(from: 5, through: lastVariation, by: 2))

  /// In which ones runs one that asks what day it is: these have all months and days of the week, a leap day, and the
  /// last day of a year.
  private static let datedVariations = Array(2...15)

  /// Runs a program that may meet chance in more variations; the first that differs counts.
  func furtherStrays(
    from first: ProgramRecord, _ program: CompiledProgram, on bench: Workbench
  ) async -> [ProgramRecord.Stray] {
    guard task.isVaried, let expected = first.execution, isAsAsked(expected),
      ChanceSearch.isNeeded(for: task.source.text, importing: program.imports)
    else { return [] }
    let text = task.source.text
    var numbers = Self.furtherVariations
    if ChanceSearch.hashes(text) { numbers += Self.hashingVariations }
    if ChanceSearch.tellsDay(text) { numbers += Self.datedVariations.filter { !numbers.contains($0) } }
    let endsAtOnce = ChanceSearch.namesThreads(text) ? RunVariation.endingAtOnce : []
    for variation in numbers.map(RunVariation.number) + endsAtOnce {
      let found = await strays(from: first, program, variation: variation, on: bench)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Runs a program that is to be recorded for the first time in more variations, and under other orders of its
  /// threads.
  ///
  /// - Returns: The runs that differ from the first; one of each cause.
  func strays(
    from first: ProgramRecord, variations: Range<Int>, schedules: [String], on bench: Workbench
  ) async -> [ProgramRecord.Stray] {
    guard let expected = first.execution, isAsAsked(expected) else { return [] }
    let program = await alone(because: "is proved", on: bench)
    var found = await variations.concurrentMap { [self] number in
      await strays(from: first, program, variation: .number(number), on: bench)
    }.flatMap(\.self)
    found += await schedules.concurrentMap { [self] schedule -> [ProgramRecord.Stray] in
      guard let other = await record(of: program, on: bench, schedule: schedule).execution,
        other.ending != expected.ending || other.blocks != expected.blocks
      else { return [] }
      return [ProgramRecord.Stray(cause: .schedule(schedule), execution: other)]
    }.flatMap(\.self)
    return found
  }

  /// Whether a run ended as the task asks, so that there is something to compare with.
  private func isAsAsked(_ execution: ProgramRecord.Execution) -> Bool {
    switch (task.demand, execution.ending) {
    case (.runs, .process(.exited(0))): true
    case (.crashes, .process(.signaled)): true
    default: false
    }
  }

  /// Whether a reader would see the same of two runs.
  private func isSame(_ first: ProgramRecord.Execution, _ other: ProgramRecord.Execution) -> Bool {
    guard first.ending == other.ending, first.blocks == other.blocks, first.closedOutput == other.closedOutput,
      first.leftProcesses == other.leftProcesses
    else { return false }
    if task.demand == .crashes, TrapMessage(first.errors).text != TrapMessage(other.errors).text { return false }
    guard task.hasVirtualClock, first.trace?.json != other.trace?.json else { return true }
    return first.trace?.value.map { TraceText($0).text } == other.trace?.value.map { TraceText($0).text }
  }
}
