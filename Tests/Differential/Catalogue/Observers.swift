import LoopEngine

extension Catalogue {
  /// Section 8: calling observers.
  static let observers = Section { section in
    section.add("8.1a", "an observer removed by an earlier one is still called in this phase", "a b 3 a 3") {
      probe, loop in
      let second = LoopObserver(.beforeTimers, order: 1) { _, _ in probe.note("b") }
      probe.keepAlive(loop)
      probe.on(.beforeTimers, loop, repeats: true, order: 0) {
        probe.note("a")
        loop.remove(second)
      }
      loop.add(second)
      probe.poll()
      probe.poll()
    }

    section.add("8.1b", "an observer invalidated by an earlier one is not called", "a 3") { probe, loop in
      let second = LoopObserver(.beforeTimers, order: 1) { _, _ in probe.note("b") }
      probe.keepAlive(loop)
      probe.on(.beforeTimers, loop, repeats: true, order: 0) {
        probe.note("a")
        second.invalidate()
      }
      loop.add(second)
      probe.poll()
    }

    section.add("8.1c", "an observer added by another one is called from the next phase on", "a bS X 3") {
      probe, loop in
      probe.keepAlive(loop)
      probe.on(.beforeTimers, loop) {
        probe.note("a")
        probe.observe(loop)
      }
      probe.poll()
    }

    section.add("8.2a", "an observer that does not repeat is invalid after its first call", "bT valid=yes valid=no 3 3")
    {
      probe, loop in
      probe.keepAlive(loop)
      let once = LoopObserver([.beforeTimers, .beforeSources], repeats: false) { observer, activity in
        probe.note(activity.word)
        probe.note("valid", observer.isValid)
      }
      loop.add(once)
      probe.on(.beforeSources, loop) { probe.note("valid", once.isValid) }
      probe.poll()
      probe.poll()
    }

    section.add(
      "8.3a", "an observer is not called in a nested run within its own call, others are",
      "other: bT other: iE ibT ibS iX 3 3"
    ) { probe, loop in
      let calling = LoopObserver([.beforeTimers], order: 1) { _, _ in
        probe.note("bT")
        probe.poll("inner")
      }
      probe.on(.beforeTimers, loop, order: 0) { probe.note("other:") }
      for mode: Mode in ["default", "inner"] {
        probe.keepAlive(loop, in: mode)
        loop.add(calling, to: mode)
      }
      probe.on(.entry, loop, in: "inner") { probe.note("other:") }
      probe.observe(loop, in: "inner", as: "i")
      probe.poll()
    }

    section.add("8.4a", "the activities have the values that CoreFoundation documents", "1 2 4 32 64 128 268435455") {
      probe, _ in
      let each: [LoopActivity] = [.entry, .beforeTimers, .beforeSources, .beforeWaiting, .afterWaiting, .exit, .all]
      for activity in each { probe.note("\(activity.rawValue)") }
    }

    section.add("8.4b", "an observer is called for its own activities only", "E BW X 3") { probe, loop in
      probe.keepAlive(loop)
      probe.on([.entry, .exit], loop, repeats: true) { probe.note(probe.count("call") == 1 ? "E" : "X") }
      probe.on(.beforeWaiting, loop) { probe.note("BW") }
      probe.run(for: 5.ms)
    }
  }
}
