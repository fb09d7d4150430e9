import LoopEngine

extension Catalogue {
  /// What a thread is asked to perform: a source does it, which is in the loop while anything is asked for.
  static let performingOnThreads = Section { section in
    section.add("on-thread-a", "a perform ends a run that returns after a source", "E bT bS S X 4 after") {
      probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      loop.handle.performOnThread { probe.note("S") }
      probe.run(for: .seconds(5), handled: true)
      probe.note("after")
    }

    section.add("on-thread-b", "it keeps the mode alive until it is performed, and no longer", "E bT bS S X 1 1") {
      probe, loop in
      probe.observe(loop)
      loop.handle.performOnThread { probe.note("S") }
      probe.run(for: nil)
      probe.run(for: nil)
    }

    section.add(
      "on-thread-c", "all that is asked for before a pass is performed in it, in that order", "E bT bS 1 2 3 X 4 3"
    ) { probe, loop in
      let watch = probe.observe(loop)
      probe.keepAlive(loop)
      for number in 1...3 { loop.handle.performOnThread { probe.note("\(number)") } }
      probe.run(for: .seconds(5), handled: true)
      loop.remove(watch)
      probe.poll(handled: true)
    }

    section.add(
      "on-thread-d", "what is asked for meanwhile waits for the next turn", "E bT bS 1 X 4 E bT bS 2 X 4"
    ) { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      let handle = loop.handle
      handle.performOnThread {
        probe.note("1")
        handle.performOnThread { probe.note("2") }
      }
      probe.run(for: .seconds(5), handled: true)
      probe.run(for: .seconds(5), handled: true)
    }

    section.add(
      "on-thread-e", "a run that it makes performs what was asked for after it, and nothing twice",
      "outer inner 4 after 4 last 4 3"
    ) { probe, loop in
      probe.keepAlive(loop)
      let handle = loop.handle
      handle.performOnThread {
        probe.note("outer")
        probe.run(for: .seconds(5), handled: true)
        probe.note("after")
        handle.performOnThread { probe.note("last") }
      }
      handle.performOnThread { probe.note("inner") }
      probe.run(for: .seconds(5), handled: true)
      probe.run(for: .seconds(5), handled: true)
      probe.poll(handled: true)
    }

    section.add("on-thread-f", "it waits for a run of its mode", "1 other 1 1") { probe, loop in
      loop.handle.performOnThread(in: "other") { probe.note("other") }
      probe.run(for: nil)
      probe.run("other", for: nil)
      probe.run("other", for: nil)
    }

    section.add("on-thread-g", "without a mode it is performed in all common modes", "3 common 4") { probe, loop in
      probe.keepAlive(loop, in: "other")
      probe.keepAlive(loop, in: "dialog")
      probe.markCommon("dialog", in: loop)
      loop.handle.performOnThread { probe.note("common") }
      probe.poll("other")
      probe.poll("dialog", handled: true)
    }

    section.add("on-thread-h", "a mode that becomes common has what is asked of the common modes", "S 4 3") {
      probe, loop in
      probe.keepAlive(loop, in: "dialog")
      loop.handle.performOnThread { probe.note("S") }
      probe.markCommon("dialog", in: loop)
      probe.poll("dialog", handled: true)
      probe.keepAlive(loop)
      probe.poll(handled: true)
    }

    section.add(
      "on-thread-i", "the order counts among modes, and one pass performs all that the mode may", "1 2 3 4 3 4 4 1"
    ) { probe, loop in
      probe.keepAlive(loop)
      let handle = loop.handle
      handle.performOnThread(in: .default) { probe.note("1") }
      handle.performOnThread(in: .common) { probe.note("2") }
      handle.performOnThread(in: "other") { probe.note("4") }
      handle.performOnThread(in: .default) { probe.note("3") }
      probe.poll(handled: true)
      probe.poll(handled: true)
      probe.poll("other", handled: true)
      probe.poll("other", handled: true)
    }

    section.add("on-thread-j", "a wait on the thread itself performs at once, outside of any run", "1 3 2 1") {
      probe, loop in
      probe.note("1")
      loop.handle.performOnThread(waitUntilDone: true) { probe.note("3") }
      probe.note("2")
      probe.poll()
    }

    section.add("on-thread-k", "it wakes a sleeping loop, and a wait ends when it is done", "1 3 2 2") {
      probe, _ in
      let thread = probe.thread("working") { loop in
        probe.keepAlive(loop)
        probe.run(for: .seconds(1000))
      }
      probe.awaitSleep(of: thread.handle)
      probe.note("1")
      thread.perform(waitUntilDone: true) { probe.note("3") }
      probe.note("2")
      thread.perform(waitUntilDone: true) { Loop.current.stop() }
      thread.join()
    }

    section.add(
      "on-thread-l", "a loop that ends drops it, and a loop that has ended takes none",
      "queued dropped lost refused refused"
    ) { probe, _ in
      let isAsked = LoopSemaphore()
      let thread = probe.thread("ending") { loop in
        let handle = loop.handle
        let result = handle.performOnThread(onDrop: { probe.note("dropped") }) { probe.note("ran") }
        probe.note(result == .queued ? "queued" : "refused")
        isAsked.signal()
      }
      isAsked.wait()
      // Asked for while the thread ends or when it has ended: it is lost either way.
      let result = thread.perform(waitUntilDone: true) { probe.note("ran") }
      thread.join()
      probe.note(result == .queued ? "done" : "lost")
      for isWaiting in [true, false] {
        let result = thread.perform(waitUntilDone: isWaiting) { probe.note("ran") }
        probe.note(result == .queued ? "queued" : "refused")
      }
    }

    section.add("on-thread-m", "a stop in it is a stop of the run that performs it", "S 2 3") { probe, loop in
      probe.keepAlive(loop)
      loop.handle.performOnThread {
        probe.note("S")
        Loop.current.stop()
      }
      probe.run(for: .seconds(5))
      probe.poll()
    }

    section.add("on-thread-n", "the source is seen in its mode while anything is asked for", "perform,keep 3 keep") {
      probe, loop in
      loop.handle.performOnThread(in: .default) {}
      probe.keepAlive(loop)
      func look() {
        let mode = loop.snapshot().modes.first { $0.mode == .default }
        probe.note((mode?.sources ?? []).map { $0.label ?? "?" }.joined(separator: ","))
      }
      look()
      probe.run(for: .zero)
      look()
    }

    section.add("on-thread-o", "a block queued in it runs in the same turn, before the wait", "S B E2 3") {
      probe, loop in
      probe.keepAlive(loop)
      loop.handle.performOnThread {
        probe.note("S")
        Loop.current.perform { probe.note("B") }
      }
      probe.on([.beforeTimers], loop, repeats: true) { if probe.count("turn") == 2 { probe.note("E2") } }
      probe.run(for: .milliseconds(20))
    }
  }
}
