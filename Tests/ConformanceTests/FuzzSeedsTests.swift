import DifferentialModel
import DifferentialOnEngine
import DifferentialOnReference
import LoopDifferences
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
