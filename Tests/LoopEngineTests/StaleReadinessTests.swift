import Glibc
import LoopEngine
import Testing

/// What the loop learned of a descriptor may be over when its turn comes: a handler that was called in between has
/// taken what was there, or has taken a source out.
///
/// No handler is called for a source that has left the mode, nor for readiness that is gone.
@Suite("Readiness that is over")
struct StaleReadinessTests {
  private typealias Heard = Record<String>

  /// Whether a source is to be invalidated or only taken out of the mode.
  enum Leaving: CaseIterable, Sendable {
    case invalidated
    case removed

    func apply(_ source: DescriptorSource, _ loop: LoopHandle) {
      switch self {
      case .invalidated: source.invalidate()
      case .removed: loop.remove(source)
      }
    }
  }

  @Test("the first of two sources on a descriptor ends the second", arguments: Leaving.allCases)
  func sharedDescriptor(leaving: Leaving) throws {
    let (pipe, heard) = (Pipe(), Heard())
    pipe.write()
    try onLoop { loop in
      let (handle, others) = (loop.handle, Record<DescriptorSource>())
      let sources = ["first", "second"].map { name in
        DescriptorSource(pipe.readEnd) { _ in
          heard.append(name)
          for other in others.all { leaving.apply(other, handle) }
        }
      }
      for source in sources { try! loop.add(source) }  // a descriptor that is open
      others.append(sources[1])
      for _ in 0..<4 { loop.poll() }
      others.removeAll()
    }
    #expect(heard.all == ["first", "first", "first", "first"])
  }

  @Test("a socket is torn down by its readable source, and its number used anew")
  func tornDown() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let socket = ends[0]
    close(ends[1])
    let (next, heard) = (Pipe(), Heard())
    next.write()
    try onLoop { loop in
      let sources = Record<DescriptorSource>()
      let reader = DescriptorSource(socket) { _ in
        heard.append("end of stream")
        for source in sources.all { source.invalidate() }
        next.takeNumber(socket)
      }
      let writer = DescriptorSource(socket, events: .writable) { _ in heard.append("writer") }
      for source in [reader, writer] { sources.append(source) }
      for source in [reader, writer] { try! loop.add(source) }  // a descriptor that is open
      for _ in 0..<4 { loop.poll() }
      sources.removeAll()
    }
    #expect(heard.all == ["end of stream"])
  }

  @Test("a regular file's source is ended by another's", arguments: Leaving.allCases)
  func regularFile(leaving: Leaving) throws {
    let files = [try #require(tmpfile()), try #require(tmpfile())]
    defer { for file in files { fclose(file) } }
    let numbers = files.map { fileno($0) }
    let heard = Heard()
    try onLoop { loop in
      let (handle, others) = (loop.handle, Record<DescriptorSource>())
      let sources = ["first", "second"].enumerated().map { index, name in
        DescriptorSource(numbers[index]) { _ in
          heard.append(name)
          for other in others.all { leaving.apply(other, handle) }
        }
      }
      for source in sources { try! loop.add(source) }  // a descriptor that is open
      others.append(sources[1])
      for _ in 0..<3 { loop.poll() }
      others.removeAll()
    }
    #expect(heard.all == ["first", "first", "first"])
  }

  @Test("what another descriptor's handler has read is not announced")
  func drainedByAnother() throws {
    let (pipes, heard) = ([Pipe(), Pipe()], Heard())
    for pipe in pipes { pipe.write() }
    try onLoop { loop in
      for index in 0..<2 {
        let source = DescriptorSource(pipes[index].readEnd) { _ in
          heard.append("\(pipes.map { $0.drain() })")
        }
        try! loop.add(source)  // a descriptor that is open
      }
      for _ in 0..<4 { loop.poll() }
    }
    #expect(heard.all == ["[1, 1]"])
  }

  @Test("what the first source on a descriptor has read is not announced to the second")
  func drainedByNeighbor() throws {
    let (pipe, heard) = (Pipe(), Record<Int>())
    pipe.write(3)
    try onLoop { loop in
      for _ in 0..<2 {
        try! loop.add(DescriptorSource(pipe.readEnd) { _ in heard.append(pipe.drain()) })  // a descriptor that is open
      }
      for _ in 0..<4 { loop.poll() }
    }
    #expect(heard.all == [3])
  }

  @Test("what was read between two runs is not announced in the second")
  func drainedBetweenRuns() throws {
    let (pipe, free, heard) = (Pipe(), Pipe(), Heard())
    try onLoop { loop in
      // Both are ready when the first run looks: it serves one of them, and knows of the other.
      try! loop.add(DescriptorSource(free.writeEnd, events: .writable) { _ in heard.append("writable") })  // open
      try! loop.add(DescriptorSource(pipe.readEnd) { _ in heard.append("readable") })  // likewise
      pipe.write()
      loop.poll()
      pipe.drain()
      heard.removeAll()
      for _ in 0..<3 { loop.poll() }
    }
    #expect(heard.all == ["writable", "writable", "writable"])
  }

  @Test("what an afterWaiting observer has read is not announced")
  func drainedByObserver() throws {
    let (pipe, heard) = (Pipe(), Counter())
    let result = try onLoop { loop in
      try! loop.add(DescriptorSource(pipe.readEnd) { _ in heard.increment() })  // a descriptor that is open
      loop.add(LoopObserver(.afterWaiting) { _, _ in pipe.drain() })
      pipe.write()
      return loop.run(mode: .default, for: .milliseconds(20))
    }
    #expect(heard.value == 0)
    #expect(result == .timedOut)
  }

  @Test("a port whose message came is out of the mode when an afterWaiting observer takes it out")
  func portRemovedByObserver() throws {
    let heard = Counter()
    try onLoop { loop in
      let port = MessagePort<Int> { _ in heard.increment() }
      loop.add(port)
      loop.add(MessagePort<Never>())
      loop.add(LoopObserver(.afterWaiting, repeats: false) { _, _ in loop.remove(port) })
      port.send(1)
      loop.run(mode: .default, for: .milliseconds(20))
    }
    #expect(heard.value == 0)
  }

  @Test("readiness that has grown meanwhile is told as it is")
  func grown() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (one, other) = (ends[0], ends[1])
    defer { for end in ends { close(end) } }
    let (pipe, heard) = (Pipe(), Record<DescriptorEvents>())
    pipe.write()
    try onLoop { loop in
      try! loop.add(
        DescriptorSource(pipe.readEnd) { _ in
          if pipe.drain() > 0 { _ = write(other, "x", 1) }
        })  // a descriptor that is open
      try! loop.add(DescriptorSource(one, events: [.readable, .writable]) { heard.append($0) })  // likewise
      loop.poll { heard.count == 2 }
    }
    #expect(heard.all.last == [.readable, .writable])
  }
}
