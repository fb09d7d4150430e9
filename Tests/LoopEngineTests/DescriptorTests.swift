import Glibc
import LoopEngine
import Testing

/// Descriptor sources: what they hear, and what becomes of them when their descriptor is closed or used anew.
@Suite("Descriptors")
struct DescriptorTests {
  private typealias Heard = Record<DescriptorEvents>

  private static func source(
    _ descriptor: Int32, _ events: DescriptorEvents = .readable, heard: Heard
  ) -> DescriptorSource {
    DescriptorSource(descriptor, events: events) { heard.append($0) }
  }

  @Test("a readable pipe is told of once a turn, as long as it is readable")
  func levelTriggered() throws {
    let (pipe, heard) = (Pipe(), Heard())
    let counts = try onLoop { loop in
      try! loop.add(Self.source(pipe.readEnd, heard: heard))  // a descriptor that is open
      pipe.write()
      var counts: [Int] = []
      for _ in 0..<3 {
        loop.poll()
        counts.append(heard.count)
      }
      pipe.drain()
      loop.poll()
      return counts + [heard.count]
    }
    #expect(counts == [1, 2, 3, 3])
    #expect(heard.all.allSatisfy { $0 == .readable })
  }

  @Test("a descriptor that is not open is refused with the call and its errno, and the source is not added")
  func notOpen() throws {
    let pipe = Pipe()
    let number = pipe.readEnd
    let (error, contains, modes, result, valid) = try onLoop { loop in
      pipe.endReading()
      // High enough that no other test gets the number meanwhile.
      let source = DescriptorSource(number + 100_000) { _ in }
      var caught: SystemError?
      do throws(SystemError) { try loop.add(source, to: "unheard of") } catch { caught = error }
      return (
        caught, loop.contains(source, in: "unheard of"), loop.allModes, loop.poll("unheard of"), source.isValid
      )
    }
    #expect(error == SystemError(call: "epoll_ctl", errno: EBADF))
    #expect(!contains)
    #expect(modes == [.default])
    #expect(result == .finished)
    #expect(valid)
  }

  @Test("the other end of a pipe that closes is a hangup, and the end of the stream to who reads")
  func hangup() throws {
    let (pipe, heard) = (Pipe(), Heard())
    _ = try onLoop { loop in
      let source = Self.source(pipe.readEnd, heard: heard)
      try! loop.add(source)  // a descriptor that is open
      loop.poll()
      pipe.endWriting()
      loop.poll()
      source.invalidate()
      return loop.poll()
    }
    #expect(heard.all == [[.readable, .hangup]])
  }

  @Test("the writing end hears an error when nobody reads any more")
  func brokenPipe() throws {
    let (pipe, heard) = (Pipe(), Heard())
    try onLoop { loop in
      try! loop.add(Self.source(pipe.writeEnd, .writable, heard: heard))  // a descriptor that is open
      pipe.endReading()
      loop.poll()
    }
    #expect(heard.all == [[.writable, .error]])
  }

