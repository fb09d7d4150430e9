import LoopEngine
import LoopTracing
import Synchronization
import Testing

/// A thread kept alive by a port, stopped after a second: once under `run()`, once under `run(mode:before:)`.
@Suite struct StopUnderRunTests {
  /// The activities, the stop and what comes after the run, with the virtual second at which each was seen.
  private static func trace(_ run: @escaping @Sendable (Loop) -> Void) throws -> ([String], VirtualRun.Ending) {
    let seen = Mutex<[String]>([])
    @Sendable func note(_ text: String) {
      seen.withLock { $0.append("\(LoopInstant.now.nanoseconds / 1_000_000_000) \(text)") }
    }
    let outcome = try VirtualRun().run { loop in
      loop.add(LoopObserver(.all) { _, activity in note("\(activity)") })
      loop.add(MessagePort<Never>())
      loop.perform(after: .seconds(1)) {
        note("stop")
        loop.stop()
      }
      run(loop)
      note("after the run")
    }
    return (seen.withLock { $0 }, outcome.ending)
  }

  @Test("A stop under run() ends the run, and the next begins at once")
  func underRun() throws {
    let (seen, ending) = try Self.trace { $0.run() }
    #expect(
      seen == [
        "0 entry", "0 beforeTimers", "0 beforeSources", "0 beforeWaiting", "1 afterWaiting", "1 stop", "1 exit",
        "1 entry", "1 beforeTimers", "1 beforeSources", "1 beforeWaiting",
      ])
    guard case .deadlocked = ending else {
      Issue.record("it ended: \(ending)")
      return
    }
  }

  @Test("A stop under run(mode:before:) ends it")
  func underRunBefore() throws {
    let (seen, ending) = try Self.trace { $0.run(mode: .default, before: .distantFuture) }
    #expect(
      seen == [
        "0 entry", "0 beforeTimers", "0 beforeSources", "0 beforeWaiting", "1 afterWaiting", "1 stop", "1 exit",
        "1 after the run",
      ])
    #expect(ending == .finished)
  }
}
