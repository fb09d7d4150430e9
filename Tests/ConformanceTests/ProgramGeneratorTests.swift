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

  @Test func `Programs have of everything, and things beside each other`() {
    var seen: Set<String> = []
    for index in 0..<3_000 as Range<UInt64> {
      let program = ProgramGenerator.program(seed: 9, index: index, onMain: index.isMultiple(of: 2))
      for item in program.items {
        if case .descriptor(let watched) = item.kind { seen.insert("\(watched)") }
      }
      for action in program.actions {
        switch action {
        case .request: seen.insert("request")
        case .drain: seen.insert("drain")
        case .hangUp: seen.insert("hangUp")
        case .dispatch where program.isOnMain: seen.insert("dispatch")
        default: break
        }
      }
      func has(_ isIt: (ProgramItem) -> Bool) -> Bool { program.items.contains(where: isIt) }
      let hasTimer = has { if case .timer = $0.kind { true } else { false } }
      if hasTimer, program.hasTolerance { seen.insert("tolerance") }
      if program.hasDescriptors, hasTimer, has({ $0.kind == .port }) { seen.insert("all kinds of ready things") }
      if program.hasDescriptors, !program.helper.isEmpty { seen.insert("descriptors and a second thread") }
    }
    #expect(
      seen == [
        "socket", "pipe", "shared", "writable", "request", "drain", "hangUp", "dispatch", "tolerance",
        "all kinds of ready things", "descriptors and a second thread",
      ])
  }

  @Test func `What no loop may do counts, whatever else differs as listed`() {
    var (engine, reference) = (ProgramTrace(), ProgramTrace())
    engine.events = [.noted("one"), .began(item: 0, count: 0, detail: "events 1")]
    reference.events = [.noted("one"), .began(item: 1, count: 0, detail: "timer")]
    engine.marks = [.init(position: 1, difference: "descriptor-seen-late")]
    #expect(
      TraceComparison(engine: engine, reference: reference)
        == .listed(differences: ["descriptor-seen-late"], events: 1))
    engine.violations = ["item0 is called though it is invalid"]
    #expect(TraceComparison(engine: engine, reference: reference) == .different(at: 1))
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
