import Glibc
import Synchronization

/// Runs many random programs on LoopEngine and on CoreFoundation and compares what they saw.
///
/// Most of a program's time is sleep, so many run at once. A pair that differs is run again with nothing beside it; it
/// counts only if it differs in the same event every time. A machine that is busy with other things delays a thread
/// now and then: such pairs agree, or differ each time elsewhere.
public final class FuzzCampaign: Sendable {
  /// What runs one program on one of the loops.
  public typealias Runner = @Sendable (Program) -> ProgramTrace

  /// Which programs, and how.
  public struct Options: Sendable {
    /// The family of programs.
    public var seed: UInt64 = 1
    /// The first program of the family.
    public var first: UInt64 = 0
    /// How many programs, or nil for no limit.
    public var count: Int? = nil
    /// How many seconds, or nil for no limit.
    public var seconds: Int? = nil
    /// How many programs at once; with 0 they run one after another, and this process starts no thread.
    public var jobs: Int = 24
    /// Whether the programs are for the main thread, which is the runners' affair.
    public var onMain: Bool = false
    /// How often a pair that differs is run again alone.
    public var repetitions: Int = 5

    /// The default options, which have no limit.
    public init() {}
  }

  /// What has been compared so far.
  public struct Report: Sendable {
    /// How many programs.
    public var programs = 0
    /// How many events were found the same.
    public var events = 0
    /// How many seconds it took.
    public var seconds = 0.0
    /// How many programs met each listed difference.
    public var listed: [String: Int] = [:]
    /// How many pairs differed once, but not when they were run alone.
    public var unsteady = 0
    /// Programs that differed each time they were run alone, but not alike.
    public var unclear: [UInt64] = []
    /// The first program found that differs.
    public var failure: Failure?
  }

  /// A program that the two loops disagree about.
  public struct Failure: Sendable {
    /// Its number in the family.
    public var index: UInt64
    /// The program.
    public var program: Program
  }

  private struct State {
    var next: UInt64
    var active = 0
    var suspects: [UInt64] = []
    var report = Report()
  }

  private let engine: Runner
  private let reference: Runner
  private let options: Options
  private let state: Mutex<State>
  private let start = FuzzCampaign.now()

  /// Prepares a campaign.
  public init(_ options: Options, engine: @escaping Runner, reference: @escaping Runner) {
    self.options = options
    self.engine = engine
    self.reference = reference
    state = Mutex(State(next: options.first))
  }

  /// Runs until the options are satisfied or a program differs; calls `progress` a few times a second.
  public func run(progress: (Report) -> Void = { _ in }) -> Report {
    while true {
      if options.jobs == 0 { work(atMost: 32) }
      let workers = (0..<options.jobs).map { _ in
        state.withLock { $0.active += 1 }
        return ProgramThread { self.work() }
      }
      while state.withLock({ $0.active > 0 }) {
        usleep(20_000)
        progress(report)
      }
      for worker in workers { worker.join() }
      progress(report)
      if let failure = examineSuspects() {
        state.withLock { $0.report.failure = failure }
        return report
      }
      if isSatisfied { return report }
    }
  }

  /// The program of a number of the family.
  public func program(_ index: UInt64) -> Program {
    ProgramGenerator.program(seed: options.seed, index: index, onMain: options.onMain)
  }

  /// Runs a program once on both loops.
  public func traces(of program: Program) -> (engine: ProgramTrace, reference: ProgramTrace) {
    (engine(program), reference(program))
  }

  /// Whether a program differs in the same event in each of `repetitions` runs, with nothing beside it.
  public func differs(_ program: Program, repetitions: Int) -> Bool {
    if case .differs = examine(program, repetitions: repetitions) { return true }
    return false
  }

  private enum Examination {
    case agrees(TraceComparison)
    case differs
    case isUnclear
  }

  private func examine(_ program: Program, repetitions: Int) -> Examination {
    var places: Set<[TraceEvent?]> = []
    for repetition in 0..<repetitions {
      // What else the machine does may be over then.
      usleep(UInt32(repetition) * 20_000)
      let traces = traces(of: program)
      let comparison = TraceComparison(engine: traces.engine, reference: traces.reference)
      guard case .different(let first) = comparison else { return .agrees(comparison) }
      let events = [traces.engine, traces.reference].map { first < $0.events.count ? $0.events[first] : nil }
      places.insert(events)
    }
    return places.count == 1 ? .differs : .isUnclear
  }

  /// The smallest program found within about `seconds` that still differs.
  public func shrink(_ program: Program, seconds: Int = 60) -> Program {
    let end = FuzzCampaign.now() + Double(seconds)
    return ProgramShrinker.shrink(program) { candidate in
      FuzzCampaign.now() < end && differs(candidate, repetitions: 3)
    }
  }

  private var report: Report {
    var report = state.withLock { $0.report }
    report.seconds = FuzzCampaign.now() - start
    return report
  }

  private var isSatisfied: Bool {
    if let seconds = options.seconds, FuzzCampaign.now() - start >= Double(seconds) { return true }
    guard let count = options.count else { return false }
    return state.withLock { $0.next } >= options.first + UInt64(count)
  }

  private func work() {
    work(atMost: .max)
    state.withLock { $0.active -= 1 }
  }

  private func work(atMost count: Int) {
    var left = count
    while left > 0, !isSatisfied, let index = nextIndex() {
      left -= 1
      let traces = traces(of: program(index))
      let comparison = TraceComparison(engine: traces.engine, reference: traces.reference)
      state.withLock { state in
        if case .different = comparison {
          state.suspects.append(index)
        } else {
          state.report.count(comparison)
        }
      }
    }
  }

  /// The next program to run; nil when enough pairs wait to be run again alone.
  private func nextIndex() -> UInt64? {
    state.withLock { state in
      if state.suspects.count >= 16 { return nil }
      if let count = options.count, state.next >= options.first + UInt64(count) { return nil }
      state.next += 1
      return state.next - 1
    }
  }

  private func examineSuspects() -> Failure? {
    let suspects = state.withLock { state in
      defer { state.suspects = [] }
      return state.suspects.sorted()
    }
    for index in suspects {
      let program = program(index)
      switch examine(program, repetitions: options.repetitions) {
      case .differs: return Failure(index: index, program: program)
      case .isUnclear: state.withLock { $0.report.unclear.append(index) }
      case .agrees(let comparison):
        state.withLock { state in
          state.report.unsteady += 1
          state.report.count(comparison)
        }
      }
    }
    return nil
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension FuzzCampaign.Report {
  /// Adds a program whose traces agree.
  fileprivate mutating func count(_ comparison: TraceComparison) {
    programs += 1
    switch comparison {
    case .same(let count): events += count
    case .listed(let differences, let count):
      events += count
      for difference in differences { listed[difference, default: 0] += 1 }
    case .different: preconditionFailure("A program that differs was counted as agreeing.")
    }
  }

  /// One line: programs, compared events, seconds, and the listed differences met.
  public var summary: String {
    let rounded = (seconds * 10).rounded() / 10
    let differences = listed.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let doubts = unclear.isEmpty ? "" : "; never alike: \(unclear.map(String.init).joined(separator: " "))"
    return "\(programs) programs, \(events) events compared, \(rounded) s; \(unsteady) repeated alone\(doubts); "
      + "listed differences met: \(differences.isEmpty ? "none" : differences)"
  }
}
