import LoopEngine
import Testing

/// Blocks and the modes they may run in, of which a process may have more than a word has bits.
@Suite("Blocks and modes")
struct BlockModeTests {
  /// More than 63, so that some do not fit into a word.
  private static let many = (0..<80).map { Mode("block mode \($0)") }

  @Test("each of eighty modes runs its own blocks and no others")
  func eachItsOwn() throws {
    let log = try onLoop { loop in
      var log: [String] = []
      for mode in Self.many { loop.perform(in: mode) { log.append(mode.name) } }
      for mode in Self.many.reversed() { loop.poll(mode) }
      return log
    }
    #expect(log == Self.many.reversed().map(\.name))
  }

  @Test("a block of several modes runs once, in the first that runs", arguments: [0..<3, 60..<80, 0..<80])
  func sets(range: Range<Int>) throws {
    let (runs, outside) = try onLoop { loop in
      var runs = 0
      var outside = 0
      loop.add(MessagePort<Never>(), to: "elsewhere")
      loop.perform(in: Set(Self.many[range])) { runs += 1 }
      loop.poll("elsewhere")
      outside = runs
      for mode in Self.many.reversed() { loop.poll(mode) }
      return (runs, outside)
    }
    #expect(runs == 1)
    #expect(outside == 0)
  }

  @Test("a common block runs in every mode marked common, with whatever number")
  func common() throws {
    let log = try onLoop { loop in
      var log: [Int] = []
      // Marking modes common adds no descriptor here, so it cannot fail.
      try! loop.addCommonMode(Self.many[79])
      try! loop.addCommonMode(Self.many[2])  // likewise
      loop.add(MessagePort<Never>(), to: .common)
      loop.perform(in: .common) { log.append(1) }
      loop.poll(Self.many[79])
      loop.perform(in: [.common, Self.many[78]]) { log.append(2) }
      loop.poll(Self.many[2])
      loop.perform(in: [.common, Self.many[78]]) { log.append(3) }
      loop.poll(Self.many[78])
      loop.perform(in: .common) { log.append(4) }
      loop.add(MessagePort<Never>(), to: Self.many[5])
      loop.poll(Self.many[5])
      return log
    }
    #expect(log == [1, 2, 3])
  }

  @Test("a set with a mode of a high number does not hide that another mode has a block")
  func wideSetsAndNewModes() throws {
    for mode: Mode in [.tracking, .initialization, .eventReceive] {
      let (runs, modes) = try onLoop { loop in
        var runs = 0
        // Sixty-four sets, which are numbered: every low bit is set in one of the numbers.
        for number in 0..<64 { loop.perform(in: [Self.many[79], Self.many[number]]) {} }
        let before = loop.allModes.contains(mode)
        loop.perform(in: mode) { runs += 1 }
        let result = loop.poll(mode)
        return (runs, [before, loop.allModes.contains(mode), result == .timedOut])
      }
      #expect(runs == 1)
      #expect(modes == [false, true, true])
    }
  }

  @Test("blocks that do not match stay in front of those queued later")
  func order() throws {
    let log = try onLoop { loop in
      var log: [String] = []
      loop.perform(in: "b") { log.append("b1") }
      loop.perform(in: "a") {
        log.append("a1")
        loop.perform(in: "b") { log.append("b3") }
      }
      loop.perform(in: "b") { log.append("b2") }
      loop.poll("a")
      loop.poll("b")
      return log
    }
    #expect(log == ["a1", "b1", "b2", "b3"])
  }

  @Test("a block's captures go when it has run")
  func release() throws {
    let log = Record<String>()
    try onLoop { loop in
      for name in ["first", "second"] {
        let tracked = Tracked { log.append("\(name) gone") }
        loop.perform { withExtendedLifetime(tracked) { log.append(name) } }
      }
      loop.poll()
    }
    #expect(log.all == ["first", "first gone", "second", "second gone"])
  }

  @Test("an empty set of modes never runs, and is dropped at the end")
  func emptySet() throws {
    let (ran, dropped) = (Counter(), Counter())
    try onLoop { loop in
      loop.handle.perform(in: [], onDrop: { dropped.increment() }) { ran.increment() }
      loop.add(MessagePort<Never>())
      loop.poll()
    }
    #expect(ran.value == 0)
    #expect(dropped.value == 1)
  }
}
