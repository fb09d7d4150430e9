import LoopTracing
import Testing

/// The same example, recorded on both sides and compared.
@Suite("Examples on CoreFoundation")
struct ComparisonTests {
  private static func compare(_ source: String) throws -> ReferenceComparison {
    let engine = try ExampleProcess(source, on: .engine, clock: "virtual")
    let reference = try ExampleProcess(source, on: .reference, clock: "real")
    return ReferenceComparison(engine: engine.trace, reference: reference.trace)
  }

  @Test("timers, observers, blocks and sources of one thread have the same order")
  func oneThread() throws {
    let comparison = try Self.compare(
      """
      import LoopEngine
      let loop = Loop.current
      let source = SignalSource(label: "source") { print("source") }
      loop.add(source)
      loop.add(LoopObserver([.beforeWaiting, .exit], label: "watch") { _, activity in print(activity) })
      var ticks = 0
      loop.add(LoopTimer(every: .milliseconds(30), label: "tick") { timer in
        ticks += 1
        source.signal()
        loop.perform(label: "block \\(ticks)") { print("block") }
        if ticks == 3 { loop.stop() }
      })
      print(loop.runUntilStopped())
      """)
    #expect(comparison.verdict == .same, "\(comparison)")
  }

  @Test("threads that post to each other differ by timing at most")
  func threads() throws {
    let comparison = try Self.compare(
      """
      import LoopEngine
      let main = Loop.current.handle
      let threads = try ["a", "b"].map { name in
        try LoopThread(name: name) { loop in
          loop.add(LoopTimer(after: .milliseconds(20), label: "timer of \\(name)") { _ in
            for number in 1...3 { main.perform(label: "\\(name)\\(number)") {} }
            main.wakeUp()
          })
          loop.run(mode: .default, for: .seconds(1))
        }
      }
      Loop.current.run(mode: .default, for: .milliseconds(90))
      for thread in threads { thread.join() }
      """)
    #expect(comparison.verdict == .same || comparison.verdict == .sameButForTiming, "\(comparison)")
    #expect(comparison.threads.map(\.name).sorted() == ["a", "b", "main"])
  }

  @Test("nested and empty runs, posts and performs of other threads compare")
  func runs() throws {
    let comparison = try Self.compare(
      """
      import LoopEngine
      let thread = try LoopThread(name: "worker") { loop in
        print(loop.run(mode: "empty", for: nil))
        loop.perform(label: "outer") {
          loop.perform(in: "inner", label: "inner") { print("inner") }
          print(loop.run(mode: "inner", for: .zero))
        }
        loop.add(SignalSource(label: "keeper") {})
        print(loop.run(mode: .default, for: .milliseconds(60)))
        loop.run(until: .now + .milliseconds(20))
      }
      thread.perform(label: "posted") { print("posted") }
      thread.join()
      """)
    #expect(comparison.verdict == .same || comparison.verdict == .sameButForTiming, "\(comparison)")
    #expect(comparison.threads.map(\.name) == ["worker"])
    #expect(comparison.threads[0].lines.contains { $0.text == "run empty finished" })
  }

  @Test("the wake for a timer that is gone is found, and known")
  func known() throws {
    let comparison = try Self.compare(
      """
      import LoopEngine
      let loop = Loop.current
      let gone = LoopTimer(after: .milliseconds(30), label: "gone") { _ in }
      loop.add(gone)
      loop.run(mode: .default, for: .zero)
      loop.add(SignalSource(label: "keeper") {})
      gone.invalidate()
      loop.run(mode: .default, for: .milliseconds(90))
      """)
    #expect(comparison.verdict == .known(["last-timer-disarmed"]), "\(comparison)")
  }

  /// Waits for 20 ms on the clock of loops, which take 80 ms in all.
  @Test("at a slower pace all that takes time takes longer, in the same order")
  func pace() throws {
    let source = """
      import Glibc
      import LoopEngine
      func real() -> Duration {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
      }
      @MainActor func measure(_ name: String, _ body: () -> Void) {
        let (start, realStart) = (LoopInstant.now, real())
        body()
        let (time, realTime) = (LoopInstant.now - start, real() - realStart)
        print(name, time >= .milliseconds(20), realTime >= .milliseconds(80))
      }
      let loop = Loop.current
      loop.add(SignalSource(label: "keeper") {})
      measure("sleep") { LoopThread.sleep(for: .milliseconds(20)) }
      measure("duration") { loop.run(mode: .default, for: .milliseconds(20)) }
      measure("date") { loop.run(until: .now + .milliseconds(20)) }
      measure("semaphore") { _ = LoopSemaphore().wait(for: .milliseconds(20)) }
      measure("timer") {
        loop.add(LoopTimer(after: .milliseconds(20), label: "timer") { _ in loop.stop() })
        loop.runUntilStopped()
      }
      var count = 0
      let repeating = LoopTimer(every: .milliseconds(10), label: "repeating") { _ in
        count += 1
        if count >= 2 { loop.stop() }
      }
      loop.add(repeating)
      measure("interval") { loop.runUntilStopped() }
      repeating.setNextFireDate(.now + .milliseconds(20))
      measure("next date") { loop.runUntilStopped() }
      """
    let process = try ExampleProcess(source, on: .reference, clock: "real/4")
    #expect(process.status == 0)
    let printed = process.trace.events.compactMap { if case .print(let text, _) = $0.kind { text } else { nil } }
    let names = ["sleep", "duration", "date", "semaphore", "timer", "interval", "next date"]
    #expect(printed == names.map { "\($0) true true" })
  }

  @Test("a pace that is no number of seconds is refused", arguments: ["0", "-1", "x", ""])
  func wrongPace(_ pace: String) throws {
    let answer = try ExampleProcess.answer(on: .reference, folder: "trace", clock: "real/\(pace)", schedule: "")
    #expect(answer.hasPrefix("the recording's pace is '\(pace)'"))
  }
}