  @Test("two sources on one descriptor hear what each asked for")
  func readerAndWriter() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let (one, other) = (ends[0], ends[1])
    let (reads, writes) = (Heard(), Heard())
    let counts = try onLoop { loop in
      let reader = Self.source(one, .readable, heard: reads)
      let writer = Self.source(one, .writable, heard: writes)
      try! loop.add(reader)  // a descriptor that is open
      try! loop.add(writer)  // likewise
      loop.poll { writes.count >= 2 }
      let before = (reads.count, writes.count)
      _ = write(other, "x", 1)
      loop.poll { reads.count >= 2 && writes.count >= 4 }
      let both = (reads.count, writes.count)
      writer.invalidate()
      let writesThen = writes.count
      for _ in 0..<4 { loop.poll() }
      return [before.0, before.1, both.0, both.1, writes.count - writesThen, reads.count - both.0]
    }
    #expect(counts[0] == 0)
    #expect(counts[1] == 2)
    #expect(counts[2] >= 2)
    #expect(counts[3] >= 4)
    #expect(counts[4] == 0)
    #expect(counts[5] == 4)
    #expect(reads.all.allSatisfy { $0 == .readable })
    #expect(writes.all.allSatisfy { $0 == .writable })
  }

  @Test("a hangup is told to every source on the descriptor")
  func sharedHangup() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let one = ends[0]
    defer { close(one) }
    close(ends[1])
    waitForHangup(of: one)
    let (reads, writes) = (Heard(), Heard())
    try onLoop { loop in
      try! loop.add(Self.source(one, .readable, heard: reads))  // a descriptor that is open
      try! loop.add(Self.source(one, .writable, heard: writes))  // likewise
      loop.poll { reads.count > 0 && writes.count > 0 }
    }
    #expect(reads.all.first == [.readable, .hangup])
    #expect(writes.all.first == [.writable, .hangup])
  }

  @Test("a regular file is always ready, once a turn, beside a pipe that is now and then")
  func regularFile() throws {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let (number, pipe, fromFile, fromPipe) = (fileno(file), Pipe(), Heard(), Heard())
    let counts = try onLoop { loop in
      let source = Self.source(number, [.readable, .writable], heard: fromFile)
      try! loop.add(source)  // a descriptor that is open
      try! loop.add(Self.source(pipe.readEnd, heard: fromPipe))  // likewise
      for _ in 0..<5 { loop.poll() }
      let alone = fromFile.count
      pipe.write()
      loop.poll { fromPipe.count == 1 }
      pipe.drain()
      source.invalidate()
      let then = fromFile.count
      for _ in 0..<5 { loop.poll() }
      return (alone, fromPipe.count, fromFile.count - then)
    }
    #expect(counts == (5, 1, 0))
    #expect(fromFile.all.allSatisfy { $0 == [.readable, .writable] })
  }

  @Test("a timer is not starved by a file that is always ready")
  func regularFileAndTimer() throws {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let number = fileno(file)
    let fired = try onLoop { loop in
      var fired = false
      try! loop.add(DescriptorSource(number) { _ in })  // a descriptor that is open
      loop.add(
        LoopTimer(after: .milliseconds(5)) { _ in
          fired = true
          loop.stop()
        })
      return loop.run(mode: .default, for: .seconds(10)) == .stopped && fired
    }
    #expect(fired)
  }

  @Test("a source can be in several modes; each hears when it runs")
  func severalModes() throws {
    let (pipe, heard) = (Pipe(), Heard())
    let counts = try onLoop { loop in
      let source = Self.source(pipe.readEnd, heard: heard)
      try! loop.add(source)  // a descriptor that is open
      try! loop.add(source, to: "other")  // likewise
      pipe.write()
      loop.poll()
      loop.poll("other")
      loop.remove(source)
      let result = loop.poll()
      loop.poll("other")
      return [heard.count, Int(result.rawValue)]
    }
    #expect(counts == [3, Int(RunResult.finished.rawValue)])
  }

  @Test("a source that another thread adds wakes a loop that sleeps on its word")
  func addedToASleeper() throws {
    let (pipe, ready) = (Pipe(), LoopSemaphore())
    pipe.write()
    let heard = Heard()
    let thread = try LoopThread { loop in
      loop.add(MessagePort<Never>())
      loop.add(LoopObserver(.beforeWaiting, repeats: false) { _, _ in ready.signal() })
      _ = loop.run(mode: .default, for: .seconds(30), returnAfterSourceHandled: true)
    }
    ready.wait()
    while !thread.handle.isWaiting && !thread.isFinished { sched_yield() }
    try thread.handle.add(DescriptorSource(pipe.readEnd) { heard.append($0) })
    thread.join()
    #expect(heard.all == [.readable])
  }

  @Test("sources come and go on another thread while the loop serves its own")
  func changedByAnotherThread() throws {
    let (own, foreign) = (Pipe(), Pipe())
    own.write()
    foreign.write()
    let (turns, heard) = (Counter(), Counter())
    let thread = try LoopThread { loop in
      try! loop.add(DescriptorSource(own.readEnd) { _ in turns.increment() })  // a descriptor that is open
      _ = loop.run(mode: .default, for: .seconds(60))
    }
    for _ in 0..<Scale.of(500) {
      let source = DescriptorSource(foreign.readEnd) { _ in heard.increment() }
      try thread.handle.add(source)
      let before = turns.value
      while turns.value < before + 2 { sched_yield() }
      source.invalidate()
    }
    let handle = thread.handle
    handle.stop()
    thread.join()
    #expect(heard.value > 0)
  }
}
