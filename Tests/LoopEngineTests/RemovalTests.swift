import LoopEngine
import Testing

/// Items leave, end and come back while the loop goes over them, and handlers run the loop again.
@Suite("Removal during dispatch")
struct RemovalTests {
  @Test("a source invalidated by an earlier one is not performed; one that is only removed is")
  func sources() throws {
    let log = Record<String>()
    try onLoop { loop in
      let invalidated = SignalSource(order: 1) { log.append("invalidated") }
      let removed = SignalSource(order: 2) { log.append("removed") }
      let handle = loop.handle
      let first = SignalSource(order: 0) {
        log.append("first")
        invalidated.invalidate()
        handle.remove(removed)
      }
      for source in [first, invalidated, removed] {
        loop.add(source)
        source.signal()
      }
      loop.poll()
      loop.poll()
    }
    #expect(log.all == ["first", "removed"])
  }

  @Test("a source that invalidates itself is performed once, and its captures go when its handler has returned")
  func sourceEndsItself() throws {
    let (performed, ended) = (Counter(), Counter())
    let valid = try onLoop { loop in
      let sources = Record<SignalSource>()
      defer { sources.removeAll() }
      do {
        let tracked = Tracked { ended.increment() }
        sources.append(
          SignalSource {
            withExtendedLifetime(tracked) { performed.increment() }
            sources.all[0].invalidate()
            sources.all[0].signal()
          })
      }
      loop.add(sources.all[0])
      sources.all[0].signal()
      loop.poll()
      loop.poll()
      return sources.all[0].isValid
    }
    #expect(performed.value == 1)
    #expect(!valid)
  }

  @Test("what a nested run performs, the outer pass does not repeat")
  func nestedSourcePass() throws {
    let log = Record<String>()
    try onLoop { loop in
      let second = SignalSource(order: 1) { log.append("second") }
      let third = SignalSource(order: 2) { log.append("third") }
      let smuggled = Smuggled(value: loop)  // called on the loop's own thread
      let first = SignalSource(order: 0) {
        log.append("first")
        third.invalidate()
        smuggled.value.poll()
        log.append("first ends")
      }
      for source in [first, second, third] {
        loop.add(source)
        source.signal()
      }
      loop.poll()
      loop.poll()
    }
    #expect(log.all == ["first", "second", "first ends"])
  }

  @Test("of timers due together, one that an earlier one invalidates, removes or moves away does not fire")
  func timers() throws {
    let log = try onLoop { loop in
      var log: [String] = []
      let due = LoopInstant.now
      var others: [LoopTimer] = []
      loop.add(
        LoopTimer(at: due) { _ in
          log.append("first")
          others[0].invalidate()
          loop.remove(others[1])
          others[2].setNextFireDate(.distantFuture)
        })
      for name in ["invalidated", "removed", "moved", "last"] {
        others.append(LoopTimer(at: .now) { _ in log.append(name) })
        loop.add(others.last!)  // just appended
      }
      loop.poll()
      loop.poll()
      return log
    }
    #expect(log == ["first", "last"])
  }

  @Test("a due timer that loses its first mode fires in the nested run, and once")
  func timerLosesItsFirstMode() throws {
    let log = try onLoop { loop in
      var log: [String] = []
      var other: LoopTimer?
      loop.add(
        LoopTimer(at: .now) { _ in
          log.append("first")
          // Not nil: made before the loop ran.
          loop.remove(other!)
          loop.poll("second")
          log.append("first ends")
        }, to: "second")
      other = LoopTimer(at: .now) { _ in log.append("other") }
      loop.add(other!)  // just made
      loop.add(other!, to: "second")  // likewise
      loop.poll("second")
      loop.poll("second")
      return log
    }
    #expect(log == ["first", "other", "first ends"])
  }

  @Test("a due timer that leaves all modes and comes back during the batch fires once")
  func timerComesBack() throws {
    let log = try onLoop { loop in
      var log: [String] = []
      var other: LoopTimer?
      loop.add(
        LoopTimer(at: .now) { _ in
          log.append("first")
          // Not nil: made before the loop ran.
          loop.remove(other!)
          loop.remove(other!, from: "second")
          loop.add(other!, to: "second")
          loop.poll("second")
          log.append("first ends")
        }, to: "second")
      other = LoopTimer(at: .now) { _ in log.append("other") }
      loop.add(other!)  // just made
      loop.add(other!, to: "second")  // likewise
      loop.poll("second")
      loop.poll("second")
      return log
    }
    #expect(log == ["first", "other", "first ends"])
  }

