import DifferentialModel
import LoopEngine

extension Catalogue {
  /// Section 3: how a run begins and ends.
  static let entryAndExit = Section { section in
    section.add("3.1a", "the common modes cannot be run", "1") { probe, loop in
      probe.observe(loop, in: .common)
      probe.keepAlive(loop, in: .common)
      probe.run(.common, for: 5.ms)
    }

    section.add("3.1b", "an unknown mode ends its run at once", "1 default") { probe, loop in
      probe.run("unknown", for: .seconds(5))
      probe.note(probe.names(loop.allModes))
    }

    section.add("3.1c", "an empty mode ends its run at once, without a word to the observers", "1") { probe, loop in
      probe.observe(loop)
      probe.run(for: .seconds(5))
    }

    section.add("3.3a", "the current mode is the innermost run's, and nil outside", "nil default inner default nil") {
      probe, loop in
      let current = { probe.note(Loop.current.currentMode?.name ?? "nil") }
      probe.keepAlive(loop)
      probe.keepAlive(loop, in: "inner")
      loop.perform {
        loop.perform(in: "inner") { current() }
        current()
        loop.run(mode: "inner", for: .zero)
        current()
      }
      current()
      loop.run(mode: .default, for: .zero)
      current()
    }

    section.add("3.3b", "entry and exit are paired, the inner run's within the outer's", "E bT bS iE ibT ibS iX 3 X 3")
    {
      probe, loop in
      probe.observe(loop)
      probe.observe(loop, in: "inner", as: "i")
      probe.keepAlive(loop)
      probe.keepAlive(loop, in: "inner")
      loop.perform { probe.poll("inner") }
      probe.poll()
    }

    section.add("3.3c", "a mode may run nested in itself", "E bT bS S E bT bS X 3 X 4") { probe, loop in
      let source = probe.source("S") { _ in probe.poll() }
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.poll(handled: true)
    }

    section.add("3.4a", "a stop in an entry observer ends the run before its first turn", "E X 2 E bT bS X 3") {
      probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.on(.entry, loop) { loop.stop() }
      probe.run(for: .seconds(5))
      probe.poll()
    }

    section.add("3.4b", "a mode stopped before its run ends that run before its first turn", "E X 2 E bT bS X 3") {
      probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      loop.stop(mode: .default)
      probe.run(for: .seconds(5))
      probe.poll()
    }

    section.add("3.5a", "a run for no time is one turn without waiting", "E bT bS X 3") { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.poll()
    }

    section.add("3.5b", "a run for less than no time is one turn without waiting", "E bT bS T X 3") { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.timer("T", on: loop)
      LoopThread.sleep(for: 2.ms)
      probe.run(for: .seconds(-5))
    }

    section.add("3.5c", "a run wakes up at its limit", "E bT bS BW AW X 3 late=yes") { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      let start = LoopInstant.now
      probe.run(for: 10.ms)
      probe.note("late", start.duration(to: .now) >= 10.ms)
    }

    section.add("3.5d", "a run for thousands of years has no limit", "E bT bS BW AW T X 2") { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.timer("T", after: 5.ms, on: loop) { _ in loop.stop() }
      probe.run(for: .seconds(Int64(1_000_000_000_000)))
    }

    section.add("3.5e", "a run without a limit ends when it is stopped", "E bT bS BW AW T X 2") { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.timer("T", after: 5.ms, on: loop) { _ in loop.stop() }
      probe.run(for: nil)
    }

    section.add("3.5f", "the limit of an inner run is its own", "i3 T 1") { probe, loop in
      probe.keepAlive(loop, in: "inner")
      probe.timer("T", after: 20.ms, on: loop)
      loop.perform {
        let result = loop.run(mode: "inner", for: 2.ms)
        probe.note("i\(result.rawValue)")
      }
      probe.run(for: .seconds(5))
    }

    section.add(
      "3.5g", "the limit of an outer run does not wake an inner one", "E bT bS BW AW X i3",
      .differs("outer-limit-silent", coreFoundation: "E bT bS BW AW bT bS BW AW X i3")
    ) { probe, loop in
      probe.keepAlive(loop, in: "inner")
      probe.observe(loop, in: "inner")
      probe.keepAlive(loop)
      loop.perform {
        let result = loop.run(mode: "inner", for: 40.ms)
        probe.note("i\(result.rawValue)")
        loop.stop()
      }
      loop.run(mode: .default, for: 10.ms)
    }

    section.add(
      "3.5i", "a limit that passes while a source is performed takes the turn: what became ready later waits",
      "S 3 P1 4"
    ) { probe, loop in
      let port = probe.port("P")
      loop.add(port)
      let source = probe.source("S") { _ in
        LoopThread.sleep(for: 30.ms)
        port.send(1)
        LoopThread.sleep(for: 2.ms)
      }
      loop.add(source)
      source.signal()
      probe.run(for: 10.ms)
      probe.poll(handled: true)
    }

    section.add(
      "3.5j", "a limit that passes in an observer takes the turn: a timer that was due later waits", "3 T 3"
    ) { probe, loop in
      probe.keepAlive(loop)
      probe.timer("T", after: 20.ms, on: loop)
      probe.on(.beforeSources, loop) { LoopThread.sleep(for: 40.ms) }
      probe.run(for: 10.ms)
      probe.poll()
    }

    section.add(
      "3.5k", "what was ready before the limit passed comes first, and the run ends all the same", "S P1 3"
    ) { probe, loop in
      let port = probe.port("P")
      loop.add(port)
      let source = probe.source("S") { _ in
        port.send(1)
        LoopThread.sleep(for: 30.ms)
      }
      loop.add(source)
      source.signal()
      probe.run(for: 10.ms)
    }

    section.add(
      "3.5l", "a limit that passes in a timer's callout takes nothing: the turn is over anyway", "T 3 P1 4"
    ) { probe, loop in
      let port = probe.port("P")
      loop.add(port)
      probe.timer("T", on: loop) { _ in
        LoopThread.sleep(for: 30.ms)
        port.send(1)
        LoopThread.sleep(for: 2.ms)
      }
      LoopThread.sleep(for: 2.ms)
      probe.run(for: 10.ms)
      probe.poll(handled: true)
    }

    section.add(
      "3.5h", "what the entry observers take is part of a run's time", "short=yes",
      .differs("limit-from-call", coreFoundation: "short=no")
    ) { probe, loop in
      probe.keepAlive(loop)
      probe.on(.entry, loop) { LoopThread.sleep(for: 60.ms) }
      let start = LoopInstant.now
      loop.run(mode: .default, for: 80.ms)
      probe.note("short", start.duration(to: .now) < 120.ms)
    }
  }
}
