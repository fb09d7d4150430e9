import Glibc
import LoopEngine
import Synchronization

/// `loop-cost <what> <N>`: does one thing N times, for `scripts/count-syscalls` to count what it costs.
///
/// What the counting should not see, such as one thread's waiting for the other, is done without the kernel.
@main
struct LoopCost {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else { exit(2) }
    switch arguments[1] {
    case "idle": idle(seconds: count)
    case "timer": fireTimers(count)
    case "wake": try wakeAcrossThreads(count)
    case "descriptor": try serveDescriptor(count)
    case "post": post(count)
    case "add": addTimers(count)
    default: exit(2)
    }
  }

  /// A loop with something in it and nothing to do.
  private static func idle(seconds: Int) {
    Loop.current.add(MessagePort<Never>(), to: "idle")
    Loop.current.run(mode: "idle", for: .seconds(seconds))
  }

  /// One timer, each fire from its own sleep.
  private static func fireTimers(_ count: Int) {
    var left = count
    Loop.current.add(
      LoopTimer(every: .microseconds(200)) { _ in
        left -= 1
        if left == 0 { Loop.current.stop() }
      }, to: "timers")
    Loop.current.run(mode: "timers", for: nil)
  }

  /// A thread that posts a block and wakes the loop, which sleeps each time.
  private static func wakeAcrossThreads(_ count: Int) throws {
    let done = Sequence()
    let sleeper = try LoopThread { loop in
      loop.add(MessagePort<Never>())
      loop.runUntilStopped()
    }
    let handle = sleeper.handle
    for number in 1...count {
      while !handle.isWaiting {}
      handle.perform { done.value.store(number, ordering: .releasing) }
      handle.wakeUp()
      while done.value.load(ordering: .acquiring) < number {}
    }
    handle.perform { handle.stop() }
    handle.wakeUp()
    sleeper.join()
  }

  /// A pipe into which another thread writes when the loop sleeps; the write and the handler's read are its own.
  private static func serveDescriptor(_ count: Int) throws {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "no pipe: errno \(errno)")
    let (readEnd, writeEnd, done) = (ends[0], ends[1], Sequence())
    let sleeper = try LoopThread { loop in
      let source = DescriptorSource(readEnd) { _ in
        var byte: UInt8 = 0
        read(readEnd, &byte, 1)
        done.value.wrappingAdd(1, ordering: .releasing)
      }
      try! loop.add(source)  // a pipe that is open
      loop.runUntilStopped()
    }
    let handle = sleeper.handle
    for number in 1...count {
      while !handle.isWaiting {}
      write(writeEnd, "x", 1)
      while done.value.load(ordering: .acquiring) < number {}
    }
    handle.perform { handle.stop() }
    handle.wakeUp()
    sleeper.join()
  }

  private static func post(_ count: Int) {
    let handle = Loop.main
    let done = Sequence()
    for _ in 0..<count { handle.perform(in: "posts") { done.value.wrappingAdd(1, ordering: .relaxed) } }
    Loop.current.run(mode: "posts", for: .zero)
    precondition(done.value.load(ordering: .relaxed) == count, "a post is missing")
  }

  private static func addTimers(_ count: Int) {
    let due = LoopInstant.now + .seconds(1_000)
    for _ in 0..<count { Loop.current.add(LoopTimer(at: due) { _ in }) }
  }

  private final class Sequence: Sendable {
    let value = Atomic(0)
  }
}
