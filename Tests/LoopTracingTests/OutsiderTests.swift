import Dispatch
import LoopEngine
import LoopTracing
import Synchronization
import Testing

/// Threads that the virtual clock does not know.
@Suite struct OutsiderTests {
  @Test("A thread that nobody announced is told how to be announced")
  func unannounced() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try VirtualRun().run { loop in
        let handle = loop.handle
        loop.add(MessagePort<Never>())
        DispatchQueue.global().async { handle.wakeUp() }
        // Nothing else is to come; the other thread is found out whenever it acts, here or later.
        let token = RealWait()
        token.wait()
      }
    }
    let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(sentence.contains("a thread that the virtual clock does not know acts on a loop"))
    #expect(sentence.contains("Take a BusyToken before handing work to it"))
  }

  /// Blocks the thread for good, whatever the clock.
  private struct RealWait {
    func wait() { DispatchSemaphore(value: 0).wait() }
  }

  @Test("While a busy token is out, virtual time stands still and waits for it")
  func announced() throws {
    let seen = Mutex<[String]>([])
    let outcome = try VirtualRun().run { loop in
      let handle = loop.handle
      loop.add(MessagePort<Never>())
      loop.perform(after: .seconds(3600)) { seen.withLock { $0.append("an hour later") } }
      let token = BusyToken()
      DispatchQueue.global().async {
        handle.perform {
          seen.withLock { $0.append("at \(LoopInstant.now.nanoseconds)") }
          token.end()
        }
        handle.wakeUp()
      }
      loop.run(mode: .default, for: .seconds(3600))
    }
    #expect(seen.withLock { $0 } == ["at 0", "an hour later"])
    #expect(outcome.ending == .finished)
  }
}
