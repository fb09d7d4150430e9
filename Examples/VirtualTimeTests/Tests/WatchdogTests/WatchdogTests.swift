import LoopEngine
import LoopTracing
import Testing
import Watchdog

/// Minutes and hours of a loop's life, which take no time and end at exactly the same moments each time.
struct WatchdogTests {
  @Test("The alarm comes once a minute, and food puts it off")
  func alarms() throws {
    let outcome = try VirtualRun().run { loop in
      var alarms: [LoopInstant] = []
      let start = LoopInstant.now
      let watchdog = Watchdog(on: loop, patience: .seconds(60)) { alarms.append(.now) }
      loop.perform(after: .seconds(90)) { watchdog.feed() }
      loop.run(until: start + .seconds(240))
      return alarms.map { start.duration(to: $0) }
    }
    #expect(try outcome.expectFinished() == [.seconds(60), .seconds(150), .seconds(210)])
    #expect(outcome.elapsed == .seconds(240))
  }

  @Test("A watchdog that is fed by another thread stays quiet, in whatever order the threads run", arguments: 0..<20)
  func quiet(seed: UInt64) throws {
    let outcome = try VirtualRun(.seed(seed)).run { loop in
      var alarms = 0
      let watchdog = Watchdog(on: loop, patience: .seconds(60)) { alarms += 1 }
      let food = MessagePort<String> { _ in }
      loop.add(food)
      let feeder = try LoopThread(name: "feeder") { _ in
        for _ in 0..<60 {
          LoopThread.sleep(for: .seconds(50))
          food.send("a bone")
        }
      }
      for _ in 0..<60 {
        loop.run(mode: .default, for: nil, returnAfterSourceHandled: true)
        watchdog.feed()
      }
      feeder.join()
      return alarms
    }
    #expect(try outcome.expectFinished() == 0)
  }

  @Test("A wait for a signal that never comes is a deadlock, told with the line at which it waits")
  func deadlock() throws {
    let outcome = try VirtualRun().run { _ in LoopSemaphore(label: "signal").wait() }
    let error = #expect(throws: VirtualRun.NotFinished.self) { try outcome.expectFinished() }
    #expect(error?.description.contains("thread 'main' waits for semaphore \"signal\" (WatchdogTests/") == true)
  }
}