  @Test("a timer that invalidates itself, or leaves its modes, in its handler")
  func timerEndsItself() throws {
    let log = try onLoop { loop in
      var log: [String] = []
      loop.add(
        LoopTimer(at: .now, interval: .nanoseconds(1)) { timer in
          log.append("ends")
          timer.invalidate()
        })
      loop.add(
        LoopTimer(at: .now, interval: .nanoseconds(1)) { timer in
          log.append("leaves")
          loop.remove(timer)
        })
      for _ in 0..<3 { loop.poll() }
      return log
    }
    #expect(log == ["ends", "leaves"])
  }

  @Test("a timer that takes the number of one that ended in its handler is another timer")
  func timerNumberUsedAnew() throws {
    let log = try onLoop { loop in
      var log: [String] = []
      loop.add(
        LoopTimer(at: .now, interval: .nanoseconds(1)) { timer in
          log.append("old")
          timer.invalidate()
          let new = LoopTimer(at: .now) { _ in log.append("new") }
          loop.add(new)
          if timer.isValid || timer == new { log.append("confused") }
          timer.invalidate()
          timer.setNextFireDate(.distantFuture)
        })
      for _ in 0..<3 { loop.poll() }
      return log
    }
    #expect(log == ["old", "new"])
  }

  @Test("observers removed during a phase are called in it, invalidated ones are not, added ones from the next")
  func observers() throws {
    let log = try onLoop { loop in
      var log: [String] = []
      func observer(_ name: String, _ then: @escaping () -> Void = {}) -> LoopObserver {
        LoopObserver(.beforeTimers) { _, _ in
          log.append(name)
          then()
        }
      }
      let removed = observer("removed")
      let invalidated = observer("invalidated")
      let added = observer("added")
      var done = false
      loop.add(
        observer("first") {
          if done { return }
          done = true
          loop.remove(removed)
          invalidated.invalidate()
          loop.add(added)
        })
      loop.add(removed)
      loop.add(invalidated)
      loop.add(MessagePort<Never>())
      loop.poll()
      log.append("-")
      loop.poll()
      return log
    }
    #expect(log == ["first", "removed", "-", "first", "added"])
  }

  @Test("an observer that runs the loop again is skipped there, and others are not")
  func observerNested() throws {
    let log = try onLoop { loop in
      var log: [String] = []
      loop.add(MessagePort<Never>())
      loop.add(
        LoopObserver(.beforeSources) { observer, _ in
          log.append("outer")
          loop.poll()
          observer.invalidate()
        })
      loop.add(LoopObserver(.beforeSources) { _, _ in log.append("other") })
      loop.poll()
      loop.poll()
      return log
    }
    #expect(log == ["outer", "other", "other", "other"])
  }

  @Test("a message whose handler invalidates its port is the last; the others are let go")
  func port() throws {
    let (log, ended) = (Record<Int>(), Counter())
    struct Body: Sendable {
      let number: Int
      let tracked: Tracked
    }
    let alive = try onLoop { loop in
      let ports = Record<MessagePort<Body>>()
      defer { ports.removeAll() }
      let port = MessagePort<Body> { message in
        log.append(message.body.number)
        if message.body.number == 1 { ports.all[0].invalidate() }
      }
      ports.append(port)
      loop.add(port)
      for number in 0..<4 { port.send(Body(number: number, tracked: Tracked { ended.increment() })) }
      for _ in 0..<5 { loop.poll() }
      return (port.isValid, port.send(Body(number: 9, tracked: Tracked {})))
    }
    #expect(log.all == [0, 1])
    #expect(alive == (false, false))
    #expect(ended.value == 4)
  }

