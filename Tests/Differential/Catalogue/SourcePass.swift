import DifferentialModel
import LoopEngine

extension Catalogue {
  /// Section 5: performing signalled sources.
  static let sourcePass = Section { section in
    section.add("5.1a", "a source that signals itself is performed again in the next turn", "E bT bS S bT bS S X 2") {
      probe, loop in
      let source = probe.source("S") { source in
        if probe.count("S") == 1 { source.signal() } else { Loop.current.stop() }
      }
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.run(for: .seconds(5))
    }

    section.add(
      "5.1b", "a source signalled by an earlier one is performed in the next turn", "E bT bS A C bT bS B X 2"
    ) { probe, loop in
      let b = probe.source("B", order: 1) { _ in Loop.current.stop() }
      let a = probe.source("A", order: 0) { _ in b.signal() }
      let c = probe.source("C", order: 2)
      probe.observe(loop)
      for source in [a, b, c] { loop.add(source) }
      a.signal()
      c.signal()
      probe.run(for: .seconds(5))
    }

    section.add(
      "5.1c", "a source added and signalled by an earlier one is performed in the next turn", "E bT bS A bT bS B X 2"
    ) {
      probe, loop in
      let b = probe.source("B") { _ in Loop.current.stop() }
      let a = probe.source("A") { _ in
        Loop.current.add(b)
        b.signal()
      }
      probe.observe(loop)
      loop.add(a)
      a.signal()
      probe.run(for: .seconds(5))
    }

    section.add("5.2a", "the signal is cleared before the source is performed", "signaled=yes S signaled=no 3") {
      probe, loop in
      let source = probe.source("S") { probe.note("signaled", $0.isSignaled) }
      loop.add(source)
      source.signal()
      probe.note("signaled", source.isSignaled)
      probe.poll()
    }

    section.add("5.2b", "a run that returns after a source performs one, the others keep their signal", "A 4 B 4 3") {
      probe, loop in
      let sources = [probe.source("A", order: 0), probe.source("B", order: 1)]
      for source in sources { loop.add(source) }
      for source in sources { source.signal() }
      for _ in 1...3 { probe.poll(handled: true) }
    }

    section.add("5.3a", "a source removed by an earlier one of the pass is still performed", "A B 3 has=no") {
      probe, loop in
      let b = probe.source("B", order: 1)
      let a = probe.source("A", order: 0) { _ in Loop.current.remove(b) }
      for source in [a, b] { loop.add(source) }
      for source in [a, b] { source.signal() }
      probe.poll()
      probe.note("has", loop.contains(b))
    }

    section.add("5.3b", "a source invalidated by an earlier one of the pass is not performed", "A C 3") { probe, loop in
      let b = probe.source("B", order: 1)
      let a = probe.source("A", order: 0) { _ in b.invalidate() }
      let c = probe.source("C", order: 2)
      for source in [a, b, c] { loop.add(source) }
      for source in [a, b, c] { source.signal() }
      probe.poll()
    }

    section.add(
      "5.4a", "a pass handled a source if any was performed, also when the last one was invalidated by then",
      "E bT bS A B T X 2",
      .differs("source-pass-any", coreFoundation: "E bT bS A BW AW T B X 2")
    ) { probe, loop in
      let last = probe.source("last", order: 1)
      let a = probe.source("A", order: 0) { _ in
        last.invalidate()
        probe.block("B", on: .current)
      }
      probe.observe(loop)
      for source in [a, last] { loop.add(source) }
      for source in [a, last] { source.signal() }
      probe.timer("T", on: loop) { _ in loop.stop() }
      LoopThread.sleep(for: 2.ms)
      probe.run(for: .seconds(5))
    }

    section.add(
      "5.4c", "a pass handled a source if any was performed, also when a nested run performed the last one",
      "E bT bS A B 3 T X 2",
      .differs("source-pass-any", coreFoundation: "E bT bS A B 3 BW AW T X 2")
    ) { probe, loop in
      let b = probe.source("B", order: 1)
      let a = probe.source("A", order: 0) { _ in probe.poll("inner") }
      probe.observe(loop)
      for source in [a, b] { loop.add(source) }
      loop.add(b, to: "inner")
      for source in [a, b] { source.signal() }
      probe.timer("T", on: loop) { _ in loop.stop() }
      LoopThread.sleep(for: 2.ms)
      probe.run(for: .seconds(5))
    }

    section.add("5.4b", "a pass handled a source if the last one was performed", "E bT bS B C X 3") { probe, loop in
      let a = probe.source("A", order: 1)
      let b = probe.source("B", order: 0) { _ in a.invalidate() }
      let c = probe.source("C", order: 2)
      probe.observe(loop)
      for source in [a, b, c] { loop.add(source) }
      for source in [a, b, c] { source.signal() }
      probe.poll()
    }

    section.add(
      "5.5a", "a signal from another thread does not wake the loop", "E bT bS BW later AW bT bS S X 2"
    ) { probe, loop in
      let source = probe.source("S") { _ in Loop.current.stop() }
      probe.observe(loop)
      loop.add(source)
      probe.whileAsleep(loop) { handle in
        source.signal()
        LoopThread.sleep(for: 10.ms)
        probe.note("later")
        handle.wakeUp()
      }
      probe.run(for: .seconds(5))
    }

    section.add("5.5b", "a signal before waiting does not keep the loop awake", "E bT bS BW later AW bT bS S X 2") {
      probe, loop in
      let source = probe.source("S") { _ in Loop.current.stop() }
      probe.observe(loop)
      loop.add(source)
      probe.on(.beforeWaiting, loop) { source.signal() }
      probe.whileAsleep(loop) { handle in
        LoopThread.sleep(for: 10.ms)
        probe.note("later")
        handle.wakeUp()
      }
      probe.run(for: .seconds(5))
    }

    section.add("5.5c", "a signal and a wake-up before waiting end the wait at once", "E bT bS BW AW bT bS S X 2") {
      probe, loop in
      let source = probe.source("S") { _ in Loop.current.stop() }
      probe.observe(loop)
      loop.add(source)
      probe.on(.beforeWaiting, loop) {
        source.signal()
        loop.wakeUp()
      }
      probe.run(for: .seconds(5))
    }

    section.add("5.5d", "a signal after waiting is handled in the next turn", "E bT bS BW AW T bT bS S X 2") {
      probe, loop in
      let source = probe.source("S") { _ in Loop.current.stop() }
      probe.observe(loop)
      loop.add(source)
      probe.timer("T", after: 5.ms, on: loop)
      probe.on(.afterWaiting, loop) { source.signal() }
      probe.run(for: .seconds(5))
    }

    section.add("5.5e", "a signal before sources are performed is in time", "E bT bS S X 3") { probe, loop in
      let source = probe.source("S")
      probe.observe(loop)
      loop.add(source)
      probe.on(.beforeSources, loop) { source.signal() }
      probe.poll()
    }

    section.add("5.5f", "a signal of a source that is in no loop is kept until it is in one", "signaled=yes S 3") {
      probe, loop in
      let source = probe.source("S")
      source.signal()
      probe.note("signaled", source.isSignaled)
      loop.add(source)
      probe.poll()
    }

    section.add(
      "5.6a", "a nested run may perform sources of the outer pass, which does not repeat them", "A B C 3 D 3"
    ) { probe, loop in
      let (b, c, d) = (probe.source("B", order: 1), probe.source("C", order: 2), probe.source("D", order: 3))
      let a = probe.source("A", order: 0) { _ in probe.poll("inner") }
      for source in [a, b, c, d] { loop.add(source) }
      for source in [b, c] { loop.add(source, to: "inner") }
      for source in [a, b, c, d] { source.signal() }
      probe.poll()
    }
  }
}
