import LoopEngine
import Testing

/// What a loop tells of itself.
@Suite("Times and snapshots")
struct TimesAndSnapshotTests {
  @Test("time in runs is split into awake and asleep, nested runs counted once")
  func times() throws {
    let (times, inner, outer) = try onLoop { loop in
      var inner = Duration.zero
      let outset = LoopInstant.now
      loop.add(MessagePort<Never>())
      var entered: LoopInstant?
      loop.add(LoopObserver(.entry, repeats: false) { _, _ in entered = .now })
      loop.add(
        LoopTimer(after: .milliseconds(30)) { _ in
          // Awake for ten, then asleep for twenty, nested.
          LoopThread.sleep(for: .milliseconds(10))
          loop.run(mode: .default, for: .milliseconds(20))
          // Not nil: the run has begun.
          inner = .now - entered!
          loop.stop()
        })
      loop.run(mode: .default, for: .seconds(10))
      let outer = LoopInstant.now - outset
      let times = (loop.runTime, loop.sleepTime)
      LoopThread.sleep(for: .milliseconds(5))
      return ([times.0, times.1, loop.runTime, loop.sleepTime], inner, outer)
    }
    #expect(times[0] + times[1] >= inner)
    #expect(times[0] + times[1] <= outer)
    #expect(times[0] >= .milliseconds(10))
    #expect(times[1] >= .milliseconds(49))
    #expect(times[2] == times[0] && times[3] == times[1])
  }

  @Test("within a turn the turn's time stands still, and the next turn has a later one")
  func turnTime() throws {
    let (times, still) = try onLoop { loop in
      var times: [LoopInstant] = []
      var still = true
      loop.add(MessagePort<Never>())
      loop.add(
        LoopObserver(.beforeTimers) { _, _ in
          times.append(loop.turnTime)
          LoopThread.sleep(for: .milliseconds(1))
          still = still && loop.turnTime == times.last
        })
      for _ in 0..<3 { loop.poll() }
      return (times, still)
    }
    #expect(still)
    #expect(times.count == 3 && times[0] < times[1] && times[1] < times[2])
  }

  @Test("a snapshot has every mode, item and block, with their labels")
  func snapshot() throws {
    let pipe = Pipe()
    let (shot, running) = try onLoop("model") { loop in
      let source = SignalSource(order: 3, label: "source") {}
      loop.add(source, to: .common)
      source.signal()
      let port = MessagePort<Int>(label: "port") { _ in }
      loop.add(port, to: "other")
      port.send(1)
      try! loop.add(DescriptorSource(pipe.readEnd, label: "pipe") { _ in }, to: "other")  // it is open
      loop.add(LoopTimer(at: .now + .seconds(200), label: "late") { _ in })
      loop.add(LoopTimer(at: .now + .seconds(100), interval: .seconds(5), label: "early") { _ in })
      loop.add(LoopObserver([.entry, .exit], order: 2, label: "second") { _, _ in })
      loop.add(LoopObserver(.all, order: 1, label: "first") { _, _ in })
      loop.handle.perform(in: ["other", .common], label: "block") {}
      loop.perform(in: "other") {}
      let shot = loop.snapshot()
      var running: LoopSnapshot?
      loop.add(
        LoopObserver(.beforeTimers, repeats: false) { _, _ in
          loop.stop()
          running = loop.snapshot()
        })
      loop.poll()
      return (shot, running)
    }
    #expect(shot.loop == "model")
    #expect(shot.currentMode == nil && !shot.isWaiting && !shot.isStopped)
    #expect(shot.commonModes == [.default])
    #expect(shot.commonItems.map(\.label) == ["source"])
    #expect(shot.modes.map(\.mode) == [.default, "other"])
    let (first, second) = (shot.modes[0], shot.modes[1])
    #expect(first.isCommon && !second.isCommon)
    #expect(first.sources.map(\.label) == ["source"])
    #expect(first.sources[0].isSignaled && first.sources[0].order == 3 && first.sources[0].kind == .signalSource)
    #expect(first.timers.map(\.label) == ["early", "late"])
    #expect(first.timers.map(\.interval) == [.seconds(5), nil])
    #expect(first.observers.map(\.label) == ["first", "second"])
    #expect(first.observers[1].activities == [.entry, .exit])
    #expect(second.ports.map(\.label) == ["port", "pipe"])
    #expect(second.ports.map(\.kind) == [.port, .descriptorSource])
    #expect(second.ports.map(\.isSignaled) == [true, false])
    #expect(shot.blocks.map(\.label) == ["block", nil])
    #expect(Set(shot.blocks[0].modes) == ["other", .common])
    #expect(shot.blocks[1].modes == ["other"])
    for word in ["model", "not running", "\"early\"", "mode other", "\"block\"", "signaled", "has messages"] {
      #expect(shot.description.contains(word))
    }
    #expect(running?.currentMode == .default)
    #expect(running?.isStopped == true)
  }

  @Test("a snapshot in a timer's handler changes nothing of the batch")
  func snapshotInABatch() throws {
    let (log, seen) = try onLoop { loop in
      var log: [Int] = []
      var seen: [Int] = []
      for number in 0..<4 {
        loop.add(
          LoopTimer(at: .now) { _ in
            log.append(number)
            seen.append(loop.snapshot().modes[0].timers.count)
            if number == 1 { _ = loop.nextFireDate() }
          })
      }
      loop.poll { log.count == 4 }
      return (log, seen)
    }
    #expect(log == [0, 1, 2, 3])
    #expect(seen == [4, 3, 2, 1])
  }

  @Test("items tell in which modes they are, common ones included")
  func membership() throws {
    let answers = try onLoop { loop in
      let (source, port) = (SignalSource {}, MessagePort<Never>())
      let observer = LoopObserver(.entry) { _, _ in }
      loop.add(source, to: .common)
      loop.add(port, to: "other")
      loop.add(observer, to: .common)
      // Nothing common needs a descriptor, so it cannot fail.
      try! loop.addCommonMode("other")
      loop.remove(source, from: "other")
      loop.remove(observer)
      return [
        loop.contains(source), loop.contains(source, in: "other"), loop.contains(source, in: .common),
        loop.contains(port), loop.contains(port, in: "other"), loop.contains(port, in: .common),
        loop.contains(observer), loop.contains(observer, in: "other"), loop.contains(observer, in: .common),
        loop.contains(source, in: "unknown"),
      ]
    }
    #expect(answers == [true, false, true, false, true, false, false, true, true, false])
  }
}
