import LoopEngine

extension Catalogue {
  /// Section 9: stopping and waking.
  static let stopAndWake = Section { section in
    section.add("9.1a", "stopping a loop that does not run has no effect", "E bT bS X 3") { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      loop.stop()
      loop.handle.stop()
      probe.poll()
    }

    section.add("9.1b", "a stop ends the innermost run only", "i2 outer 3") { probe, loop in
      probe.keepAlive(loop)
      probe.keepAlive(loop, in: "inner")
      loop.perform {
        loop.perform(in: "inner") { loop.stop() }
        let result = loop.run(mode: "inner", for: .seconds(5))
        probe.note("i\(result.rawValue) outer")
      }
      probe.run(for: 5.ms)
    }

    section.add(
      "9.1c", "a stop before a nested run in the same callout ends the outer run", "T iE ibT ibS iBW iAW iX 3 end 2"
    ) {
      probe, loop in
      probe.keepAlive(loop)
      probe.keepAlive(loop, in: "inner")
      probe.observe(loop, in: "inner", as: "i")
      probe.timer("T", on: loop) { _ in
        loop.stop()
        probe.run("inner", for: 10.ms)
        probe.note("end")
      }
      probe.run(for: .seconds(5))
    }

    section.add("9.1d", "a stop in the exit observer of an inner run stops nothing", "iE ibT ibS iX 3 outer 3") {
      probe, loop in
      probe.keepAlive(loop)
      probe.keepAlive(loop, in: "inner")
      probe.observe(loop, in: "inner", as: "i")
      probe.on(.exit, loop, in: "inner") { loop.stop() }
      loop.perform {
        probe.poll("inner")
        probe.note("outer")
      }
      probe.run(for: 5.ms)
    }

    section.add("9.1e", "a stop from another thread ends the wait and the run", "E bT bS BW AW X 2") { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.whileAsleep(loop) { $0.stop() }
      probe.run(for: .seconds(5))
    }

    section.add("9.2a", "a stop before waiting ends the wait at once", "E bT bS BW AW X 2") { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.on(.beforeWaiting, loop) { loop.stop() }
      probe.run(for: .seconds(5))
    }

    section.add("9.2b", "a stop before timers is looked at after the wait, which it ends", "E bT bS BW AW X 2") {
      probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.on(.beforeTimers, loop) { loop.stop() }
      probe.run(for: .seconds(5))
    }

    section.add("9.3a", "a stop of a mode waits for a run of that mode", "E bT bS X 3 oE oX 2 oE obT obS oX 3") {
      probe, loop in
      probe.observe(loop)
      probe.observe(loop, in: "other", as: "o")
      probe.keepAlive(loop)
      probe.keepAlive(loop, in: "other")
      loop.stop(mode: "other")
      probe.poll()
      probe.run("other", for: .seconds(5))
      probe.poll("other")
    }

    section.add(
      "9.3b", "a stop of a mode from another thread wakes its run and ends it", "E bT bS BW AW X 2 E bT bS X 3"
    ) {
      probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.whileAsleep(loop) { $0.stop(mode: .default) }
      probe.run(for: .seconds(5))
      probe.poll()
    }

    section.add("9.3c", "a stop of the outer mode lets the inner run be", "i3 2") { probe, loop in
      probe.keepAlive(loop)
      probe.keepAlive(loop, in: "inner")
      loop.perform {
        loop.stop(mode: .default)
        let result = loop.run(mode: "inner", for: 10.ms)
        probe.note("i\(result.rawValue)")
        loop.wakeUp()
      }
      probe.run(for: .seconds(5))
    }

    section.add("9.4a", "a wake-up before the first run is dropped", "E bT bS BW AW T X 1") { probe, loop in
      probe.observe(loop)
      probe.timer("T", after: 10.ms, on: loop)
      loop.wakeUp()
      probe.run(for: .seconds(5))
    }

    section.add("9.4b", "a wake-up between runs is dropped", "E bT bS X 3 E bT bS BW AW T X 1") { probe, loop in
      probe.observe(loop)
      probe.timer("T", after: 20.ms, on: loop)
      probe.poll()
      loop.wakeUp()
      probe.run(for: .seconds(5))
    }

    section.add(
      "9.4c", "a wake-up from after waiting to the end of the turn is dropped", "E bT bS BW AW A B bT bS BW AW T X 1"
    ) {
      probe, loop in
      probe.observe(loop)
      probe.on(.afterWaiting, loop) { loop.wakeUp() }
      probe.timer("A", on: loop) { _ in
        loop.wakeUp()
        probe.block("B", on: loop) { loop.wakeUp() }
      }
      probe.timer("T", after: 20.ms, on: loop)
      probe.run(for: .seconds(5))
    }

    for (index, (activity, name)) in [
      (LoopActivity.entry, "on entry"), (.beforeTimers, "before timers"), (.beforeSources, "before sources"),
      (.beforeWaiting, "before waiting"),
    ].enumerated() {
      section.add(
        "9.4\(["d", "e", "f", "g"][index])", "a wake-up \(name) is remembered and ends the next wait at once",
        "E bT bS BW AW bT bS BW AW T X 1"
      ) { probe, loop in
        probe.observe(loop)
        probe.timer("T", after: 20.ms, on: loop)
        probe.on(activity, loop) { loop.wakeUp() }
        probe.run(for: .seconds(5))
      }
    }

    section.add("9.4h", "a thousand wake-ups end one wait", "E bT bS BW AW bT bS BW AW T X 1") { probe, loop in
      probe.observe(loop)
      probe.timer("T", after: 20.ms, on: loop)
      probe.on(.beforeTimers, loop) { for _ in 1...1000 { loop.wakeUp() } }
      probe.run(for: .seconds(5))
    }

    section.add("9.4i", "a wake-up in a block before the wait is remembered", "E bT bS B BW AW bT bS BW AW T X 1") {
      probe, loop in
      probe.observe(loop)
      probe.timer("T", after: 20.ms, on: loop)
      probe.block("B", on: loop) { loop.wakeUp() }
      probe.run(for: .seconds(5))
    }

    section.add(
      "9.4j", "a wake-up from another thread wakes the sleeping loop for one turn", "E bT bS BW AW bT bS BW AW X 2"
    ) { probe, loop in
      let woken = LoopSemaphore()
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.on(.afterWaiting, loop) { woken.signal() }
      probe.whileAsleep(loop) { handle in
        handle.wakeUp()
        woken.wait()
        probe.awaitSleep(of: handle)
        handle.stop()
      }
      probe.run(for: .seconds(5))
    }

    section.add(
      "9.4k", "a nested run remembers wake-ups, whatever the phase of the outer one",
      "iE ibT ibS iBW iAW ibT ibS iBW iAW I iX 1 2"
    ) { probe, loop in
      probe.keepAlive(loop)
      probe.observe(loop, in: "inner", as: "i")
      probe.on(.beforeTimers, loop, in: "inner") { loop.wakeUp() }
      let outer = LoopTimer(after: .zero) { _ in
        probe.timer("I", after: 20.ms, on: loop, in: "inner")
        probe.run("inner", for: .seconds(5))
        loop.stop()
      }
      loop.add(outer)
      probe.run(for: .seconds(5))
    }

    section.add(
      "9.5a", "a wake-up remembered before a nested run is eaten by the nested run",
      "E bT bS iE ibT ibS iBW iAW ibT ibS iBW iAW I iX 1 BW AW T X 1"
    ) { probe, loop in
      probe.observe(loop)
      probe.observe(loop, in: "inner", as: "i")
      probe.timer("T", after: 60.ms, on: loop)
      probe.on(.beforeTimers, loop) { loop.wakeUp() }
      loop.perform {
        probe.timer("I", after: 10.ms, on: loop, in: "inner")
        probe.run("inner", for: .seconds(5))
      }
      probe.run(for: .seconds(5))
    }

    section.add("9.5b", "a wake-up is used up by a turn that does not wait", "E bT bS S X 4 E bT bS BW AW T X 2") {
      probe, loop in
      let source = probe.source("S") { _ in Loop.current.wakeUp() }
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.run(for: .seconds(5), handled: true)
      probe.timer("T", after: 10.ms, on: loop) { _ in loop.stop() }
      probe.run(for: .seconds(5))
    }

    section.add("9.6a", "a loop is not waiting in any callout", "E=no bT=no bS=no B=no BW=no AW=no T=no X=no 2 no") {
      probe, loop in
      let note = { probe.note($0, Loop.current.isWaiting) }
      let observer = LoopObserver(.all) { _, activity in note(activity.word) }
      loop.add(observer)
      probe.keepAlive(loop)
      loop.perform { note("B") }
      let timer = LoopTimer(after: 5.ms) { _ in
        note("T")
        loop.stop()
      }
      loop.add(timer)
      probe.run(for: .seconds(5))
      probe.note(loop.isWaiting ? "yes" : "no")
    }

    section.add("9.6b", "a sleeping loop is waiting", "asleep AW") { probe, loop in
      probe.keepAlive(loop)
      probe.on(.afterWaiting, loop) { probe.note("AW") }
      probe.whileAsleep(loop) { handle in
        probe.note("asleep")
        handle.stop()
      }
      loop.run(mode: .default, for: .seconds(5))
    }

    section.add("9.7a", "a run until stopped goes on until it is stopped", "T T 2") { probe, loop in
      probe.timer("T", after: 5.ms, every: 5.ms, on: loop) { _ in if probe.count("T") == 2 { loop.stop() } }
      probe.note("\(loop.runUntilStopped().rawValue)")
    }

    section.add("9.7b", "a run until stopped ends when there is nothing left", "T 1 1") { probe, loop in
      probe.timer("T", after: 5.ms, on: loop)
      probe.note("\(loop.runUntilStopped().rawValue)")
      probe.note("\(loop.runUntilStopped().rawValue)")
    }
  }
}
