import Foundation
import LoopEngine
import LoopTracing
import TestSupport
import Testing

/// What a host of examples gets from the runtime libraries.
@Suite("Runtime libraries")
struct RuntimeTests {
  private static let tick = """
    import LoopEngine
    import LoopTracing
    let loop = Loop.current
    loop.add(LoopTimer(after: .milliseconds(20), label: "tick") { _ in print("tick") })
    loop.perform(label: "hello") { print("hello") }
    TracedProgram.snapshot(loop, "ready")
    print(loop.run(mode: .default, for: .milliseconds(90)))
    """

  @Test("an example beside the runtime is recorded from its first line on, on virtual time")
  func engine() throws {
    let process = try ExampleProcess(Self.tick, on: .engine, clock: "virtual")
    #expect(process.status == 0)
    #expect(
      process.text == """
        +0.000s  main  snapshot       "ready"
        +0.000s  main  entry          default
        +0.000s  main  beforeTimers
        +0.000s  main  beforeSources
        +0.000s  main    block        "hello"
        +0.000s  main    print        hello
        +0.000s  main  beforeWaiting
        +0.020s  main  afterWaiting   timer
        +0.020s  main    timer        "tick"
        +0.020s  main    print        tick
        +0.020s  main  beforeTimers
        +0.020s  main  beforeSources
        +0.020s  main  beforeWaiting
        +0.090s  main  afterWaiting   timeout
        +0.090s  main  exit           timedOut
        +0.090s  main  print          timedOut

        """)
  }

  @Test("the same example on CoreFoundation leaves a journal of the same form")
  func reference() throws {
    let process = try ExampleProcess(Self.tick, on: .reference, clock: "real")
    #expect(process.status == 0)
    #expect(
      process.text == """
        ~  main  snapshot       "ready"
        ~  main  entry          default
        ~  main  beforeTimers
        ~  main  beforeSources
        ~  main    block        "hello"
        ~  main    print        hello
        ~  main  beforeWaiting
        ~  main  afterWaiting   nothing
        ~  main    timer        "tick"
        ~  main    print        tick
        ~  main  beforeTimers
        ~  main  beforeSources
        ~  main  beforeWaiting
        ~  main  afterWaiting   nothing
        ~  main  exit           timedOut
        ~  main  print          timedOut

        """)
  }

  @Test("an example with `await` and an actor on a loop is recorded", arguments: ExampleProcess.Side.allCases)
  func concurrency(_ side: ExampleProcess.Side) throws {
    let source = """
      import LoopEngine
      let thread = PermanentThreadOwner.thread
      enum PermanentThreadOwner { static let thread = try! PermanentThread(name: "worker") }
      actor Speaker {
        nonisolated let executor: LoopExecutor
        init(_ executor: LoopExecutor) { self.executor = executor }
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        func speak() { print("from the actor") }
      }
      await Speaker(thread.handle.executor).speak()
      try await Task.sleep(for: .milliseconds(1))
      print("done")
      """
    let process = try ExampleProcess(source, on: side, clock: "real")
    #expect(process.status == 0)
    let prints = process.trace.events.compactMap { if case .print(let text, .output) = $0.kind { text } else { nil } }
    #expect(prints == ["from the actor", "done"])
    #expect(process.trace.events.contains { $0.thread == "worker" && $0.kind == .loop(.calloutBegan(.block)) })
  }

  @Test("a program that waits with `await` at its top level is refused on the virtual clock, with the reason")
  func awaitOnVirtualClock() throws {
    let source = "import LoopEngine\nprint(\"before\")\nawait Task.yield()\nprint(\"never\")\n"
    let process = try ExampleProcess(source, on: .engine, clock: "virtual")
    #expect(process.status == TracedProgram.awaitStatus)
    #expect(
      process.trace.events.map(\.kind) == [
        .print("before", .output),
        .print(
          "a program whose top level waits with 'await' cannot run on the virtual clock: it needs the real one", .error),
      ])
  }

  @Test("tasks, their sleep and the main actor follow the virtual clock", arguments: ["0", "3", "11"])
  func tasksOnVirtualTime(_ schedule: String) throws {
    let source = """
      import LoopEngine
      let began = LoopInstant.now
      Task.detached {
        try await Task.sleep(for: .seconds(3600))
        print("an hour:", LoopInstant.now - began)
        try await Task.sleep(for: .seconds(60), tolerance: .seconds(1))
        await MainActor.run {
          print("on the main actor:", LoopInstant.now - began, Loop.main.isCurrent)
        }
        // Last: what it does after that would be lost.
        Loop.main.stop()
      }
      print(Loop.current.run(mode: .default, for: .seconds(10_000)))
      """
    let process = try ExampleProcess(source, on: .engine, clock: "virtual", schedule: schedule)
    #expect(process.status == 0)
    let prints = process.trace.events.compactMap { event in
      if case .print(let text, _) = event.kind { "\(event.thread): \(text)" } else { nil }
    }
    #expect(
      prints == ["tasks: an hour: 3600.0 seconds", "main: on the main actor: 3660.0 seconds true", "main: stopped"])
  }

  @Test("an example that ends before its tasks fails, and says what is lost")
  func unfinishedTasks() throws {
    let source = """
      import LoopEngine
      Task { print("never") }
      Task { @MainActor in print("nor this") }
      print("the end")
      """
    let process = try ExampleProcess(source, on: .engine, clock: "virtual")
    #expect(process.status == TracedProgram.unfinishedStatus)
    let prints = process.trace.events.compactMap { if case .print(let text, _) = $0.kind { text } else { nil } }
    #expect(
      prints == [
        "the end", "the program ended at 0.000000000s, and work of its tasks was lost",
        "  2 jobs were queued and never began", "wait for the tasks, or cancel them, before the program ends",
      ])
  }

  @Test("a wrong wish is answered with a sentence", arguments: ExampleProcess.Side.allCases)
  func wrong(_ side: ExampleProcess.Side) throws {
    func answer(_ folder: String, _ clock: String, _ schedule: String) throws -> String {
      try ExampleProcess.answer(on: side, folder: folder, clock: clock, schedule: schedule)
    }
    #expect(try answer("", "", "") == "the recording's folder is not set: it names the folder that the trace goes to\n")
    #expect(
      try answer("x", "vritual", "") == "the recording's clock is 'vritual'; it can be 'virtual' or 'real'\n")
    #expect(
      try answer("x", "virtual", "seven")
        == "the recording's schedule is 'seven'; it can be '0', a seed or '@moment:choice,…'\n")
    #expect(try answer("x", "real", "7").hasPrefix("the recording's schedule needs the virtual clock"))
    #expect(
      try answer("/proc/none", "real", "").hasPrefix("the trace cannot be written to the folder '/proc/none': mkdir"))
    if side == .reference { #expect(try answer("x", "virtual", "").hasSuffix("CoreFoundation knows only real time\n")) }
  }

  @Test("a second recording is refused", arguments: ExampleProcess.Side.allCases)
  func twice(_ side: ExampleProcess.Side) throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.path("recording")
    _ = try ExampleProcess.answer(on: side, folder: folder, clock: "real", schedule: "")
    let events = try TraceJournal.read(folder: folder).trace.events
    #expect(events.map(\.kind) == [.print("the process is recorded already", .output)])
  }
}
