import DifferentialModel
import DifferentialOnEngine
import DifferentialOnReference
import LoopDifferences
import LoopTracing
import Synchronization
import TestSupport
import Testing

/// Random programs on LoopEngine and on CoreFoundation: a fixed set of them, and proof that a difference is found.
@Suite(.serialized)
struct FuzzSeedsTests {
  private static func campaign(
    seed: UInt64, count: Int, fault: DifferentialOnEngine.ProgramInterpreter.Fault? = nil
  ) -> FuzzCampaign {
    var options = FuzzCampaign.Options()
    options.seed = seed
    options.count = count
    return FuzzCampaign(
      options, engine: { DifferentialOnEngine.ProgramInterpreter.run($0, fault: fault) },
      reference: { DifferentialOnReference.ProgramInterpreter.run($0) })
  }

  @Test func `The programs of the fixed seed see the same on both loops`() {
    let campaign = Self.campaign(seed: 2_026, count: 300)
    let report = campaign.run()
    if let failure = report.failure {
      let program = campaign.shrink(failure.program, seconds: 20)
      let traces = campaign.traces(of: program)
      Issue.record(
        """
        Program \(failure.index) of seed 2026 differs; made smaller:
        \(ProgramPrinting.swift(program))
        \(TraceColumns.text(engine: traces.engine, reference: traces.reference, firstDifference: nil))
        """)
    }
    #expect(report.failure != nil || report.programs + report.unclear.count == 300)
    #expect(report.unclear.count <= 3)
  }

  @Test func `The programs of the fixed seed see on virtual time what they see on CoreFoundation`() {
    var options = FuzzCampaign.Options()
    options.seed = 2_026
    options.count = 300
    let campaign = FuzzCampaign(
      options, engine: { Self.onVirtualTime($0) }, reference: { DifferentialOnReference.ProgramInterpreter.run($0) })
    let report = campaign.run()
    if let failure = report.failure {
      let program = campaign.shrink(failure.program, seconds: 20)
      let traces = campaign.traces(of: program)
      Issue.record(
        """
        Program \(failure.index) of seed 2026 differs on virtual time; made smaller:
        \(ProgramPrinting.swift(program))
        \(TraceColumns.text(engine: traces.engine, reference: traces.reference, firstDifference: nil))
        """)
    }
    #expect(report.failure != nil || report.programs + report.unclear.count == 300)
    #expect(report.unclear.count <= 3)
  }

  @Test(.enabled(if: !BuiltProducts.hasThreadSanitizer))
  func `Programs on the main thread, with its queue, see the same on both loops`() throws {
    let fuzz = ["env", "ASAN_OPTIONS=detect_leaks=0", "\(BuiltProducts.folder)/loop-fuzz"]
    let result = try BehaviorProcess.run(fuzz + ["--main", "--seed", "2026", "--count", "60"])
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("60 programs"), "\(result.output)")
  }

  /// The engine's trace on virtual time; on real time where a second thread acts, which no scheduler knows.
  private static func onVirtualTime(_ program: Program) -> ProgramTrace {
    if !program.helper.isEmpty || program.needsGuard { return DifferentialOnEngine.ProgramInterpreter.run(program) }
    let trace = Mutex(ProgramTrace())
    do {
      let outcome = try VirtualRun().run { _ in
        do {
          let seen = try DifferentialOnEngine.ProgramInterpreter.runScheduled(program)
          trace.withLock { $0 = seen }
        } catch {
          trace.withLock { $0.ended = false }
        }
      }
      if case .deadlocked = outcome.ending { trace.withLock { $0.ended = false } }
    } catch {
      trace.withLock { $0.ended = false }
    }
    return trace.withLock { $0 }
  }

  @Test(arguments: DifferentialOnEngine.ProgramInterpreter.Fault.allCases)
  func `A fault is found, made small and printed`(fault: DifferentialOnEngine.ProgramInterpreter.Fault) throws {
    let campaign = Self.campaign(seed: 7, count: 2_000, fault: fault)
    let failure = try #require(campaign.run().failure)
    let small = campaign.shrink(failure.program, seconds: 20)
    #expect(small.size < 40)
    #expect(campaign.differs(small, repetitions: 2))
    let text = ProgramPrinting.swift(small)
    #expect(text.contains("import LoopEngine"))
    let traces = campaign.traces(of: small)
    let comparison = TraceComparison(engine: traces.engine, reference: traces.reference)
    guard case .different(let first) = comparison else {
      Issue.record("The small program does not differ: \(comparison)")
      return
    }
    let columns = TraceColumns.text(engine: traces.engine, reference: traces.reference, firstDifference: first)
    #expect(columns.split(separator: "\n").count { $0.hasPrefix("-> ") } == 1)
  }

  @Test func `Every difference that a program can meet is in the table`() {
    let table = Set(Difference.all.map(\.id))
    for name in TraceComparison.markedDifferences { #expect(table.contains(name), "\(name) is not in the table") }
  }
}
