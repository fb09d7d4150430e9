import Dispatch
import LoopEngine
import LoopTracing
import Synchronization
import Testing

/// Swift's tasks on virtual time.
@Suite(.serialized)
struct VirtualTaskTests {
  /// What a run noted, each with its virtual time in milliseconds.
  private final class Notes: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ text: String) {
      let now = LoopInstant.now.nanoseconds / 1_000_000
      lines.withLock { $0.append("\(now) \(text)") }
    }

    var all: [String] { lines.withLock { $0 } }
  }

  private static let schedules: [Schedule] = [.inOrder] + (1...20).map { .seed($0) }

  /// Runs the body once under each schedule, twice, which has to note the same; returns what was noted, and the ending.
  private static func run(
    _ body: @escaping @Sendable (Loop, Notes) -> Void
  ) throws -> [(lines: [String], outcome: VirtualRun.Outcome<Void>)] {
    try schedules.map { schedule in
      func once() throws -> ([String], VirtualRun.Outcome<Void>) {
        let notes = Notes()
        let outcome = try VirtualRun(schedule).run { body($0, notes) }
        return (notes.all, outcome)
      }
      let (first, second) = (try once(), try once())
      #expect(first.0 == second.0, "schedule \(schedule)")
      #expect(first.1.switches == second.1.switches && first.1.elapsed == second.1.elapsed, "schedule \(schedule)")
      #expect(first.1.ending == second.1.ending, "schedule \(schedule)")
      return first
    }
  }

  /// Expects the same lines and a good end under each schedule.
  private static func expect(
    _ lines: [String], elapsed: Duration? = nil, _ location: Testing.SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Loop, Notes) -> Void
  ) throws {
    for (seen, outcome) in try run(body) {
      #expect(seen == lines, sourceLocation: location)
      #expect(outcome.ending == .finished, sourceLocation: location)
      if let elapsed { #expect(outcome.elapsed == elapsed, sourceLocation: location) }
    }
  }

  @Test("Tasks sleep for hours in no time, to the nanosecond")
  func sleep() throws {
    try Self.expect(["0 begin", "3600000 for", "7200000 nanoseconds", "10800000 until"], elapsed: .seconds(10_800)) {
      _, notes in
      let done = LoopSemaphore()
      Task {
        notes.add("begin")
        try await Task.sleep(for: .seconds(3600))
        notes.add("for")
        try await Task.sleep(nanoseconds: 3_600_000_000_000)
        notes.add("nanoseconds")
        let clock = SuspendingClock()
        try await Task.sleep(until: clock.now + .seconds(3600), clock: clock)
        notes.add("until")
        done.signal()
      }
      done.wait()
    }
  }

  @Test("The standard library's clocks show virtual time")
  func clocks() throws {
    try Self.expect(["90000 90.0 seconds, 90.0 seconds, 90.0 seconds"]) { _, notes in
      let done = LoopSemaphore()
      Task {
        let (start, origin) = (SuspendingClock.now, LoopInstant.now)
        let took = try await ContinuousClock().measure { try await Task.sleep(for: .seconds(90)) }
        notes.add("\(took), \(start.duration(to: .now)), \(LoopInstant.now - origin)")
        done.signal()
      }
      done.wait()
    }
  }

  @Test("The loop's clock is one to sleep by")
  func loopClock() throws {
    try Self.expect(["5000 woke", "8000 woke", "8000 at once"]) { _, notes in
      let done = LoopSemaphore()
      Task {
        try await Task.sleep(until: .now + .seconds(5), clock: .loop)
        notes.add("woke")
        try await Task.sleep(for: .seconds(3), clock: .loop)
        notes.add("woke")
        try await Task.sleep(until: .now - .seconds(3), clock: .loop)
        notes.add("at once")
        done.signal()
      }
      done.wait()
    }
  }

  @Test("A task on a loop's executor sleeps, and comes back to the loop")
  func onALoop() throws {
    try Self.expect(["0 there true", "3600000 there true", "3600000 stopped"]) { loop, notes in
      let handle = loop.handle
      loop.add(MessagePort<Never>())
      Task(executorPreference: handle.executor) {
        notes.add("there \(handle.isCurrent)")
        try await Task.sleep(for: .seconds(3600))
        notes.add("there \(handle.isCurrent)")
        handle.stop()
      }
      notes.add("\(loop.run(mode: .default, for: .seconds(100_000)))")
    }
  }

  /// Counts on a loop's thread.
  private actor Counter {
    private let executor: LoopExecutor
    private var count = 0
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(on handle: LoopHandle) { executor = handle.executor }

    func increment() async throws -> Int {
      count += 1
      let seen = count
      try await Task.sleep(for: .seconds(1))
      return executor.handle.isCurrent ? seen : -1
    }
  }

  @Test("An actor on a loop is entered while another of its calls sleeps")
  func actor() throws {
    try Self.expect(["1000 3 of [1, 2, 3]"]) { _, notes in
      guard let thread = try? PermanentThread(name: "home") else { return notes.add("no thread") }
      let counter = Counter(on: thread.handle)
      let done = LoopSemaphore()
      Task {
        let seen = try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<3 { group.addTask { try await counter.increment() } }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        notes.add("\(seen.count) of \(seen.sorted())")
        done.signal()
      }
      done.wait()
      thread.stop()
    }
  }

  @MainActor private final class Model {
    var value = 0
    func add(_ number: Int) -> Int {
      value += number
      return value
    }
  }

  @Test("The main actor is the main thread's loop")
  func mainActor() throws {
    try Self.expect(["0 here true", "0 1", "2000 here true", "2000 3", "2000 stopped"]) { loop, notes in
      let handle = loop.handle
      loop.add(MessagePort<Never>())
      Task { @MainActor in
        let model = Model()
        notes.add("here \(handle.isCurrent)")
        notes.add("\(model.add(1))")
        try await Task.sleep(for: .seconds(2))
        MainActor.assertIsolated()
        notes.add("here \(handle.isCurrent)")
        notes.add("\(await Task.detached { await model.add(2) }.value)")
        handle.stop()
      }
      notes.add("\(loop.run(mode: .default, for: .seconds(100)))")
    }
  }

  @Test("On the main thread the main actor may be assumed")
  func assumed() throws {
    try Self.expect(["0 7"]) { _, notes in
      let value = MainActor.assumeIsolated { Model().add(7) }
      notes.add("\(value)")
    }
  }

  @Test("A loop's timer resumes a continuation")
  func continuation() throws {
    try Self.expect(["500 resumed", "500 stopped"]) { loop, notes in
      let handle = loop.handle
      loop.add(MessagePort<Never>())
      Task {
        await withCheckedContinuation { continuation in
          handle.perform { Loop.current.perform(after: .milliseconds(500)) { continuation.resume() } }
          handle.wakeUp()
        }
        notes.add("resumed")
        handle.stop()
      }
      notes.add("\(loop.run(mode: .default, for: .seconds(100)))")
    }
  }

  @Test("A stream goes from a loop to a task")
  func stream() throws {
    try Self.expect(["1000 tick", "2000 tick", "3000 tick", "3500 over"]) { loop, notes in
      let (ticks, sender) = AsyncStream<String>.makeStream()
      let done = LoopSemaphore()
      Task.detached {
        for await tick in ticks { notes.add(tick) }
        notes.add("over")
        done.signal()
      }
      loop.add(LoopTimer(every: .seconds(1)) { _ in sender.yield("tick") })
      loop.run(mode: .default, for: .milliseconds(3500))
      sender.finish()
      done.wait()
    }
  }

  @Test("A canceled sleep ends at once, and its time does not pass")
  func cancellation() throws {
    try Self.expect(["1000 canceled CancellationError()", "1000 end"], elapsed: .seconds(1)) { _, notes in
      let done = LoopSemaphore()
      let task = Task {
        do { try await Task.sleep(for: .seconds(3600)) } catch { notes.add("canceled \(error)") }
        done.signal()
      }
      LoopThread.sleep(for: .seconds(1))
      task.cancel()
      done.wait()
      notes.add("end")
    }
  }

  @Test("A time limit made of two tasks leaves nothing behind")
  func timeLimit() throws {
    try Self.expect(["2000 work"], elapsed: .seconds(2)) { _, notes in
      let done = LoopSemaphore()
      Task {
        let first = try await withThrowingTaskGroup(of: String.self) { group in
          group.addTask {
            try await Task.sleep(for: .seconds(60))
            return "limit"
          }
          group.addTask {
            try await Task.sleep(for: .seconds(2))
            return "work"
          }
          defer { group.cancelAll() }
          return try await group.next() ?? ""
        }
        notes.add(first)
        done.signal()
      }
      done.wait()
    }
  }

  @Test("Tasks begin in the order in which they were made, whatever their priority")
  func priorities() throws {
    let notes = Notes()
    let outcome = try VirtualRun().run { _ in
      let done = LoopSemaphore()
      for (number, priority) in [TaskPriority.background, .high, .low, .userInitiated].enumerated() {
        Task.detached(priority: priority) {
          notes.add("\(number)")
          done.signal()
        }
      }
      for _ in 0..<4 { done.wait() }
    }
    #expect(notes.all == ["0 0", "0 1", "0 2", "0 3"])
    #expect(outcome.ending == .finished)
  }

  @Test("Other schedules let tasks begin in other orders")
  func orders() throws {
    let seen = try Self.run { _, notes in
      let done = LoopSemaphore()
      for number in 0..<4 {
        Task.detached {
          notes.add("\(number)")
          await Task.yield()
          notes.add("\(number) again")
          done.signal()
        }
      }
      for _ in 0..<4 { done.wait() }
    }
    #expect(Set(seen.map(\.lines)).count > 5)
    #expect(seen.allSatisfy { $0.lines.sorted() == seen[0].lines.sorted() && $0.outcome.ending == .finished })
  }

  @Test("Tasks that block their threads do not keep others from running")
  func blocking() throws {
    try Self.expect(["0 all"]) { _, notes in
      let (gate, done) = (LoopSemaphore(), LoopSemaphore())
      @Sendable func block() { gate.wait() }
      for _ in 0..<20 {
        Task.detached {
          block()
          done.signal()
        }
      }
      Task.detached { for _ in 0..<20 { gate.signal() } }
      for _ in 0..<20 { done.wait() }
      notes.add("all")
    }
  }

  @Test("A task that never ends is told of, with the time until which it sleeps")
  func neverEnds() throws {
    for (_, outcome) in try Self.run({ loop, notes in
      Task { while true { try await Task.sleep(for: .seconds(7)) } }
      loop.add(MessagePort<Never>())
      loop.run(mode: .default, for: .seconds(10))
    }) {
      guard case .unfinished(let work) = outcome.ending else {
        Issue.record("it ended: \(outcome.ending)")
        continue
      }
      #expect(work.sleepers == [14_000_000_000])
      #expect(
        "\(work)" == """
          the program ended at 10.000000000s, and work of its tasks was lost
            a task sleeps until 14.000000000s
          wait for the tasks, or cancel them, before the program ends
          """)
    }
  }

  @Test("Tasks that never began are told of", arguments: ["global", "loop"])
  func neverBegan(_ place: String) throws {
    let outcome = try VirtualRun().run { loop in
      if place == "global" {
        Task.detached {}
      } else {
        guard let thread = try? LoopThread(name: "busy", { _ in LoopThread.sleep(for: .seconds(1)) }) else { return }
        Task.detached(executorPreference: thread.handle.executor) {}
      }
    }
    guard case .unfinished(let work) = outcome.ending else {
      Issue.record("it ended: \(outcome.ending)")
      return
    }
    #expect(work.waiting == 1 && work.sleepers.isEmpty)
    #expect("\(work)".contains("a job was queued and never began"))
    #expect(work.threads.map(\.thread) == (place == "global" ? [] : ["busy"]))
  }

  @Test("A deadlock in which a task has a part is told of")
  func deadlock() throws {
    let outcome = try VirtualRun().run { _ in
      let done = LoopSemaphore(label: "done")
      Task {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        done.signal()
      }
      done.wait()
    }
    guard case .deadlocked(let deadlock) = outcome.ending else {
      Issue.record("it ended: \(outcome.ending)")
      return
    }
    #expect(deadlock.waiters.map(\.description).first?.hasPrefix("thread 'main' waits for semaphore \"done\"") == true)
  }

  @Test("Dispatch may go on with a task while a busy token is out")
  func outsider() throws {
    try Self.expect(["0 42", "3600000 an hour later"]) { _, notes in
      let done = LoopSemaphore()
      Task {
        let token = BusyToken()
        let answer = await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            continuation.resume(returning: 42)
            token.end()
          }
        }
        notes.add("\(answer)")
        try await Task.sleep(for: .seconds(3600))
        notes.add("an hour later")
        done.signal()
      }
      done.wait()
    }
  }

  @Test("Runs on virtual time and tasks in real time do not meet")
  func sideBySide() async throws {
    async let real = withTaskGroup(of: Int.self) { group in
      for number in 0..<100 {
        group.addTask {
          try? await Task.sleep(for: .milliseconds(1))
          return number
        }
      }
      return await group.reduce(0, +)
    }
    let runs = (0..<8).map { number in
      Task.detached {
        try VirtualRun(.seed(UInt64(number + 1))).run { _ in
          let done = LoopSemaphore()
          Task {
            for _ in 0..<100 { try await Task.sleep(for: .seconds(number + 1)) }
            done.signal()
          }
          done.wait()
        }
      }
    }
    for (number, run) in runs.enumerated() {
      let outcome = try await run.value
      #expect(outcome.ending == .finished)
      #expect(outcome.elapsed == .seconds((number + 1) * 100))
    }
    #expect(await real == 4950)
  }
}
