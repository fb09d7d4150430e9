import CTestSupport
import Glibc
import LoopEngine
import Testing

/// A process forks on a loop's thread: the child has the loop, too, and both go on.
///
/// Each test forks in a process of its own, where no other test's threads hold a lock at that moment.
@Suite("Forks")
struct ForkTests {
  @Test("a child uses the loop with its own descriptors, and the parent's loop goes on")
  func ownDescriptors() async {
    await #expect(processExitsWith: .success) { try useOwnDescriptors() }
  }

  @Test("what a child takes out of its loop stays in the parent's")
  func removedInTheChild() async {
    await #expect(processExitsWith: .success) { try removeInTheChild() }
  }

  @Test("a child that closed what its loop watches goes on")
  func closedInTheChild() async {
    await #expect(processExitsWith: .success) { try closeInTheChild() }
  }

  @Test("a fork in a handler: both go on with the run")
  func inAHandler() async {
    await #expect(processExitsWith: .success) { try forkInAHandler() }
  }

  @Test("a child of a child has descriptors of its own again")
  func grandchild() async {
    await #expect(processExitsWith: .success) { try forkTwice() }
  }

  @Test("timers and blocks that wait are in both")
  func timersAndBlocks() async {
    await #expect(processExitsWith: .success) { try shareTimersAndBlocks() }
  }
}

/// Runs `body` in a child; returns what it returns.
private func inChild(_ body: @escaping () -> Int32) -> Int32 {
  final class Call {
    let body: () -> Int32
    init(_ body: @escaping () -> Int32) { self.body = body }
  }
  let call = Call(body)
  return withExtendedLifetime(call) {
    ct_fork_and_wait(
      { argument in
        // Not null: it is the call that was passed below.
        Unmanaged<Call>.fromOpaque(argument!).takeUnretainedValue().body()
      }, Unmanaged.passUnretained(call).toOpaque())
  }
}

/// A loop that watches `pipe`, and counts.
private func watch(_ pipe: Pipe, _ loop: Loop, _ heard: Counter) -> DescriptorSource {
  let source = DescriptorSource(pipe.readEnd) { _ in
    pipe.drain()
    heard.increment()
  }
  try! loop.add(source)  // a descriptor that is open
  return source
}

private func useOwnDescriptors() throws {
  let (pipe, heard) = (Pipe(), Counter())
  let (status, before) = try onLoop { loop in
    _ = watch(pipe, loop, heard)
    let status = inChild {
      let (own, heardOwn) = (Pipe(), Counter())
      _ = watch(own, loop, heardOwn)
      own.write()
      loop.poll { heardOwn.value == 1 }
      // The pipe is shared: what the child takes out of it, it had put in.
      pipe.write()
      loop.poll { heard.value == 1 }
      // A poller of its own: it sleeps, and wakes for its own descriptor.
      let result = loop.run(mode: .default, for: .milliseconds(10))
      return heardOwn.value == 1 && heard.value == 1 && result == .timedOut ? 0 : 1
    }
    let before = heard.value
    pipe.write()
    loop.poll { heard.value == 1 }
    loop.run(mode: .default, for: .milliseconds(1))
    return (status, before)
  }
  #expect(status == 0)
  #expect(before == 0)
  #expect(heard.value == 1)
}

private func removeInTheChild() throws {
  let (pipe, heard) = (Pipe(), Counter())
  let status = try onLoop { loop in
    let source = watch(pipe, loop, heard)
    let other = Pipe()
    _ = watch(other, loop, Counter())
    let status = inChild {
      source.invalidate()
      return loop.poll() == .timedOut ? 0 : 1
    }
    pipe.write()
    loop.poll { heard.value == 1 }
    return status
  }
  #expect(status == 0)
  #expect(heard.value == 1)
}

private func closeInTheChild() throws {
  let (pipe, heard) = (Pipe(), Counter())
  let status = try onLoop { loop in
    _ = watch(pipe, loop, heard)
    let status = inChild {
      pipe.closeReadEnd()
      let (own, heardOwn) = (Pipe(), Counter())
      _ = watch(own, loop, heardOwn)
      own.write()
      loop.poll { heardOwn.value == 1 }
      return heardOwn.value == 1 ? 0 : 1
    }
    pipe.write()
    loop.poll { heard.value == 1 }
    return status
  }
  #expect(status == 0)
  #expect(heard.value == 1)
}

private func forkInAHandler() throws {
  let (pipe, heard) = (Pipe(), Counter())
  let (status, result) = try onLoop { loop in
    _ = watch(pipe, loop, heard)
    var status: Int32 = -1
    loop.add(
      LoopTimer(at: .now) { _ in
        status = inChild {
          // The child takes its own event in a nested run, and leaves the parent's alone.
          let (own, heardOwn) = (Pipe(), Counter())
          _ = watch(own, loop, heardOwn)
          own.write()
          loop.poll { heardOwn.value == 1 }
          return heardOwn.value == 1 ? 0 : 1
        }
        pipe.write()
      })
    let result = loop.run(mode: .default, for: .seconds(30), returnAfterSourceHandled: true)
    return (status, result)
  }
  #expect(status == 0)
  #expect(result == .handledSource)
  #expect(heard.value == 1)
}

private func forkTwice() throws {
  let (pipe, heard) = (Pipe(), Counter())
  let status = try onLoop { loop in
    _ = watch(pipe, loop, heard)
    loop.poll()
    let status = inChild {
      loop.poll()
      let inner = inChild {
        pipe.write()
        loop.poll { heard.value == 1 }
        return heard.value == 1 ? 0 : 1
      }
      if inner != 0 { return 2 }
      pipe.write()
      loop.poll { heard.value == 1 }
      return heard.value == 1 ? 0 : 3
    }
    pipe.write()
    loop.poll { heard.value == 1 }
    return status
  }
  #expect(status == 0)
  #expect(heard.value == 1)
}

private func shareTimersAndBlocks() throws {
  let log = Record<String>()
  let status = try onLoop { loop in
    loop.add(LoopTimer(after: .milliseconds(5)) { _ in log.append("timer") })
    loop.perform { log.append("block") }
    let both = { log.all == ["block", "timer"] }
    let status = inChild {
      loop.runUntilStopped()
      return both() ? 0 : 1
    }
    loop.runUntilStopped()
    return status
  }
  #expect(status == 0)
  #expect(log.all == ["block", "timer"])
}
