import LoopEngine
import LoopTracing
import Synchronization
import Testing

/// Schedules find what one order of threads hides, name it, repeat it and make it small.
@Suite struct ScheduleTests {
  /// Runs `body` under `schedule`; a deadlock or what `body` says is the failure.
  private static func attempt(
    _ schedule: Schedule, _ body: @escaping @Sendable (Loop, _ fail: @Sendable (String) -> Void) -> Void
  ) throws -> ScheduleSearch.Attempt {
    let failure = Mutex<String?>(nil)
    let outcome = try VirtualRun(schedule).run { loop in
      body(loop) { text in failure.withLock { $0 = text } }
    }
    if case .deadlocked(let deadlock) = outcome.ending { failure.withLock { $0 = "\(deadlock)" } }
    return ScheduleSearch.Attempt(failure: failure.withLock { $0 }, switches: outcome.switches)
  }

  private static func find(
    among count: Int = 200, _ body: @escaping @Sendable (Loop, _ fail: @Sendable (String) -> Void) -> Void
  ) throws -> ScheduleSearch.Finding? {
    try ScheduleSearch(count: count).run { schedule in try attempt(schedule, body) }
  }

  /// The finding fails again under its number, and under its smallest form, which has few switches.
  private static func check(
    _ finding: ScheduleSearch.Finding?, switches: Int,
    _ body: @escaping @Sendable (Loop, _ fail: @Sendable (String) -> Void) -> Void
  ) throws {
    let finding = try #require(finding)
    #expect(finding.heldBefore > 0, "in order it holds")
    for _ in 0..<5 {
      #expect(try attempt(finding.schedule, body).failure == finding.failure)
      #expect(try attempt(finding.smallest, body).failure == finding.smallestFailure)
    }
    guard case .switches(let smallest) = finding.smallest else {
      Issue.record("the smallest is \(finding.smallest)")
      return
    }
    #expect(smallest.count <= switches)
    #expect(Schedule("\(finding.smallest)") == finding.smallest)
  }

  @Test("A stop that comes between the look at the flag and the run is lost")
  func lostStop() throws {
    let body: @Sendable (Loop, @Sendable (String) -> Void) -> Void = { loop, fail in
      let flag = Flag()
      do {
        let worker = try LoopThread(name: "worker") { own in
          let keepAlive = MessagePort<Never>()
          own.add(keepAlive)
          while !flag.isSet.load(ordering: .acquiring) {
            // Something that another thread could see stands between the look and the run, as it does in real programs.
            own.perform {}
            own.run(mode: .default, before: .distantFuture)
          }
        }
        flag.isSet.store(true, ordering: .releasing)
        worker.handle.stop()
        worker.join()
      } catch { fail("\(error)") }
    }
    // In order the flag is set before the worker looks.
    try Self.check(Self.find(body), switches: 2, body)
  }

  @Test("Work given to a thread after its stop never runs")
  func postAfterStop() throws {
    let body: @Sendable (Loop, @Sendable (String) -> Void) -> Void = { loop, fail in
      do {
        let worker = try LoopThread(name: "worker") { own in
          let keepAlive = MessagePort<Never>()
          own.add(keepAlive)
          own.runUntilStopped()
        }
        let stopper = try LoopThread(name: "stopper") { _ in
          LoopThread.sleep(for: .milliseconds(1))
          worker.handle.perform { worker.handle.stop() }
          worker.handle.wakeUp()
        }
        LoopThread.sleep(for: .milliseconds(1))
        let ran = Flag()
        let result = worker.handle.perform { ran.isSet.store(true, ordering: .releasing) }
        worker.handle.wakeUp()
        stopper.join()
        worker.join()
        if result == .queued && !ran.isSet.load(ordering: .acquiring) { fail("queued, but it never ran") }
      } catch { fail("\(error)") }
    }
    try Self.check(Self.find(body), switches: 4, body)
  }

