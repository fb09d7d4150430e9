import LoopEngine

extension Catalogue {
  /// Section 7: the queue of blocks.
  static let blocks = Section { section in
    section.add("7.1a", "a block runs in each of the modes that it names, once", "3 B 3 3") { probe, loop in
      for mode: Mode in ["a", "b", "c"] { probe.keepAlive(loop, in: mode) }
      loop.perform(in: ["a", "b"]) { probe.note("B") }
      for mode: Mode in ["c", "b", "a"] { probe.poll(mode) }
    }

    section.add("7.1b", "a block for the common modes runs in a common mode", "3 B 3") { probe, loop in
      probe.markCommon("marked", in: loop)
      for mode: Mode in ["plain", "marked"] { probe.keepAlive(loop, in: mode) }
      probe.block("B", on: loop, in: .common)
      probe.poll("plain")
      probe.poll("marked")
    }

    section.add("7.1c", "a block whose modes match twice runs once", "B 3 3") { probe, loop in
      probe.keepAlive(loop)
      loop.perform(in: [.default, .common]) { probe.note("B") }
      probe.poll()
      probe.poll()
    }

    section.add("7.1d", "a mode marked as common later takes the blocks that wait for one", "3 B 3") { probe, loop in
      probe.keepAlive(loop, in: "a")
      probe.block("B", on: loop, in: .common)
      probe.poll("a")
      probe.markCommon("a", in: loop)
      probe.poll("a")
    }

    section.add("7.2a", "a block from another thread does not wake the loop", "E bT bS BW later AW B X 2") {
      probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.whileAsleep(loop) { handle in
        handle.perform {
          probe.note("B")
          Loop.current.stop()
        }
        LoopThread.sleep(for: 10.ms)
        probe.note("later")
        handle.wakeUp()
      }
      probe.run(for: .seconds(5))
    }

    section.add(
      "7.2b", "a block that another thread queued runs after whatever wakes the loop", "E bT bS BW AW T B X 2"
    ) {
      probe, loop in
      let queued = LoopSemaphore()
      probe.observe(loop)
      probe.timer("T", after: 200.ms, on: loop) { _ in queued.wait() }
      probe.whileAsleep(loop) { handle in
        handle.perform {
          probe.note("B")
          Loop.current.stop()
        }
        queued.signal()
      }
      probe.run(for: .seconds(5))
    }

    section.add("7.3a", "blocks that do not match keep their place before those queued since", "B 3 A C D 3") {
      probe, loop in
      probe.keepAlive(loop)
      probe.block("A", on: loop, in: "x")
      probe.block("B", on: loop) { probe.block("D", on: loop, in: "x") }
      probe.block("C", on: loop, in: "x")
      probe.poll()
      probe.poll("x")
    }

    section.add(
      "7.3b", "a block queued by a block before the wait sleeps with the loop", "E bT bS A BW later AW B X 2"
    ) { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.block("A", on: loop) { probe.block("B", on: loop) { loop.stop() } }
      probe.whileAsleep(loop) { handle in
        probe.note("later")
        handle.wakeUp()
      }
      probe.run(for: .seconds(5))
    }

    section.add("7.3c", "a block queued by a block runs after the sources if one was handled", "E bT bS A S B X 3") {
      probe, loop in
      let source = probe.source("S")
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.block("A", on: loop) { probe.block("B", on: loop) }
      probe.poll()
    }

    section.add(
      "7.3d", "a block queued by a block after the wait runs in the next turn, before it waits",
      "E bT bS BW AW T A bT bS B BW AW X 2"
    ) { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.timer("T", after: 5.ms, on: loop) { _ in
        probe.block("A", on: loop) { probe.block("B", on: loop) { loop.stop() } }
      }
      probe.run(for: .seconds(5))
    }

    section.add("7.3e", "a block queued before waiting runs after the wait", "E bT bS BW AW T B X 2") { probe, loop in
      probe.observe(loop)
      probe.timer("T", after: 5.ms, on: loop)
      probe.on(.beforeWaiting, loop) { probe.block("B", on: loop) { loop.stop() } }
      probe.run(for: .seconds(5))
    }

    section.add("7.3f", "a block that queues itself again runs once a pass, of which a turn has two", "B B 3 B B 3") {
      probe, loop in
      func again() { probe.block("B", on: loop) { if probe.count("B") < 5 { again() } } }
      again()
      probe.poll()
      probe.poll()
    }

    section.add("7.4a", "a nested run in a block sees only blocks queued since", "A B 3 C 3") { probe, loop in
      probe.keepAlive(loop)
      probe.block("A", on: loop) {
        probe.block("B", on: loop)
        probe.poll()
      }
      probe.block("C", on: loop)
      probe.poll()
    }

    section.add(
      "7.4b", "a nested run in a block does not see the blocks that were queued before, also in its own mode",
      "A 3 3 I 3"
    ) {
      probe, loop in
      probe.keepAlive(loop)
      probe.keepAlive(loop, in: "inner")
      probe.block("A", on: loop) { probe.poll("inner") }
      probe.block("I", on: loop, in: "inner")
      probe.poll()
      probe.poll("inner")
    }

    section.add("7.5a", "what a block holds is released right after it ran and may use the loop", "A released B more 3")
    {
      probe, loop in
      let token = Slot<Token>()
      let handle = loop.handle
      token.value = Token {
        probe.note("released")
        handle.perform { probe.note("more") }
      }
      probe.keepAlive(loop)
      probe.block("A", on: loop) { [token = token.value] in token?.hold() }
      token.value = nil
      probe.block("B", on: loop)
      probe.poll()
    }

    section.add("7.5b", "blocks still queued when the loop ends are released without having run", "released end") {
      probe, _ in
      let thread = probe.thread("ending") { loop in
        let token = Token("released", probe)
        loop.perform {
          token.hold()
          probe.note("ran")
        }
      }
      thread.join()
      probe.note("end")
    }
  }
}
