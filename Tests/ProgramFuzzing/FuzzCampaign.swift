internal import Execution

/// Compares random programs in plain Swift and in Loopbook, batch by batch.
package struct FuzzCampaign: Sendable {
  /// What is compared, and for how long.
  package struct Options: Sendable {
    package var seed: UInt64 = 1
    package var first: UInt64 = 0
    package var count: Int?
    package var seconds: Int?
    package var jobs = 2
    /// `5` or `6`; `nil`: both, in turn.
    package var languageMode: String?
    /// Where plain Swift's verdicts are kept between runs.
    package var verdicts: String?
    /// Whether programs are left out that need libraries, as they must be where those are instrumented.
    package var leavesOutLibraries = false
    /// Whether it goes on after a difference.
    package var goesOn = false

    /// A deliberate fault of Loopbook's side, to see that the judge is awake.
    package var fault: Fault?

    /// The defaults, with no end.
    package init() {}
  }

  /// A deliberate fault.
  package enum Fault: String, Sendable {
    /// The statements become a function's, and the variables with them.
    case function
  }

  /// How far it is.
  package struct Report: Sendable {
    /// Programs that were compared, those of them that compile, and those that shared a module.
    package var compared = 0
    package var compiled = 0
    package var shared = 0
    /// Programs that differ.
    package var failures: [Failure] = []
    /// Programs of which nothing can be said, by the reason.
    package var leftOut: [String: Reason] = [:]
    /// Differences that are known, by name.
    package var known: [String: Int] = [:]
    /// Why programs did not share a module, and why they did not compile, by the words.
    package var aloneReasons: [String: Reason] = [:]
    package var rejections: [String: Reason] = [:]
    /// How many were put before the driver, too.
    package var driven = 0
    /// Since the beginning.
    package var seconds = 0.0
    /// The first program that was not looked at.
    package var next: UInt64 = 0

    /// Nothing yet.
    package init() {}

    /// One line of figures.
    package var summary: String {
      let left = leftOut.sorted { $0.key < $1.key }.map { ", \($0.value.count) left out (\($0.key))" }.joined()
      let meant = known.sorted { $0.key < $1.key }.map { ", \($0.value) differ as listed (\($0.key))" }.joined()
      let rate = seconds > 0 ? Int(Double(compared) / seconds * 10) : 0
      return "\(compared) programs compared in \(Int(seconds)) s (\(rate / 10).\(rate % 10) a second): "
        + "\(compiled) compile, \(shared) shared a module, \(driven) went through the driver, too"
        + left + meant + "; \(failures.count) differ"
    }
  }

  /// How often there was a reason, and where, for instance.
  package struct Reason: Sendable {
    package var count = 0
    package var examples: [UInt64] = []

    mutating func add(_ number: UInt64) {
      count += 1
      if examples.count < 4 { examples.append(number) }
    }

    func adding(_ other: Reason) -> Reason {
      Reason(count: count + other.count, examples: Array((examples + other.examples).prefix(4)))
    }
  }

  /// A program that differs.
  package struct Failure: Sendable {
    package var program: FuzzProgram
    package var company: [FuzzProgram]
    package var way: String
    package var plain: Behavior
    package var ours: Behavior
    package var aloneReason: String?
  }

  /// What is compared, and for how long.
  package var options: Options
  private let generator: ProgramGenerator

  /// Makes the campaign; nothing is started.
  package init(_ options: Options) {
    self.options = options
    generator = ProgramGenerator(seed: options.seed)
  }

  /// A program of the family.
  package func program(_ number: UInt64) -> FuzzProgram {
    var program = generator.program(number)
    if let mode = options.languageMode { program.languageMode = mode }
    return program
  }

  /// The batch that a program belongs to.
  package func batch(of number: UInt64) -> Range<UInt64> { generator.batch(of: number).numbers }

  /// So many programs go through one scratch folder.
  private static let programsPerWorkshop: UInt64 = 480

  /// Runs to its end; `tell` hears how far it is.
  package func run(_ tell: @escaping @Sendable (Report) -> Void) async throws -> Report {
    let progress = CampaignProgress(tell)
    var next = batch(of: options.first).lowerBound
    while await progress.goesOn(options, at: next) {
      let end = (next / Self.programsPerWorkshop + 1) * Self.programsPerWorkshop
      let start = next
      next = try await Workshop.open { workshop in
        let bench = try await FuzzBench(workshop: workshop, options)
        return try await run(start..<end, bench, progress)
      }
    }
    return await progress.report
  }

  /// Runs the batches of a range, as many at once as there are jobs; answers where it stopped.
  private func run(_ range: Range<UInt64>, _ bench: FuzzBench, _ progress: CampaignProgress) async throws -> UInt64 {
    try await withThrowingTaskGroup(of: Void.self) { group in
      var next = range.lowerBound
      var running = 0
      while next < range.upperBound, await progress.goesOn(options, at: next) {
        if running == max(1, options.jobs) {
          try await group.next()
          running -= 1
          continue
        }
        let batch = batch(of: next)
        next = batch.upperBound
        running += 1
        group.addTask { try await compare(batch, bench, progress) }
      }
      try await group.waitForAll()
      return next
    }
  }

  private func compare(_ batch: Range<UInt64>, _ bench: FuzzBench, _ progress: CampaignProgress) async throws {
    var report = Report()
    var programs = batch.map(program)
    if options.leavesOutLibraries {
      for program in programs where program.needsLibraries {
        report.leftOut["needs a library", default: Reason()].add(program.number)
      }
      programs.removeAll(where: \.needsLibraries)
    }
    let plain = try await self.plain(programs, bench)
    var judged: [(FuzzProgram, Behavior)] = []
    for (program, behavior) in zip(programs, plain) {
      if behavior.kind == .unlimited {
        report.leftOut["ran into a limit", default: Reason()].add(program.number)
      } else if behavior.kind == .crashedCompiler {
        report.leftOut["the compiler crashed", default: Reason()].add(program.number)
      } else {
        judged.append((program, behavior))
      }
    }
    let records = await bench.records(of: judged.map(\.0), plain: judged.map(\.1))
    for ((program, behavior), record) in zip(judged, records) {
      report.compared += 1
      if behavior.kind == .ran { report.compiled += 1 }
      if let reason = record.aloneReason {
        if behavior.kind == .ran { report.aloneReasons[reason, default: Reason()].add(program.number) }
      } else {
        report.shared += 1
      }
      if behavior.kind == .rejected { report.rejections[behavior.firstWords, default: Reason()].add(program.number) }
      if program.number % Self.programsPerDriver == 0 {
        report.driven += 1
        let driven = try await bench.driverBehavior(program)
        if !driven.agrees(with: behavior), try await bench.isStable(program) {
          throw PlainSwift.Failure(
            what: "The commands of swiftc -### and swiftc itself differ for program \(program.number):\n"
              + "\(behavior.described)\n\(driven.described)")
        }
      }
      guard let (way, ours) = record.difference else { continue }
      if let known = KnownException.all.first(where: { $0.applies(program, record, ours) }) {
        report.known[known.name, default: 0] += 1
        continue
      }
      // What could not even begin is nobody's habit.
      var isStable = ours.kind == .notStarted
      if !isStable { isStable = try await bench.isStable(program) }
      if isStable, ours.kind != .notStarted, record.aloneReason != nil,
        await bench.agreesSometimes(program, with: behavior)
      {
        isStable = false
      }
      guard isStable else {
        report.leftOut["differs from itself", default: Reason()].add(program.number)
        continue
      }
      report.failures.append(
        Failure(
          program: program, company: judged.map(\.0), way: way, plain: behavior, ours: ours,
          aloneReason: record.aloneReason))
    }
    report.next = batch.upperBound
    await progress.add(report)
  }

  /// One in so many goes through the driver as well.
  private static let programsPerDriver: UInt64 = 25

  func plain(_ programs: [FuzzProgram], _ bench: FuzzBench) async throws -> [Behavior] {
    try await withThrowingTaskGroup(of: (Int, Behavior).self) { group in
      for (index, program) in programs.enumerated() {
        group.addTask { (index, try await bench.plainBehavior(program)) }
      }
      var behaviors: [(Int, Behavior)] = []
      for try await behavior in group { behaviors.append(behavior) }
      return behaviors.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}

extension FuzzBench {
  /// Whether plain Swift's program does the same each time.
  func isStable(_ program: FuzzProgram) async throws -> Bool {
    let first = try await plainBehavior(program)
    for _ in 0..<4 where try await !plainBehavior(program, asksAgain: true).agrees(with: first) { return false }
    return true
  }
}

/// Adds up what the batches report.
private actor CampaignProgress {
  private(set) var report = FuzzCampaign.Report()
  private let tell: @Sendable (FuzzCampaign.Report) -> Void
  private let start = ContinuousClock.now

  init(_ tell: @escaping @Sendable (FuzzCampaign.Report) -> Void) { self.tell = tell }

  func add(_ other: FuzzCampaign.Report) {
    report.compared += other.compared
    report.compiled += other.compiled
    report.shared += other.shared
    report.driven += other.driven
    report.failures += other.failures
    report.leftOut.merge(other.leftOut) { $0.adding($1) }
    report.known.merge(other.known) { $0 + $1 }
    report.aloneReasons.merge(other.aloneReasons) { $0.adding($1) }
    report.rejections.merge(other.rejections) { $0.adding($1) }
    report.next = max(report.next, other.next)
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    tell(report)
  }

  func goesOn(_ options: FuzzCampaign.Options, at next: UInt64) -> Bool {
    if !options.goesOn, !report.failures.isEmpty { return false }
    if let count = options.count, next >= options.first + UInt64(count) { return false }
    if let seconds = options.seconds, ContinuousClock.now - start >= .seconds(seconds) { return false }
    return true
  }
}
