import LoopEngine

extension Catalogue {
  /// Section 4: one turn of the loop, in order.
  static let iteration = Section { section in
    section.add("4.d", "blocks run before sources", "E bT bS B S X 3") { probe, loop in
      let source = probe.source("S")
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.block("B", on: loop)
      probe.poll()
    }

    section.add("4.f", "blocks run again after sources if one was handled", "E bT bS S B X 3") { probe, loop in
      let source = probe.source("S") { _ in probe.block("B", on: .current) }
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.poll()
    }

    section.add("4.g", "a turn that handled a source does not wait", "E bT bS S bT bS BW AW T X 2") { probe, loop in
      let source = probe.source("S")
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.timer("T", after: 20.ms, on: loop) { _ in loop.stop() }
      probe.run(for: .seconds(5))
    }

    section.add("4.ka", "a wake-up before a message: one turn for each", "E bT bS BW AW bT bS BW AW P1 X 4") {
      probe, loop in
      let port = probe.port("P")
      probe.observe(loop)
      loop.add(port)
      probe.on(.beforeWaiting, loop) {
        loop.wakeUp()
        LoopThread.sleep(for: 1.ms)
        port.send(1)
      }
      probe.run(for: .seconds(5), handled: true)
    }

    section.add(
      "4.kb", "a wake-up after a message is left for the next wait, also of the next run",
      "E bT bS BW AW P1 X 4 E bT bS BW AW bT bS BW AW T X 2"
    ) { probe, loop in
      let port = probe.port("P")
      probe.observe(loop)
      loop.add(port)
      probe.on(.beforeWaiting, loop) {
        port.send(1)
        LoopThread.sleep(for: 1.ms)
        loop.wakeUp()
      }
      probe.run(for: .seconds(5), handled: true)
      probe.timer("T", after: 20.ms, on: loop) { _ in loop.stop() }
      probe.run(for: .seconds(5))
    }

    section.add("4.kc", "a wake-up before a timer is due: one turn for each", "E bT bS BW AW bT bS BW AW T X 1") {
      probe, loop in
      probe.observe(loop)
      probe.timer("T", after: 10.ms, on: loop)
      probe.on(.beforeWaiting, loop) {
        loop.wakeUp()
        LoopThread.sleep(for: 20.ms)
      }
      probe.run(for: .seconds(5))
    }

    section.add(
      "4.kd", "a wake-up after a timer was due is left for the next wait",
      "E bT bS BW AW T bT bS BW AW bT bS BW AW U X 2"
    ) { probe, loop in
      probe.observe(loop)
      probe.timer("T", after: 2.ms, on: loop)
      probe.timer("U", after: 40.ms, on: loop) { _ in loop.stop() }
      probe.on(.beforeWaiting, loop) {
        LoopThread.sleep(for: 5.ms)
        loop.wakeUp()
      }
      probe.run(for: .seconds(5))
    }

    section.add(
      "4.ke", "a turn that does not wait takes the wake-up if it came first, and no timer", "E bT bS X 3 E bT bS T X 3"
    ) {
      probe, loop in
      probe.observe(loop)
      probe.timer("T", after: 10.ms, on: loop)
      probe.on(.beforeTimers, loop) {
        loop.wakeUp()
        LoopThread.sleep(for: 20.ms)
      }
      probe.poll()
      probe.poll()
    }

    section.add("4.n", "blocks run at the end of the turn, after what woke the loop", "E bT bS BW AW T B X 1") {
      probe, loop in
      probe.observe(loop)
      probe.timer("T", after: 2.ms, on: loop) { _ in probe.block("B", on: loop) }
      probe.run(for: .seconds(5))
    }

    section.add("4.oa", "a handled source ends the run before a limit in the past does", "S 4") { probe, loop in
      let source = probe.source("S")
      loop.add(source)
      source.signal()
      probe.poll(handled: true)
    }

    section.add("4.ob", "a limit in the past ends the run before emptiness does", "T 3 1") { probe, loop in
      probe.timer("T", on: loop)
      LoopThread.sleep(for: 2.ms)
      probe.poll()
      probe.poll()
    }

    section.add("4.oc", "a stop ends the run before emptiness does", "E bT bS S X 2 1") { probe, loop in
      let source = probe.source("S") { source in
        Loop.current.remove(source)
        Loop.current.stop()
      }
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.run(for: .seconds(5))
      probe.run(for: .seconds(5))
    }

    section.add("4.od", "a stop of the mode ends the run before emptiness does", "E bT bS S X 2 E bT bS X 3") {
      probe, loop in
      let source = probe.source("S") { source in
        Loop.current.remove(source)
        Loop.current.stop(mode: .default)
      }
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.run(for: .seconds(5))
      probe.keepAlive(loop)
      probe.poll()
    }

    section.add(
      "4.oe", "a stop of the mode that another reason overtook ends the mode's next run",
      "E bT bS S X 4 E X 2 E bT bS X 3"
    ) { probe, loop in
      let source = probe.source("S") { _ in Loop.current.stop(mode: .default) }
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.run(for: .seconds(5), handled: true)
      probe.poll()
      probe.poll()
    }

    section.add("4.of", "a stop that another reason overtook is forgotten", "E bT bS S X 4 E bT bS X 3") {
      probe, loop in
      let source = probe.source("S") { _ in Loop.current.stop() }
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.run(for: .seconds(5), handled: true)
      probe.poll()
    }

    section.add("4.1a", "a timer that is due at entry fires only after the wait", "E bT bS BW AW T X 1") {
      probe, loop in
      probe.observe(loop)
      probe.timer("T", on: loop)
      LoopThread.sleep(for: 2.ms)
      probe.run(for: .seconds(5))
    }

    section.add("4.2a", "a one-shot timer alone", "E bT bS BW AW T X 1") { probe, loop in
      probe.observe(loop)
      probe.timer("T", after: 5.ms, on: loop)
      probe.run(for: .seconds(5))
    }

    section.add("4.2b", "a signalled source, returning after it", "E bT bS S X 4") { probe, loop in
      let source = probe.source("S")
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.run(for: .seconds(5), handled: true)
    }

    section.add("4.2c", "a signalled source, not returning after it", "E bT bS S bT bS BW AW X 3") { probe, loop in
      let source = probe.source("S")
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.run(for: 10.ms)
    }

    section.add(
      "4.3a", "one port event a turn: the timer that was ready first, then the port",
      "E bT bS S T X 3 E bT bS P1 X 3"
    ) { probe, loop in
      let (source, port) = (probe.source("S"), probe.port("P"))
      probe.observe(loop)
      loop.add(source)
      loop.add(port)
      probe.timer("T", on: loop)
      LoopThread.sleep(for: 2.ms)
      port.send(1)
      source.signal()
      probe.poll()
      probe.poll()
    }

    section.add(
      "4.3b", "one port event a turn: the port that was ready first, then the timer",
      "E bT bS S P1 X 3 E bT bS T X 3"
    ) { probe, loop in
      let (source, port) = (probe.source("S"), probe.port("P"))
      probe.observe(loop)
      loop.add(source)
      loop.add(port)
      port.send(1)
      probe.timer("T", after: 2.ms, on: loop)
      LoopThread.sleep(for: 4.ms)
      source.signal()
      probe.poll()
      probe.poll()
    }

    section.add("4.3c", "a port alone is handled without a turn in between", "E bT bS BW AW P1 X 4") { probe, loop in
      let port = probe.port("P")
      probe.observe(loop)
      loop.add(port)
      port.send(1)
      probe.run(for: .seconds(5), handled: true)
    }

    section.add("4.4a", "a run with nothing but a block runs it and sleeps until its limit", "E bT bS B BW AW X 3") {
      probe, loop in
      probe.observe(loop)
      probe.block("B", on: loop)
      probe.run(for: 10.ms)
    }

    section.add("4.4b", "a run with nothing but a block ends as empty when it is woken", "E bT bS B BW AW X 1") {
      probe, loop in
      probe.observe(loop)
      probe.block("B", on: loop)
      probe.whileAsleep(loop) { $0.wakeUp() }
      probe.run(for: .seconds(5))
    }

    section.add("4.4c", "a stop in a block is looked at after the wait, which it ends", "E bT bS B BW AW X 2") {
      probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.block("B", on: loop) { loop.stop() }
      probe.run(for: .seconds(5))
    }

    for (id, title, expected, duration, handled) in [
      ("4.5a", "a stop in a source of a run that returns after it", "S 4", Duration.seconds(5), true),
      ("4.5b", "a stop in a source of a run for no time", "S 3", .zero, false),
      ("4.5c", "a stop in a source of any other run", "S 2", .seconds(5), false),
    ] {
      section.add(id, title, expected) { probe, loop in
        let source = probe.source("S") { _ in Loop.current.stop() }
        loop.add(source)
        source.signal()
        probe.run(for: duration, handled: handled)
      }
    }

    section.add("4.6b", "a timer does not end a run that returns after a source", "E bT bS BW AW T bT bS BW AW X 3") {
      probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.timer("T", on: loop)
      probe.run(for: 50.ms, handled: true)
    }

    section.add("4.6c", "a block does not end a run that returns after a source", "E bT bS B BW AW X 3") {
      probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.block("B", on: loop)
      probe.run(for: 10.ms, handled: true)
    }

    section.add("4.6d", "a port ends a run that returns after a source", "E bT bS BW AW P1 X 4 P2 4") { probe, loop in
      let port = probe.port("P")
      let observer = probe.observe(loop)
      loop.add(port)
      probe.whileAsleep(loop) { _ in port.send(1) }
      probe.run(for: .seconds(5), handled: true)
      observer.invalidate()
      port.send(2)
      probe.poll(handled: true)
    }

    section.add("4.7a", "a port that always posts to itself does not starve a timer", "T 2") { probe, loop in
      let itself = Slot<MessagePort<Int>>()
      let port = MessagePort<Int> { _ in itself.value?.send(1) }
      itself.value = port
      loop.add(port)
      port.send(1)
      probe.timer("T", after: 2.ms, on: loop) { _ in
        itself.value = nil
        loop.stop()
      }
      probe.run(for: .seconds(5))
    }

    section.add(
      "4.7b", "a source that always signals itself does not starve ports", "E bT bS S P1 bT bS S P2 bT bS S X 2"
    ) { probe, loop in
      let source = probe.source("S") { source in
        if probe.count("S") < 3 { source.signal() } else { Loop.current.stop() }
      }
      let port = probe.port("P")
      probe.observe(loop)
      loop.add(source)
      loop.add(port)
      port.send(1)
      port.send(2)
      source.signal()
      probe.run(for: .seconds(5))
    }

    section.add("4.7c", "a source that always signals itself does not starve timers", "S T S T S 2") { probe, loop in
      let source = probe.source("S") { source in
        LoopThread.sleep(for: 2.ms)
        if probe.count("S") < 3 { source.signal() } else { Loop.current.stop() }
      }
      loop.add(source)
      probe.timer("T", on: loop) { _ in probe.timer("T", on: loop) }
      source.signal()
      probe.run(for: .seconds(5))
    }
  }
}