  @Test("ports with messages that leave the loop do not stay on its list")
  func portsLeave() throws {
    let delivered = Counter()
    let ended = Counter()
    try onLoop { loop in
      loop.add(MessagePort<Never>())
      for _ in 0..<100 {
        let port = MessagePort<Tracked> { _ in delivered.increment() }
        loop.add(port)
        loop.add(port, to: "other")
        port.send(Tracked { ended.increment() })
        loop.remove(port)
        loop.remove(port, from: "other")
        loop.add(port)
        loop.add(port, to: "other")
        port.invalidate()
      }
      loop.poll()
    }
    #expect(delivered.value == 0)
    #expect(ended.value == 100)
  }

  @Test("a descriptor's handler that invalidates the other ready source keeps it from being told")
  func descriptors() throws {
    let pipes = (Pipe(), Pipe())
    let told = Counter()
    try onLoop { loop in
      let sources = Record<DescriptorSource>()
      defer { sources.removeAll() }
      for pipe in [pipes.0, pipes.1] {
        pipe.write()
        let source = DescriptorSource(pipe.readEnd) { _ in
          told.increment()
          for source in sources.all { source.invalidate() }
        }
        sources.append(source)
        try! loop.add(source)  // a descriptor that is open
      }
      loop.poll()
      loop.poll()
    }
    #expect(told.value == 1)
  }

  @Test("a nested run in a descriptor's handler takes the other events; the outer one does not repeat them")
  func descriptorNested() throws {
    let pipes = (Pipe(), Pipe())
    let log = Record<Int>()
    try onLoop { loop in
      let smuggled = Smuggled(value: loop)  // called on the loop's own thread
      for (number, pipe) in [pipes.0, pipes.1].enumerated() {
        pipe.write()
        // A descriptor that is open.
        try! loop.add(
          DescriptorSource(pipe.readEnd) { _ in
            log.append(number)
            pipe.drain()
            smuggled.value.poll()
          })
      }
      loop.poll()
      loop.poll()
    }
    #expect(log.all.sorted() == [0, 1])
  }

  @Test("blocks queued while blocks run wait for the next pass; a nested run sees only those queued since")
  func blocks() throws {
    let log = try onLoop { loop in
      var log: [String] = []
      loop.perform {
        log.append("one")
        loop.perform { log.append("three") }
        loop.poll()
        log.append("one ends")
      }
      loop.perform { log.append("two") }
      loop.add(MessagePort<Never>())
      loop.poll()
      return log
    }
    #expect(log == ["one", "three", "one ends", "two"])
  }

  @Test("runs nested five hundred deep, each stopped by itself")
  func deepNesting() throws {
    let (depths, stopped) = try onLoop { loop in
      var depth = 0
      var results: [RunResult] = []
      loop.add(MessagePort<Never>())
      func dive() {
        depth += 1
        if depth < 500 {
          loop.perform(dive)
          results.append(loop.run(mode: .default, for: .seconds(60)))
        }
        loop.stop()
      }
      loop.perform(dive)
      results.append(loop.run(mode: .default, for: .seconds(60)))
      return (depth, results.filter { $0 == .stopped }.count)
    }
    #expect(depths == 500)
    #expect(stopped == 500)
  }

  @Test("handlers of every kind that run the loop again, in turn")
  func mixedNesting() throws {
    let pipe = Pipe()
    let log = Record<String>()
    let mode = try onLoop { loop in
      let smuggled = Smuggled(value: loop)  // called on the loop's own thread
      func nest(_ name: String) {
        log.append(name)
        smuggled.value.poll()
        log.append("end of \(name)")
      }
      let source = SignalSource { [nest = Smuggled(value: nest)] in nest.value("source") }
      let port = MessagePort<Int> { [nest = Smuggled(value: nest)] _ in nest.value("port") }
      pipe.write()
      // A descriptor that is open.
      try! loop.add(
        DescriptorSource(pipe.readEnd) { [nest = Smuggled(value: nest)] _ in
          pipe.drain()
          nest.value("descriptor")
        })
      loop.add(source)
      loop.add(port)
      source.signal()
      port.send(0)
      loop.add(LoopTimer(at: .now) { _ in nest("timer") })
      loop.perform { nest("block") }
      for _ in 0..<4 { loop.poll() }
      return loop.currentMode
    }
    #expect(Set(log.all.filter { !$0.hasPrefix("end") }) == ["source", "port", "descriptor", "timer", "block"])
    #expect(log.count == 10)
    #expect(mode == nil)
  }
}