  @Test("A wake-up before the first run is dropped")
  func earlyWake() throws {
    let body: @Sendable (Loop, @Sendable (String) -> Void) -> Void = { loop, fail in
      let flag = Flag()
      do {
        let worker = try LoopThread(name: "worker") { own in
          own.add(MessagePort<Never>())
          own.add(
            LoopObserver(.afterWaiting) { _, _ in
              if flag.isSet.load(ordering: .acquiring) { own.stop() }
            })
          if flag.isSet.load(ordering: .acquiring) { return }
          own.perform {}
          own.runUntilStopped()
        }
        flag.isSet.store(true, ordering: .releasing)
        worker.handle.wakeUp()
        worker.join()
      } catch { fail("\(error)") }
    }
    try Self.check(Self.find(body), switches: 2, body)
  }

  @Test("A program that is right holds under every schedule")
  func permanentThread() throws {
    let finding = try Self.find(among: 300) { loop, fail in
      do {
        let thread = try PermanentThread(name: "permanent")
        let ran = Atomic<Int>(0)
        for _ in 0..<5 { thread.execute { ran.add(1, ordering: .relaxed) } }
        thread.stop()
        if ran.load(ordering: .relaxed) != 5 { fail("\(ran.load(ordering: .relaxed)) of 5 ran") }
        if thread.execute({}) != .loopEnded { fail("a stopped thread took work") }
      } catch { fail("\(error)") }
    }
    #expect(finding == nil, "\(finding.map { "\($0)" } ?? "")")
  }

  /// How work on a thread may run the thread's loop.
  enum NestedRun: CaseIterable, Sendable {
    case untilStopped, forEver, untilDate, once, otherMode, deeper

    func begin(_ loop: Loop, _ thread: PermanentThread) {
      switch self {
      case .untilStopped: loop.runUntilStopped()
      case .forEver: loop.run()
      case .untilDate: loop.run(until: .now + .seconds(1_000))
      case .once: loop.run(mode: .default, before: .distantFuture)
      case .otherMode:
        loop.add(MessagePort<Never>(), to: "dialog")
        loop.run(mode: "dialog", before: .distantFuture)
      case .deeper:
        loop.add(MessagePort<Never>(), to: "dialog")
        loop.perform(in: "dialog") { loop.runUntilStopped() }
        thread.handle.perform {}
        loop.run(mode: "dialog", for: nil)
      }
    }
  }

  @Test(
    "Whenever a permanent thread is stopped, all work given before is done, whatever runs the work begins",
    arguments: NestedRun.allCases)
  func stoppedInNestedRuns(kind: NestedRun) throws {
    let finding = try Self.find(among: 200) { _, fail in
      do {
        let thread = try PermanentThread(name: "permanent")
        let ran = Atomic<Int>(0)
        for number in 0..<6 {
          thread.execute {
            if number.isMultiple(of: 2) { kind.begin(.current, thread) }
            ran.add(1, ordering: .relaxed)
          }
        }
        thread.stop()
        if ran.load(ordering: .relaxed) != 6 { fail("\(ran.load(ordering: .relaxed)) of 6 ran") }
        if LoopInstant.now > LoopInstant(nanoseconds: 500_000_000_000) { fail("it waited for a run's time") }
      } catch { fail("\(error)") }
    }
    #expect(finding == nil, "\(finding.map { "\($0)" } ?? "")")
  }

  @Test(
    "A schedule reads back what it prints",
    arguments: [Schedule.inOrder, .seed(17), .switches([.init(moment: 3, choice: 1), .init(moment: 12, choice: 2)])])
  func text(_ schedule: Schedule) {
    #expect(Schedule("\(schedule)") == schedule)
  }

  @Test("What is no schedule is none", arguments: ["", "x", "-1", "@3", "@3:0", "@0:1", "@3:1,", "1 2"])
  func noText(_ text: String) {
    #expect(Schedule(text) == nil)
  }
}
