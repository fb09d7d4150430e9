import DifferentialModel
import Testing

/// The random programs themselves.
struct ProgramGeneratorTests {
  @Test func `A number of a family always names the same program`() {
    for index in 0..<50 as Range<UInt64> {
      #expect(
        ProgramGenerator.program(seed: 3, index: index) == ProgramGenerator.program(seed: 3, index: index))
    }
    #expect(ProgramGenerator.program(seed: 3, index: 1) != ProgramGenerator.program(seed: 4, index: 1))
    #expect(ProgramGenerator.program(seed: 3, index: 1) != ProgramGenerator.program(seed: 3, index: 2))
  }

  @Test func `The shrinker keeps the property and finds the smallest program`() {
    let program = ProgramGenerator.program(seed: 5, index: 11)
    func polls(_ program: Program) -> Bool {
      program.main.contains { if case .run = $0 { true } else { false } }
    }
    #expect(polls(program))
    let small = ProgramShrinker.shrink(program, while: polls)
    #expect(small.main == [.run(ProgramRun())])
    #expect(small.items.isEmpty)
  }

  @Test func `Traces that differ only in their ends differ where the shorter one ends`() {
    var long = ProgramTrace()
    long.events = [.noted("one"), .noted("two")]
    var short = long
    short.events.removeLast()
    #expect(TraceComparison(engine: long, reference: short) == .different(at: 1))
    #expect(TraceComparison(engine: long, reference: long) == .same(events: 2))
    short.marks = [.init(position: 1, difference: "listed")]
    #expect(TraceComparison(engine: long, reference: short) == .listed(differences: ["listed"], events: 1))
    long.ended = false
    #expect(TraceComparison(engine: long, reference: short) == .different(at: 1))
  }

  @Test func `No two future events of a program share a tick`() {
    var residues: Set<Int64> = [ProgramGrid.helper]
    for depth in 0..<ProgramGrid.depth { residues.insert(ProgramGrid.limit(depth: depth)) }
    for number in 0..<ProgramGrid.timers { residues.insert(ProgramGrid.timer(number)) }
    #expect(residues.count == 1 + ProgramGrid.depth + ProgramGrid.timers)
    #expect(residues.allSatisfy { (0..<ProgramGrid.round).contains($0) })
  }
}
