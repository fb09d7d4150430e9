import LoopEngine
import Testing

/// Swift concurrency on a loop's thread.
@Suite("Executors")
struct ExecutorTests {
  /// Lives on a loop.
  private actor Resident {
    private let home: LoopExecutor
    private var visits: [Int] = []
    nonisolated var unownedExecutor: UnownedSerialExecutor { home.asUnownedSerialExecutor() }

    init(_ home: LoopExecutor) {
      self.home = home
    }

    /// Whether it is called on its loop's thread.
    func visit(_ number: Int) -> Bool {
      visits.append(number)
      return home.handle.isCurrent
    }

    func visitTwice(_ number: Int) async -> Bool {
      let first = visit(number)
      await Task.yield()
      return visit(number) && first
    }

    /// Visits, and has another visit queued.
    func visitAndQueue(_ number: Int) -> Task<Bool, Never> {
      _ = visit(number)
      return Task { visit(number) }
    }

    var count: Int { visits.count }
  }

  /// A thread whose loop runs until `stop`.
  private final class Host: Sendable {
    let thread: PermanentThread

    init() throws {
      thread = try PermanentThread(name: "host")
    }

    var executor: LoopExecutor { thread.handle.executor }
  }

  @Test("an actor's code runs on its loop's thread")
  func actor() async throws {
    let host = try Host()
    let resident = Resident(host.executor)
    for number in 0..<100 { #expect(await resident.visitTwice(number)) }
    #expect(await resident.count == 200)
    stop(host.thread)
  }

  @Test("a thousand tasks at once reach the actor, each on the thread")
  func manyTasks() async throws {
    let host = try Host()
    let resident = Resident(host.executor)
    let allThere = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<1_000 { group.addTask { await resident.visitTwice(number) } }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(allThere)
    #expect(await resident.count == 2_000)
    stop(host.thread)
  }

  @Test("a task that prefers the loop runs there, also after an await")
  func preference() async throws {
    let host = try Host()
    let handle = host.thread.handle
    let there = await Task(executorPreference: host.executor) {
      let before = handle.isCurrent
      await Task.yield()
      return before && handle.isCurrent
    }.value
    #expect(there)
    let nested = await withTaskExecutorPreference(host.executor) {
      async let one = handle.isCurrent
      return await one
    }
    #expect(nested)
    stop(host.thread)
  }

  @Test("on the thread the actor can be assumed to be isolated")
  func assumeIsolated() async throws {
    let host = try Host()
    let resident = Resident(host.executor)
    let assumed = Counter()
    _ = await Task(executorPreference: host.executor) {}.value
    host.thread.execute {
      resident.assumeIsolated { _ in assumed.increment() }
    }
    stop(host.thread)
    #expect(assumed.value == 1)
  }

  /// Has a thread of its own, which ends with it.
  private actor Householder {
    private let thread: LoopThread
    private let keepAlive = SignalSource {}
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.handle.executor.asUnownedSerialExecutor() }

    init() throws {
      let keepAlive = keepAlive
      thread = try LoopThread { loop in
        loop.add(keepAlive)
        loop.run()
      }
    }

    deinit {
      keepAlive.invalidate()
      thread.handle.wakeUp()
    }

    func visit() -> Bool { thread.handle.isCurrent }
  }

  /// The job could be done, and the executor gone, while the loop was still being woken for it.
  @Test("an actor may go with its loop as soon as its last job is done")
  func lastJob() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<250 where try await !Householder().visit() { return false }
          return true
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test("a loop has one executor while it lives")
  func identity() throws {
    let host = try Host()
    #expect(host.executor === host.executor)
    stop(host.thread)
  }

  @Test("jobs that are queued when the loop ends run, with those that they queue")
  func endOfTheLoop() async throws {
    let go = LoopSemaphore()
    let thread = try LoopThread { loop in
      // It never runs: only its end can run a job.
      go.wait()
      while loop.snapshot().blocks.count < 2 { LoopThread.sleep(for: .milliseconds(1)) }
    }
    let resident = Resident(thread.handle.executor)
    async let first = resident.visitAndQueue(1)
    async let second = resident.visitAndQueue(2)
    go.signal()
    let both = await (first, second)
    #expect(await both.0.value)
    #expect(await both.1.value)
    join(thread)
  }
}

// Waiting for a thread blocks, so it is not offered to tasks; here it is a matter of microseconds.
private func stop(_ thread: PermanentThread) { thread.stop() }
private func join(_ thread: LoopThread) { thread.join() }
