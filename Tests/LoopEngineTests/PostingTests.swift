import LoopEngine
import Synchronization
import Testing

/// Blocks from many threads at once.
@Suite("Posting from many threads")
struct PostingTests {
  /// What arrived from one producer.
  ///
  /// Touched by the consumer's thread only, and by the test once that has ended.
  private final class Arrivals: @unchecked Sendable {
    // @unchecked: see above; `join` orders the two.
    var next: [Int]
    var outOfOrder = 0
    var total = 0

    init(producers: Int) {
      next = Array(repeating: 0, count: producers)
    }

    func take(_ producer: Int, _ number: Int) {
      if next[producer] != number { outOfOrder += 1 }
      next[producer] = number + 1
      total += 1
    }
  }

  /// A loop that runs until all producers have ended and everything they posted has run.
  private func consume(
    producers: Int, _ produce: @escaping @Sendable (Int, LoopHandle, Arrivals) -> Void
  ) throws -> Arrivals {
    let arrivals = Arrivals(producers: producers)
    let keepAlive = MessagePort<Never>()
    let consumer = try LoopThread { loop in
      loop.add(keepAlive)
      loop.runUntilStopped()
    }
    let handle = consumer.handle
    let threads = try (0..<producers).map { number in try LoopThread { _ in produce(number, handle, arrivals) } }
    for thread in threads { thread.join() }
    // Behind everything posted.
    // The stop, since a wake-up that comes between two turns is dropped.
    handle.perform { handle.stop() }
    handle.wakeUp()
    consumer.join()
    return arrivals
  }

  @Test("a million posts from eight threads: none is lost, and each thread's keep their order")
  func aMillion() throws {
    let each = Scale.of(125_000)
    let arrivals = try consume(producers: 8) { producer, handle, arrivals in
      for number in 0..<each {
        handle.perform { arrivals.take(producer, number) }
        if number % 64 == 0 { handle.wakeUp() }
      }
    }
    #expect(arrivals.total == 8 * each)
    #expect(arrivals.outOfOrder == 0)
    #expect(arrivals.next == Array(repeating: each, count: 8))
  }

  @Test("a million posts with a wake-up each, to a loop that falls asleep between them")
  func withWakes() throws {
    let each = Scale.of(25_000)
    let arrivals = try consume(producers: 4) { producer, handle, arrivals in
      for number in 0..<each {
        handle.perform { arrivals.take(producer, number) }
        handle.wakeUp()
      }
    }
    #expect(arrivals.total == 4 * each)
    #expect(arrivals.outOfOrder == 0)
  }

  @Test("producers that end at random leave nothing behind that does not run")
  func randomEnds() throws {
    var random = SystemRandomNumberGenerator()
    let counts = (0..<Scale.of(400)).map { _ in Int.random(in: 0..<100, using: &random) }
    let arrivals = Arrivals(producers: counts.count)
    let keepAlive = MessagePort<Never>()
    let consumer = try LoopThread { loop in
      loop.add(keepAlive)
      loop.runUntilStopped()
    }
    let handle = consumer.handle
    // Eight at a time, so that some end while others post.
    var running: [LoopThread] = []
    for (producer, count) in counts.enumerated() {
      if running.count == 8 { running.removeFirst().join() }
      running.append(
        try LoopThread { _ in
          for number in 0..<count { handle.perform { arrivals.take(producer, number) } }
          handle.wakeUp()
        })
    }
    for thread in running { thread.join() }
    // The stop, since a wake-up that comes between two turns is dropped.
    handle.perform { handle.stop() }
    handle.wakeUp()
    consumer.join()
    #expect(arrivals.next == counts)
    #expect(arrivals.outOfOrder == 0)
  }

  @Test("a loop that ends while eight threads post: each block runs, is dropped with a word, or is refused")
  func endOfTheLoop() throws {
    for _ in 0..<Scale.of(40) {
      let (ran, dropped, queued, refused) = (Counter(), Counter(), Counter(), Counter())
      let consumer = try LoopThread { loop in
        loop.add(MessagePort<Never>())
        loop.run(mode: .default, for: .milliseconds(2))
      }
      let handle = consumer.handle
      let threads = try (0..<8).map { _ in
        try LoopThread { _ in
          while true {
            let result = handle.perform(onDrop: { dropped.increment() }) { ran.increment() }
            handle.wakeUp()
            if result == .loopEnded { break }
            queued.increment()
          }
          refused.increment()
        }
      }
      for thread in threads { thread.join() }
      consumer.join()
      #expect(ran.value + dropped.value == queued.value)
      #expect(refused.value == 8)
    }
  }

  @Test("messages from four threads to one port keep each thread's order")
  func messages() throws {
    let each = Scale.of(5_000)
    let arrivals = Arrivals(producers: 4)
    let port = MessagePort<Int> { arrivals.take($0.id, $0.body) }
    let consumer = try LoopThread { loop in
      loop.add(port)
      while arrivals.total < 4 * each && loop.run(mode: .default, before: .now + .seconds(60)) {}
    }
    let threads = try (0..<4).map { producer in
      try LoopThread { _ in for number in 0..<each { port.send(number, id: producer) } }
    }
    for thread in threads { thread.join() }
    consumer.join()
    #expect(arrivals.next == Array(repeating: each, count: 4))
    #expect(arrivals.outOfOrder == 0)
  }

  @Test("a source signalled by four threads is performed after the last signal")
  func signals() throws {
    let (last, seen) = (Counter(), Record<Int>())
    let keepAlive = MessagePort<Never>()
    let source = SignalSource { seen.append(last.value) }
    let consumer = try LoopThread { loop in
      loop.add(keepAlive)
      loop.add(source)
      loop.runUntilStopped()
    }
    let handle = consumer.handle
    let threads = try (0..<4).map { _ in
      try LoopThread { _ in
        for _ in 0..<Scale.of(5_000) {
          last.increment()
          source.signal()
          handle.wakeUp()
        }
      }
    }
    for thread in threads { thread.join() }
    handle.perform { handle.stop() }
    handle.wakeUp()
    // The pass after the last signal may be the one that the block above ended: the signal is then still there.
    consumer.join()
    #expect(seen.all.last == last.value || source.isSignaled)
    #expect(seen.count <= last.value)
  }
}
