import CBench
import Glibc
import LoopEngine

/// `post<k>`, `postq<k>`: closures posted by k threads and run by one loop.
enum Posting {
  // Unsafe but sound: these are written before the producers start, and not after.
  nonisolated(unsafe) private static var handle: LoopHandle?
  nonisolated(unsafe) private static var source: SignalSource?
  nonisolated(unsafe) private static var each: Int64 = 0
  nonisolated(unsafe) private static var goal: Int64 = 0
  // Unsafe but sound: only the loop's thread uses it.
  nonisolated(unsafe) private static var ran: Int64 = 0
  // Unsafe but sound: used through its address alone, by atomic operations alone.
  nonisolated(unsafe) private static let queue = {
    let queue = UnsafeMutablePointer<bench_queue>.allocate(capacity: 1)
    queue.initialize(to: bench_queue())
    return queue
  }()

  @inline(__always)
  private static func oneRan() {
    ran += 1
    if ran == goal { Measurement.end(operations: goal) }
  }

  /// Through the loop's own posting: nothing tells a caller that a wake-up may be left out, so each post has one.
  static func throughLoop(producers: Int) throws {
    handle = try Measurement.startLoop(side: 0) { $0.add(Measurement.keepAlive()) }
    start(producers) {
      guard let handle = Posting.handle else { return }
      for _ in 0..<Posting.each {
        handle.perform { Posting.oneRan() }
        handle.wakeUp()
      }
    }
  }

  /// Through one lock-free queue; the loop is signaled and woken only when it was empty.
  static func throughSharedQueue(producers: Int) throws {
    let source = SignalSource {
      var next = bench_queue_take_all(queue)
      while let job = next {
        next = job.pointee.next
        job.pointee.run(job.pointee.argument)
        free(job)
      }
    }
    Posting.source = source
    handle = try Measurement.startLoop(side: 0) { $0.add(source) }
    start(producers) {
      guard let handle = Posting.handle, let source = Posting.source else { return }
      let queue = Posting.queue
      for _ in 0..<Posting.each {
        guard let memory = malloc(MemoryLayout<bench_job>.size) else { bench_fail(1, "loop-bench: out of memory") }
        let job = memory.bindMemory(to: bench_job.self, capacity: 1)
        job.initialize(to: bench_job(next: nil, run: { _ in Posting.oneRan() }, argument: nil))
        if bench_queue_push(queue, job) {
          source.signal()
          handle.wakeUp()
        }
      }
    }
  }

  private static func start(_ producers: Int, _ body: @escaping @convention(c) () -> Void) -> Never {
    each = Measurement.count / Int64(producers)
    goal = each * Int64(producers)
    Measurement.settle()
    Measurement.begin()
    for _ in 0..<producers { bench_spawn(Measurement.isCrossed ? 1 : -1, body) }
    Measurement.waitForEver()
  }
}
