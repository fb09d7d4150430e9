import LoopEngine
import LoopTracing
import Synchronization
import Testing

/// What threads ask of another thread, in many orders of the threads.
@Suite("Performing on a thread, on virtual time") struct PerformOnThreadTests {
  private static func hold(
    _ schedules: Int, _ expected: [String],
    _ body: @escaping @Sendable (Loop, @escaping @Sendable (String) -> Void) throws -> Void
  ) throws {
    let finding = try ScheduleSearch(count: schedules).run { schedule in
      let seen = Mutex<[String]>([])
      let outcome = try VirtualRun(schedule).run { loop in
        try body(loop) { text in seen.withLock { $0.append(text) } }
      }
      let words = seen.withLock { $0 }
      let failure = outcome.ending == .finished && words == expected ? nil : "\(outcome.ending): \(words)"
      return ScheduleSearch.Attempt(failure: failure, switches: outcome.switches)
    }
    #expect(finding == nil, "\(finding.map { "\($0)" } ?? "")")
  }

  @Test("waiting gives 1, 3, 2 in every order of the threads")
  func waiting() throws {
    try Self.hold(200, ["1", "3", "2"]) { _, note in
      let worker = try LoopThread(name: "worker") { loop in
        loop.add(MessagePort<Never>())
        loop.run(mode: .default, for: .seconds(1))
      }
      note("1")
      worker.perform(waitUntilDone: true) { note("3") }
      note("2")
      worker.join()
    }
  }

  @Test("a loop that runs around runs that return after a source comes to each request, and ends with the last")
  func flagAndStop() throws {
    try Self.hold(200, ["0", "1", "2", "stop", "over"]) { _, note in
      let isStopped = LoopSemaphore(label: "stopped")
      let worker = try LoopThread(name: "worker") { loop in
        loop.add(MessagePort<Never>())
        while !isStopped.wait(for: .zero), loop.run(mode: .default, before: .distantFuture) {}
        note("over")
      }
      for number in 0..<3 { worker.perform { note("\(number)") } }
      worker.perform {
        note("stop")
        isStopped.signal()
      }
      worker.join()
    }
  }

  @Test("a run that a request makes comes to the requests behind it, whenever they are made")
  func nested() throws {
    try Self.hold(400, ["outer", "inner", "handledSource", "last"]) { _, note in
      let worker = try LoopThread(name: "worker") { loop in
        loop.add(MessagePort<Never>())
        loop.runUntilStopped()
      }
      worker.perform {
        note("outer")
        note("\(Loop.current.run(mode: .default, for: nil, returnAfterSourceHandled: true))")
      }
      worker.perform { note("inner") }
      // A third request might come in time for the inner run.
      LoopThread.sleep(for: .seconds(1))
      worker.perform {
        note("last")
        Loop.current.stop()
      }
      worker.join()
    }
  }

  @Test("requests of two threads in two modes are each performed once, in each thread's order")
  func twoModes() throws {
    let finding = try ScheduleSearch(count: 300).run { schedule in
      let seen = Mutex<[Int]>([])
      let outcome = try VirtualRun(schedule).run { _ in
        let worker = try LoopThread(name: "worker") { loop in
          loop.add(MessagePort<Never>())
          try? loop.addCommonMode("dialog")
          while seen.withLock({ $0.count < 12 }) {
            loop.run(mode: .default, for: .milliseconds(1), returnAfterSourceHandled: true)
            loop.run(mode: "dialog", for: .zero)
          }
        }
        let askers = try (0..<2).map { asker in
          try LoopThread(name: "asker \(asker)") { _ in
            for number in 0..<6 {
              worker.perform(in: number % 2 == asker ? .common : .default, waitUntilDone: number == 3) {
                seen.withLock { $0.append(10 * asker + number) }
              }
            }
          }
        }
        for asker in askers { asker.join() }
        worker.join()
      }
      let all = seen.withLock { $0 }
      // A request of the common modes may pass one of the default mode while the other mode runs.
      let isComplete = all.sorted() == [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15]
      let inOrder = [[0, 2, 4], [1, 3, 5], [10, 12, 14], [11, 13, 15]].allSatisfy { mode in
        all.filter(mode.contains) == mode
      }
      let failure = outcome.ending == .finished && isComplete && inOrder ? nil : "\(outcome.ending): \(all)"
      return ScheduleSearch.Attempt(failure: failure, switches: outcome.switches)
    }
    #expect(finding == nil, "\(finding.map { "\($0)" } ?? "")")
  }

  @Test("a wait for a thread whose loop does not run is reported, with the thread and the line")
  func waitingForNothing() throws {
    let outcome = try VirtualRun().run { _ in
      let never = LoopSemaphore(label: "never")
      let worker = try LoopThread(name: "worker") { _ in never.wait() }
      worker.perform(waitUntilDone: true, file: "asking.swift", line: 7) {}
    }
    #expect("\(outcome.ending)".contains("thread 'main' waits for work on thread 'worker' (asking.swift:7)"))
  }
}
