import LoopEngine
import LoopTracing
import Testing

/// What a run on virtual time gives back to the test that made it.
struct VirtualOutcomeTests {
  private struct Refused: Error, Equatable {
    let number: Int
  }

  /// Not Sendable: it belongs to the run's thread until that has returned it.
  private final class Notebook {
    var lines: [String] = []
  }

  @Test("What the body returns is the outcome's value, though it is not Sendable")
  func value() throws {
    let outcome = try VirtualRun().run { loop in
      var lines: [String] = []
      loop.perform(after: .seconds(60)) { lines.append("a minute later") }
      loop.runUntilStopped()
      let notebook = Notebook()
      notebook.lines = lines
      return notebook
    }
    #expect(try outcome.expectFinished().lines == ["a minute later"])
    #expect(outcome.elapsed == .seconds(60))
  }

  @Test("What the body throws is thrown, and the thread has ended by then")
  func thrown() throws {
    #expect(throws: Refused(number: 7)) {
      try VirtualRun().run { _ in
        LoopThread.sleep(for: .seconds(1))
        throw Refused(number: 7)
      }
    }
  }

  @Test("A deadlock has no value, and says who waits")
  func deadlock() throws {
    let outcome = try VirtualRun().run { _ in
      LoopSemaphore(label: "never").wait()
      return 1
    }
    #expect(outcome.value == nil)
    let error = #expect(throws: VirtualRun.NotFinished.self) { try outcome.expectFinished() }
    #expect(error?.ending == outcome.ending)
    #expect(error?.description.contains("thread 'main' waits for semaphore \"never\"") == true)
  }

  @Test("Lost work of tasks is not a good end, though there is a value")
  func unfinished() throws {
    let outcome = try VirtualRun().run { _ in
      Task { try await Task.sleep(for: .seconds(3600)) }
      LoopThread.sleep(for: .seconds(1))
      return 1
    }
    #expect(outcome.value == 1)
    let error = #expect(throws: VirtualRun.NotFinished.self) { try outcome.expectFinished() }
    #expect(error?.description.contains("a task sleeps until 3600.000000000s") == true)
  }

  @Test("A run until a time says whether it came to it")
  func runUntil() throws {
    let results = try VirtualRun().run { loop in
      let withoutItems = loop.run(until: .now + .seconds(10))
      loop.perform(after: .seconds(2)) {}
      let untilTheTimerEnded = loop.run(until: .now + .seconds(10))
      loop.add(MessagePort<Never>())
      return [withoutItems, untilTheTimerEnded, loop.run(until: .now + .seconds(10))]
    }
    #expect(try results.expectFinished() == [.finished, .finished, .timedOut])
    #expect(results.elapsed == .seconds(12))
  }
}
