import DifferentialModel
import DifferentialOnEngine
import LoopEngine
import LoopTracing
import TestSupport
import Testing

/// The engine in a browser's page, as `wasmkit` runs it, against the engine here.
@Suite("Page", .enabled(if: Effort.isThorough, "it is compiled for a page, which takes a minute"))
struct PageTests {
  @Test("each behavior that a page can show has the trace that the engine has here")
  func catalogue() throws {
    let page = try PageModule.built.get()
    let run = try page.run(0)
    #expect(run.status == 0 && run.errors == "")
    let traces = run.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let seen = Dictionary(uniqueKeysWithValues: traces.map { ($0[0], Array($0.dropFirst())) })
    let behaviors = Catalogue.behaviors.filter { $0.place == .ownThread }
    for behavior in behaviors {
      guard let trace = seen[behavior.id] else { continue }
      #expect(trace == behavior.expected, "\(behavior.id) \(behavior.title)")
    }
    let missing = behaviors.filter { seen[$0.id] == nil }.map(\.id)
    let ofTheSystem = Catalogue.behaviorsOfTheSystem.filter { $0.place == .ownThread }.map(\.id)
    #expect(missing.sorted() == ofTheSystem.sorted())
    #expect(seen.count + missing.count == behaviors.count)
  }

  @Test("a schedule's number means the same in a page", arguments: 0...40)
  func schedules(seed: UInt64) throws {
    let schedule = seed == 0 ? Schedule.inOrder : .seed(seed)
    let here = try VirtualRun(schedule).run { _ in SharedPrograms.race() }.expectFinished()
    let there = try PageModule.built.get().run(1, schedule)
    #expect(there.status == 0)
    #expect(there.output.split(separator: "\n").map(String.init) == here)
  }

  @Test("wide numbers and rounding are the same in a page")
  func arithmetic() throws {
    let there = try PageModule.built.get().run(2)
    #expect(there.output.split(separator: "\n").map(String.init) == SharedPrograms.arithmetic())
  }

  @Test("a deadlock in a page ends the program with the report that it has here")
  func deadlock() throws {
    let there = try PageModule.built.get().run(3)
    let here = try VirtualRun().run { _ in SharedPrograms.deadlock() }
    guard case .deadlocked(let deadlock) = here.ending else {
      Issue.record("there is no deadlock here")
      return
    }
    // Files are named after the module that they are compiled in.
    #expect(there.errors.replacing("PagePrograms/", with: "PageTests/") == "\(deadlock)\n")
    #expect(there.status == TracedProgram.deadlockStatus)
  }

  @Test("a page's program traps where others would have to run within a deinit, which cannot be unwound")
  func waitWhileLettingGo() throws {
    let failure = #expect(throws: PageModule.Failure.self) { try PageModule.built.get().run(6) }
    #expect(failure?.description.contains("a deinit waits or ends the process, which it cannot do in a page") == true)
  }

  @Test("a page's program whose threads all wait for locks has not ended well")
  func lockedTwice() throws {
    let there = try PageModule.built.get().run(4)
    #expect(there.output == "once\n")
    #expect(there.errors == "deadlock: every thread waits for a lock that is never given back\n")
    #expect(there.status == TracedProgram.deadlockStatus)
  }

  @Test("at each moment of a run the loop is seen as it tells of itself, and the run goes on as without")
  func states() throws {
    let page = try PageModule.built.get()
    for schedule in [Schedule.inOrder, .seed(7)] {
      let run = try page.run(5, schedule)
      let reading = Self.reading(run.recording, run.output)
      #expect(run.status == 0 && run.errors == "" && reading.problems == [])
      try #require(reading.moments.count == reading.trace.events.count)
      var told: [String: Int] = [:]
      for (event, moment) in zip(reading.trace.events, reading.moments) {
        // Under the second, those alone that tell of the loop.
        if case .loop = event.kind, schedule != .inOrder { continue }
        let again = try page.run(5, schedule, at: moment)
        #expect(again.status == run.status && again.output == run.output && again.recording == run.recording)
        var seen: LoopSnapshot?
        if case .snapshot(_, let snapshot)? = Self.reading(again.state, "").trace.events.first?.kind { seen = snapshot }
        switch event.kind {
        case .snapshot(_, let own):
          #expect(seen == own, "\(moment)")
          told["snapshot", default: 0] += 1
        case .print("end", _): #expect(seen?.currentMode == nil && seen?.loop == "main")
        case .print(let line, _):
          #expect(seen.map { SharedPrograms.line($0) } == line, "\(moment)")
          told[seen?.loop ?? "", default: 0] += 1
        case .loop(.threadBegan), .loop(.threadEnded), .loop(.loopEnded): #expect(seen == nil, "\(event)")
        case .loop:
          #expect(seen?.loop == (event.loop.isEmpty ? event.thread : event.loop), "\(event)")
        }
      }
      #expect(told["snapshot"] == 4 && told["main", default: 0] > 4 && told["worker", default: 0] > 3)
    }
  }

  private static func reading(_ journal: [UInt8], _ output: String) -> TraceJournal.Reading {
    TraceJournal.decode(journal: journal, output: Array(output.utf8), error: [])
  }

  @Test("what a page's run recorded begins with the journal's mark and is as long as it says")
  func recording() throws {
    let there = try PageModule.built.get().run(1)
    func word(_ number: Int) -> UInt64 {
      there.recording.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: number * 8, as: UInt64.self) }
    }
    #expect(there.recording.count > 1_000)
    #expect(word(0) == 0x4C4E_524A_504F_4F4C)
    #expect(word(2) == UInt64(there.recording.count))
  }
}
