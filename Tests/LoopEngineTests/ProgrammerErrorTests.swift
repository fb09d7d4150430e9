import LoopEngine
import Testing

/// A programmer's error ends the process with a sentence that says what was done.
@Suite("Programmers' errors")
struct ProgrammerErrorTests {
  @Test("a loop that runs off its thread")
  func foreignThread() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try runOffItsThread()
    }
    #expect(
      result?.says(
        "the loop of thread 'owner' was used on thread 'stranger': a Loop belongs to its thread; use its handle")
        == true)
  }

  @Test("a delayed perform off the loop's thread")
  func foreignPerform() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try performOffItsThread()
    }
    #expect(result?.says("the loop of thread 'owner' was used on thread 'stranger'") == true)
  }

  /// Calls that change a loop.
  enum Change: String, CaseIterable, Codable, Sendable {
    case addObserver, removeObserver, addTimer, removeTimer, perform, addSource, addPort, addCommonMode, cancelPerforms,
      snapshot

    fileprivate func apply(to loop: Loop) throws {
      switch self {
      case .addObserver: loop.add(LoopObserver(.all) { _, _ in })
      case .removeObserver: loop.remove(LoopObserver(.all) { _, _ in })
      case .addTimer: loop.add(LoopTimer(after: .seconds(1)) { _ in })
      case .removeTimer: loop.remove(LoopTimer(after: .seconds(1)) { _ in })
      case .perform: loop.perform {}
      case .addSource: loop.add(SignalSource {})
      case .addPort: loop.add(MessagePort<Never>())
      case .addCommonMode: try loop.addCommonMode(.tracking)
      case .cancelPerforms: loop.cancelPerforms(for: 1)
      case .snapshot: _ = loop.snapshot()
      }
    }
  }

  @Test("a loop that is changed off its thread", arguments: Change.allCases)
  func foreignChange(change: Change) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [change] in
      try misuse { loop in try! change.apply(to: loop) }  // no descriptor is needed
    }
    #expect(
      result?.says(
        "the loop of thread 'owner' was used on thread 'stranger': a Loop belongs to its thread; use its handle")
        == true)
  }

  @Test("an observer that is invalidated off its loop's thread")
  func foreignObserver() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let observer = Record<Smuggled<LoopObserver>>()
      try misuse(
        prepare: { loop in
          let made = LoopObserver(.all) { _, _ in }
          loop.add(made)
          observer.append(Smuggled(value: made))
        }, { _ in observer.all[0].value.invalidate() })
    }
    #expect(result?.says("the loop of thread 'owner' was used on thread 'stranger'") == true)
  }

  /// Calls that use a timer.
  enum TimerUse: String, CaseIterable, Codable, Sendable {
    case invalidate, fire, isValid, nextFireDate, setNextFireDate, setTolerance

    fileprivate func apply(to timer: LoopTimer) {
      switch self {
      case .invalidate: timer.invalidate()
      case .fire: timer.fire()
      case .isValid: _ = timer.isValid
      case .nextFireDate: _ = timer.nextFireDate
      case .setNextFireDate: timer.setNextFireDate(.now)
      case .setTolerance: timer.setTolerance(.seconds(1))
      }
    }
  }

  @Test("a timer that is used off its thread", arguments: TimerUse.allCases)
  func foreignTimer(use: TimerUse) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [use] in
      let timer = Record<Smuggled<LoopTimer>>()
      try misuse(
        prepare: { loop in
          let made = LoopTimer(after: .seconds(100)) { _ in }
          loop.add(made)
          timer.append(Smuggled(value: made))
        }, { _ in use.apply(to: timer.all[0].value) })
    }
    #expect(
      result?.says(
        "a timer of another thread's loop was used on thread 'stranger': a LoopTimer belongs to its thread") == true)
  }

  @Test("a thread that waits for its own end")
  func joinsItself() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { try joinOneself() }
    #expect(result?.says("thread 'ouroboros' waits for its own end, which would never come") == true)
  }

  @Test("threads that wait for each other's end")
  func joinInACircle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { try waitInACircle() }
    // The one that comes second tells.
    let sentences = [("egg", "chicken"), ("chicken", "egg")].map { one, other in
      "thread '\(one)' waits for the end of thread '\(other)', which waits for the end of thread '\(one)': none"
    }
    #expect(sentences.contains { result?.says($0) == true })
  }

  @Test("a task that goes on for ever on a thread that is stopped")
  func endlessTask() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let thread = try PermanentThread(name: "host")
      Task.detached(executorPreference: thread.handle.executor) { while true { await Task.yield() } }
      stop(thread)
    }
    #expect(result?.says("a task needs the loop of thread 'host', which has ended") == true)
  }

  @Test("a semaphore with a negative value")
  func negativeSemaphore() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LoopSemaphore(value: -1)
    }
    #expect(result?.says("a semaphore's value is from 0 to 2147483647, not -1") == true)
  }

  @Test("code that assumes an actor on a loop, off the loop's thread")
  func wrongExecutor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try assumeTheWrongThread()
    }
    #expect(result?.says("not on the thread of loop 'home'") == true)
  }
}

extension ExitTest.Result {
  /// Whether `sentence` is in what the process wrote on its way out.
  fileprivate func says(_ sentence: String) -> Bool {
    String(decoding: standardErrorContent, as: UTF8.self).contains(sentence)
  }
}

/// Gives the loop of thread "owner", which waits meanwhile, to thread "stranger".
private func misuse(
  prepare: @escaping @Sendable (Loop) -> Void = { _ in }, _ use: @escaping @Sendable (Loop) -> Void
) throws {
  let (made, done) = (LoopSemaphore(), LoopSemaphore())
  let loops = Record<Smuggled<Loop>>()
  _ = try LoopThread(name: "owner") { loop in
    prepare(loop)
    loops.append(Smuggled(value: loop))
    made.signal()
    done.wait()
  }
  made.wait()
  try LoopThread(name: "stranger") { _ in use(loops.all[0].value) }.join()
}

private func runOffItsThread() throws {
  try misuse { loop in loop.run(mode: .default, for: .zero) }
}

private func performOffItsThread() throws {
  try misuse { loop in loop.perform(after: .zero) {} }
}

private func joinOneself() throws {
  let (threads, known) = (Record<LoopThread>(), LoopSemaphore())
  let thread = try LoopThread(name: "ouroboros") { _ in
    known.wait()
    threads.all[0].join()
  }
  threads.append(thread)
  known.signal()
  while !thread.isFinished { LoopThread.sleep(for: .milliseconds(10)) }
}

private actor Resident {
  private let home: LoopExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { home.asUnownedSerialExecutor() }

  init(_ home: LoopExecutor) {
    self.home = home
  }
}

private func assumeTheWrongThread() throws {
  let done = LoopSemaphore()
  let thread = try LoopThread(name: "home") { _ in done.wait() }
  let resident = Resident(thread.handle.executor)
  resident.assumeIsolated { _ in }
  done.signal()
}

// Waiting for a thread blocks, so it is not offered to tasks.
private func stop(_ thread: PermanentThread) { thread.stop() }

private func waitInACircle() throws {
  let (egg, chicken) = (try PermanentThread(name: "egg"), try PermanentThread(name: "chicken"))
  let (eggIsWaiting, chickenIsThere) = (LoopSemaphore(), LoopSemaphore())
  chicken.execute {
    chickenIsThere.signal()
    eggIsWaiting.wait()
    // It waits, or is about to.
    egg.stop()
  }
  chickenIsThere.wait()
  egg.execute {
    eggIsWaiting.signal()
    chicken.stop()
  }
  egg.stop()
}
