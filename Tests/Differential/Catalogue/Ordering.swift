import DifferentialModel
import LoopEngine

extension Catalogue {
  /// Section 2: the order of the items in a phase.
  static let ordering = Section { section in
    section.add("2.1a", "sources are performed in the order of their order", "A B C 3") { probe, loop in
      let sources = [("C", 2), ("A", -1), ("B", 0)].map { probe.source($0.0, order: $0.1) }
      for source in sources { loop.add(source) }
      for source in sources { source.signal() }
      probe.poll()
    }

    section.add("2.1b", "of sources with the same order the one signalled first comes first", "B C A 3") {
      probe, loop in
      let (a, b, c) = (probe.source("A"), probe.source("B"), probe.source("C"))
      for source in [a, b, c] { loop.add(source) }
      for source in [b, c, a] {
        source.signal()
        LoopThread.sleep(for: 1.ms)
      }
      probe.poll()
    }

    section.add("2.1c", "signalling a signalled source again does not change its place", "A B 3") { probe, loop in
      let (a, b) = (probe.source("A"), probe.source("B"))
      for source in [b, a] { loop.add(source) }
      for source in [a, b, a] {
        source.signal()
        LoopThread.sleep(for: 1.ms)
      }
      probe.poll()
    }

    section.add("2.2a", "ports are served one a turn, in the order in which they became ready", "C1 3 A2 3 B3 3 3") {
      probe, loop in
      let (a, b, c) = (probe.port("A"), probe.port("B"), probe.port("C"))
      for port in [a, b, c] { loop.add(port) }
      for (index, port) in [c, a, b].enumerated() {
        port.send(index + 1)
        LoopThread.sleep(for: 1.ms)
      }
      for _ in 1...4 { probe.poll() }
    }

    section.add("2.2b", "a port that is ready again takes its place behind the others", "A1 3 B1 3 A2 3 B2 3 3") {
      probe, loop in
      let (a, b) = (probe.port("A"), probe.port("B"))
      for port in [a, b] { loop.add(port) }
      for message in 1...2 {
        for port in [a, b] {
          port.send(message)
          LoopThread.sleep(for: 1.ms)
        }
      }
      for _ in 1...5 { probe.poll() }
    }

    section.add(
      "2.2d", "a port that an observer takes out of the mode after the wait keeps its message", "E bT bS BW AW X 1 P1 3"
    ) {
      probe, loop in
      let port = probe.port("P")
      probe.observe(loop)
      probe.on(.afterWaiting, loop) { loop.remove(port) }
      loop.add(port)
      port.send(1)
      probe.run(for: .seconds(5))
      loop.add(port, to: "other")
      probe.poll("other")
    }

    section.add(
      "2.2f", "a timer that was due and got a later date is ready from that date on", "P1 3 T 3",
      .differs("ready-place-kept", coreFoundation: "T 3 P1 3")
    ) { probe, loop in
      let port = probe.port("P")
      loop.add(port)
      let timer = probe.timer("T", after: .zero, on: loop)
      LoopThread.sleep(for: 2.ms)
      timer.setNextFireDate(.now + 4.ms)
      port.send(1)
      LoopThread.sleep(for: 8.ms)
      for _ in 1...2 { probe.poll() }
    }

    section.add("2.2c", "messages of one port arrive in the order sent, one a turn", "P1 3 P2 3 P3 3 3") {
      probe, loop in
      let port = probe.port("P")
      loop.add(port)
      for message in 1...3 { port.send(message) }
      for _ in 1...4 { probe.poll() }
    }

    section.add("2.3a", "observers are called in the order of their order, ties in the order of adding", "a b c d 3") {
      probe, loop in
      probe.keepAlive(loop)
      for (name, order) in [("d", 7), ("b", 0), ("a", -7), ("c", 0)] {
        probe.on(.beforeSources, loop, order: order) { probe.note(name) }
      }
      probe.poll()
    }

    section.add("2.4a", "timers fire in the order of their dates, not of adding", "A B C 3") { probe, loop in
      // Long enough away that all three are made before the first is due.
      let start = LoopInstant.now
      for (name, delay) in [("C", 14), ("A", 10), ("B", 12)] {
        loop.add(LoopTimer(at: start.advanced(by: delay.ms), label: name) { _ in probe.note(name) })
      }
      LoopThread.sleep(for: 20.ms)
      probe.poll()
    }

    section.add("2.4b", "timers with the same date made and added in the same order fire in that order", "A B C 3") {
      probe, loop in
      let date = LoopInstant.now.advanced(by: 2.ms)
      let timers = ["A", "B", "C"].map { name in LoopTimer(at: date, label: name) { _ in probe.note(name) } }
      for timer in timers { loop.add(timer) }
      LoopThread.sleep(for: 5.ms)
      probe.poll()
    }

    section.add(
      "2.4d", "timers with the same date fire in the order of adding, not of making", "B C A 3",
      .engineOnly("CoreFoundation converts each timer's date by itself: no two of its timers have the very same one")
    ) { probe, loop in
      let date = LoopInstant.now.advanced(by: 2.ms)
      let timers = ["A", "B", "C"].map { name in LoopTimer(at: date, label: name) { _ in probe.note(name) } }
      for index in [1, 2, 0] { loop.add(timers[index]) }
      LoopThread.sleep(for: 5.ms)
      probe.poll()
    }

    section.add(
      "2.4c", "of timers with past dates the one made first fires first, whatever its date or the order of adding",
      "A B C 3"
    ) { probe, loop in
      let made = [("A", 1), ("B", 3), ("C", 2)].map { name, past in
        LoopThread.sleep(for: 1.ms)
        return probe.timer(name, after: .seconds(-past))
      }
      for index in [2, 0, 1] { loop.add(made[index]) }
      LoopThread.sleep(for: 2.ms)
      probe.poll()
    }

    section.add(
      "2.4e", "of timers made in a callout for dates that have passed meanwhile, the one made first fires first",
      "T A B C 2"
    ) { probe, loop in
      probe.timer("T", on: loop) { _ in
        let start = LoopInstant.now
        probe.timer("far", after: .seconds(1000), on: loop)
        LoopThread.sleep(for: 40.ms)
        for (name, offset) in [("A", 30), ("B", 10), ("C", 20)] {
          LoopThread.sleep(for: 1.ms)
          let timer = LoopTimer(at: start.advanced(by: offset.ms), label: name) { _ in
            probe.note(name)
            if probe.count("past") == 3 { loop.stop() }
          }
          loop.add(timer)
        }
      }
      probe.run(for: .seconds(60))
    }

    section.add("2.5a", "blocks run in the order of queuing", "A B C 3") { probe, loop in
      probe.keepAlive(loop)
      for name in ["A", "B", "C"] { probe.block(name, on: loop) }
      probe.poll()
    }
  }
}
