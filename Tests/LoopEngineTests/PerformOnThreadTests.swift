import LoopEngine
import Synchronization
import Testing

/// What threads ask of another thread, in real time.
@Suite("Performing on a thread")
struct PerformOnThreadTests {
  @Test("eight threads ask one thread: nothing is lost, and what each asks for keeps its order")
  func manyThreads() throws {
    let each = Scale.of(20_000)
    let next = Mutex([Int](repeating: 0, count: 8))
    let outOfOrder = Counter()
    let worker = try LoopThread { loop in
      loop.add(MessagePort<Never>())
      while loop.run(mode: .default, before: .distantFuture), next.withLock({ $0.contains { $0 < each } }) {}
    }
    let askers = try (0..<8).map { number -> LoopThread in
      try LoopThread { _ in
        for count in 0..<each {
          // Some by another source, and the last in a while is waited for.
          worker.perform(in: count % 3 == 0 ? .default : .common, waitUntilDone: count % 1_000 == 999) {
            let expected = next.withLock { next in
              defer { next[number] = count + 1 }
              return next[number]
            }
            if expected != count { outOfOrder.increment() }
          }
        }
      }
    }
    for asker in askers { asker.join() }
    worker.join()
    #expect(next.withLock { $0 } == [Int](repeating: each, count: 8))
    #expect(outOfOrder.value == 0)
  }

  @Test("threads ask while the thread ends: each request is performed, dropped or refused, and no wait is left")
  func endingThread() throws {
    for round in 0..<Scale.of(200) {
      let (performed, lost) = (Counter(), Counter())
      let worker = try LoopThread { loop in
        loop.add(MessagePort<Never>())
        loop.run(mode: .default, for: .microseconds(100 * (round % 5)), returnAfterSourceHandled: round % 2 == 0)
      }
      @Sendable func count(_ counter: Counter) -> @Sendable () -> Void { { counter.increment() } }
      let askers = try (0..<3).map { number -> LoopThread in
        try LoopThread { _ in
          for place in 0..<20 {
            let isWaiting = (place + number) % 4 == 0
            // A wait that is dropped returns what one that is refused does.
            let result = worker.handle.performOnThread(
              waitUntilDone: isWaiting, onDrop: isWaiting ? nil : count(lost), count(performed))
            if result == .loopEnded { lost.increment() }
          }
        }
      }
      for asker in askers { asker.join() }
      worker.join()
      #expect(performed.value + lost.value == 60)
    }
  }

  @Test("what a request holds is let go when it is performed, when it is dropped and when it is refused")
  func letGo() throws {
    let released = Counter()
    @Sendable func ask(_ handle: LoopHandle) -> PostResult {
      let tracked = Tracked { released.increment() }
      return handle.performOnThread { withExtendedLifetime(tracked) {} }
    }
    let handle = try onLoop("gone") { loop in
      #expect(ask(loop.handle) == .queued)
      loop.run(mode: .default, for: .zero)
      #expect(released.value == 1)
      #expect(ask(loop.handle) == .queued)
      #expect(released.value == 1)
      return loop.handle
    }
    #expect(released.value == 2)
    #expect(ask(handle) == .loopEnded)
    #expect(released.value == 3)
  }

  @Test("ten thousand that wait for a mode do not keep one of another mode back")
  func manyWaiting() throws {
    let performed = Counter()
    try onLoop("busy") { loop in
      let handle = loop.handle
      for _ in 0..<10_000 { handle.performOnThread { performed.increment() } }
      handle.performOnThread(in: "other") { performed.increment() }
      #expect(loop.run(mode: "other", for: .zero, returnAfterSourceHandled: true) == .handledSource)
      #expect(performed.value == 1)
      #expect(loop.run(mode: .default, for: nil) == .finished)
    }
    #expect(performed.value == 10_001)
  }
}
