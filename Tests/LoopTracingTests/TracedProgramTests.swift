import Glibc
import LoopEngine
import LoopTracing
import Testing

/// Processes that are recorded, however they end.
struct TracedProgramTests {
  @Test("What Swift, C and a child print stands where it was printed", arguments: ["virtual", "real"])
  func prints(_ clock: String) throws {
    let probe = try ProbeProcess("prints", clock: clock)
    #expect(probe.exitStatus == 0)
    #expect(probe.reading.problems.isEmpty)
    #expect(
      probe.reading.trace.steps == [
        "begin swift", "output: by Swift", "end swift", "begin puts", "output: by puts", "end puts",
        "begin printf", "output: by printf", "end printf", "begin halves", "end halves",
        "begin whole", "output: one line", "end whole", "begin child", "output: by a child", "end child",
        "begin errors", "error: to errors", "end errors", "output: after all",
      ])
    #expect(probe.reading.trace.clock.rawValue == clock)
  }

  @Test("All before a trap is there, its message too")
  func trap() throws {
    let probe = try ProbeProcess("trap")
    #expect(probe.exitStatus == nil)
    #expect(probe.reading.problems.isEmpty)
    let steps = probe.reading.trace.steps
    #expect(
      Array(steps.prefix(5)) == ["begin before", "output: before", "end before", "begin middle", "output: no newline"])
    let errors = steps.filter { $0.hasPrefix("error: ") }
    // Nothing but the message: a stack has other addresses each time.
    #expect(errors.count == 1 && errors[0].hasSuffix("Fatal error: the middle"), "\(errors)")
  }

  @Test("All before kill -9 is there")
  func killed() throws {
    let probe = try ProbeProcess("killed")
    #expect(probe.signal == SIGKILL)
    #expect(probe.reading.problems.isEmpty)
    #expect(
      probe.reading.trace.steps == [
        "begin before", "output: before", "end before", "begin middle", "output: no newline",
      ])
  }

  @Test(
    "A program that does not end can be read while it runs and is whole when it was killed",
    arguments: ["virtual", "real"])
  func endless(_ clock: String) throws {
    let probe = try ProbeProcess("endless", clock: clock) { $0.steps.last == "output: no newline" }
    #expect(probe.signal == SIGKILL)
    #expect(probe.reading.problems.isEmpty)
    #expect(probe.reading.trace.steps.count == 5)
  }

  @Test("Runs on the virtual clock leave nothing behind, nor the main thread's loop on their clock")
  func runsBefore() throws {
    let probe = try ProbeProcess("runs", clock: "real")
    #expect(probe.exitStatus == 0, "\(probe.passedOn)")
    #expect(probe.reading.trace.steps.last == "output: stopped")
  }

  @Test("Eight threads under the virtual clock leave the same bytes fifty times", arguments: ["0", "7", "4711"])
  func threads(_ schedule: String) throws {
    let first = try ProbeProcess("threads", schedule: schedule)
    #expect(first.exitStatus == 0)
    #expect(first.reading.problems.isEmpty)
    #expect(first.reading.trace.steps.count { $0.hasPrefix("output: w") } == 40)
    #expect(first.reading.trace.steps.count { $0.hasPrefix("output: main hears") } == 40)
    for _ in 1..<50 {
      let other = try ProbeProcess("threads", schedule: schedule)
      #expect(other.reading.trace.lines == first.reading.trace.lines)
      #expect(other.files == first.files)
    }
  }

  @Test("Another seed gives another order")
  func seeds() throws {
    let (one, other) = (
      try ProbeProcess("threads", schedule: "7"), try ProbeProcess("threads", schedule: "8")
    )
    #expect(one.reading.trace.lines != other.reading.trace.lines)
  }

  @Test("Each thread's beginning and end are recorded, in real time too", arguments: ["virtual", "real"])
  func beginningsAndEnds(_ clock: String) throws {
    let events = try ProbeProcess("threads", clock: clock).reading.trace.events
    for name in (0..<8).map({ "w\($0)" }) {
      let kinds = events.filter { $0.thread == name }.map(\.kind).filter {
        // In real time a line counts as that thread's which reports next, even another thread's line as its beginning.
        if case .print = $0 { clock == "virtual" } else { true }
      }
      #expect(kinds.first == .loop(.threadBegan) && kinds.last == .loop(.threadEnded), "\(name)")
    }
  }

  @Test("What a thread prints is its own")
  func owners() throws {
    for event in try ProbeProcess("threads", schedule: "7").reading.trace.events {
      guard case .print(let text, _) = event.kind else { continue }
      let owner = text.hasPrefix("w") ? text.prefix { $0 != " " } : "main"
      #expect(event.thread == owner, "\(text)")
    }
  }

  @Test("A deadlock ends the process with its status and its report")
  func deadlock() throws {
    let probe = try ProbeProcess("deadlock")
    #expect(probe.exitStatus == TracedProgram.deadlockStatus)
    let steps = probe.reading.trace.steps
    #expect(steps.first == "output: before")
    #expect(steps.contains("error: deadlock: nothing can ever run again at 0.000000000s"))
    #expect(steps.count { $0.contains("waits for semaphore \"never\" (trace_probe/Scenario.swift:") } == 2)
  }

  @Test("A snapshot comes back as it was")
  func snapshot() throws {
    let events = try ProbeProcess("snapshot").reading.trace.events
    let snapshots = events.compactMap { event -> LoopSnapshot? in
      if case .snapshot("full", let snapshot) = event.kind { snapshot } else { nil }
    }
    try #require(snapshots.count == 1)
    let text = "\(snapshots[0])"
    #expect(text.contains("loop main: not running") && text.contains("common modes: default, other"))
    #expect(text.contains("\"tick\", fires at 1.000000000s, every 1.0 seconds"))
    #expect(text.contains("\"watch\", all") && text.contains("\"source\"") && text.contains("\"later\" in default"))
    #expect(snapshots[0].modes[0].timers[0].location?.file == "trace_probe/Scenario.swift")
  }

  @Test("A line without an end and without an event is there")
  func silent() throws {
    #expect(
      try ProbeProcess("silent").reading.trace.steps == ["output: nothing but a line, and no end to it"])
  }

  @Test("The child of a fork leaves the journal alone")
  func forked() throws {
    let probe = try ProbeProcess("forked", clock: "real")
    #expect(probe.exitStatus == 0)
    #expect(probe.reading.problems.isEmpty)
    #expect(probe.reading.trace.steps == ["begin parent", "end parent"])
    #expect(!probe.reading.trace.events.contains { $0.label == "child" })
  }

  @Test("A recording that outgrows the process's file size limit ends there, and the program goes on")
  func limited() throws {
    let probe = try ProbeProcess("limited")
    #expect(probe.exitStatus == 0)
    #expect(probe.reading.trace.steps.last == "output: done")
    #expect(probe.reading.trace.events.count > 10_000)
    #expect(probe.reading.problems.count == 1)
  }

  @Test("Output can be passed on to where it went before")
  func passing() throws {
    let probe = try ProbeProcess("passing", clock: nil)
    #expect(probe.exitStatus == 0)
    #expect(probe.passedOn == "before\nno newline in the middle\nnever\n")
    #expect(probe.reading.trace.steps.filter { $0.hasPrefix("output") }.count == 3)
  }

  @Test("A wrong environment is refused with a sentence")
  func environment() throws {
    // The process ends before there is a trace.
    #expect(throws: SystemError.self) { try ProbeProcess("silent", clock: "vritual") }
    #expect(throws: SystemError.self) { try ProbeProcess("silent", schedule: "seven") }
    #expect(throws: SystemError.self) { try ProbeProcess("silent", clock: "real", schedule: "7") }
  }
}
