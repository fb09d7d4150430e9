import DifferentialModel
import LoopEngine

extension Catalogue {
  /// Section 10: the runs that Foundation's RunLoop has.
  static let runLoop = Section { section in
    section.add("10.1a", "a run before a date is false in an empty mode", "no") { probe, loop in
      probe.note(loop.run(mode: .default, before: .distantFuture) ? "yes" : "no")
    }

    section.add("10.1b", "a run before a date is one run that returns after a source", "E bT bS S X yes") {
      probe, loop in
      let source = probe.source("S")
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.note(loop.run(mode: .default, before: .distantFuture) ? "yes" : "no")
    }

    section.add("10.1c", "a run before a date is true at its limit too", "E bT bS BW AW X yes") { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.note(loop.run(mode: .default, before: .now.advanced(by: 10.ms)) ? "yes" : "no")
    }

    section.add("10.1d", "a run before a date is true when it was stopped", "E bT bS BW AW X yes") { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.on(.beforeWaiting, loop) { loop.stop() }
      probe.note(loop.run(mode: .default, before: .distantFuture) ? "yes" : "no")
    }

    section.add("10.1e", "a run before a date goes on after a timer", "E bT bS BW AW T bT bS BW AW X yes") {
      probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.timer("T", after: 2.ms, on: loop)
      probe.note(loop.run(mode: .default, before: .now.advanced(by: 100.ms)) ? "yes" : "no")
    }

    section.add("10.1f", "a run before a date is true when its mode became empty", "E bT bS BW AW T X yes no") {
      probe, loop in
      probe.observe(loop)
      probe.timer("T", after: 2.ms, on: loop)
      for _ in 1...2 { probe.note(loop.run(mode: .default, before: .distantFuture) ? "yes" : "no") }
    }

    section.add("10.2a", "a stop ends one run of a run until a date, which runs again", "A E B X late=yes") {
      probe, loop in
      let start = LoopInstant.now
      probe.keepAlive(loop)
      probe.timer("A", after: 2.ms, on: loop) { _ in
        // From here on, so that the first run's own entry is not noted.
        probe.on(.entry, loop) { probe.note("E") }
        loop.stop()
      }
      probe.timer("B", after: 20.ms, on: loop)
      loop.run(until: start.advanced(by: 100.ms))
      probe.note("X")
      probe.note("late", start.duration(to: .now) >= 100.ms)
    }

    section.add("10.2b", "a run until a date ends when the default mode is empty", "T early=yes") { probe, loop in
      let start = LoopInstant.now
      probe.timer("T", after: 2.ms, on: loop)
      loop.run(until: start.advanced(by: .seconds(60)))
      probe.note("early", start.duration(to: .now) < .seconds(5))
    }

    section.add("10.2c", "a run until a date goes on after a source", "S S end") { probe, loop in
      let source = probe.source("S")
      loop.add(source)
      for delay in [2, 10] { probe.timer("", after: delay.ms, on: loop) { _ in source.signal() } }
      loop.run(until: .now.advanced(by: 100.ms))
      probe.note("end")
    }

    section.add("10.2d", "a stop does not end an unlimited run, an empty mode does", "E X E A X E B X end") {
      probe, loop in
      probe.on([.entry, .exit], loop, repeats: true) { probe.note(probe.count("call") % 2 == 1 ? "E" : "X") }
      loop.perform { loop.stop() }
      probe.timer("A", after: 10.ms, on: loop) { _ in loop.stop() }
      probe.timer("B", after: 30.ms, on: loop)
      loop.run()
      probe.note("end")
    }

    section.add("10.2e", "an unlimited run of an empty mode ends at once", "end") { probe, loop in
      loop.run()
      probe.note("end")
    }

    section.add("10.3a", "a run of the common modes before a date is false", "no") { probe, loop in
      probe.keepAlive(loop, in: .common)
      probe.note(loop.run(mode: .common, before: .distantFuture) ? "yes" : "no")
    }

    section.add(
      "10.3b", "a run of the common modes is false while a block for them is queued, too", "no no B 3",
      .differs("common-run-is-false", coreFoundation: "yes yes B 3")
    ) { probe, loop in
      probe.keepAlive(loop)
      probe.block("B", on: loop, in: .common)
      for _ in 1...2 { probe.note(loop.run(mode: .common, before: .distantFuture) ? "yes" : "no") }
      probe.poll()
    }

    section.add("10.4a", "a block is for the default mode unless it says otherwise", "3 B 3") { probe, loop in
      probe.keepAlive(loop, in: "other")
      probe.markCommon("other", in: loop)
      loop.perform { probe.note("B") }
      probe.poll("other")
      probe.poll()
    }

    section.add("10.5a", "the limit date of an empty mode is nil", "nil") { probe, loop in
      probe.note(loop.limitDate() == nil ? "nil" : "date")
    }

    section.add("10.5b", "the limit date without timers is the distant future", "future") { probe, loop in
      probe.keepAlive(loop)
      probe.note(loop.limitDate() == .distantFuture ? "future" : "date")
    }

    section.add(
      "10.5c", "asking for the limit date runs the mode once, without waiting, before it answers", "E bT bS T X date"
    ) {
      probe, loop in
      probe.observe(loop)
      probe.timer("T", on: loop)
      probe.timer("later", after: .seconds(100), on: loop)
      LoopThread.sleep(for: 2.ms)
      let limit = loop.limitDate()
      let expected = LoopInstant.now.advanced(by: .seconds(50))
      probe.note(limit.map { $0 > expected && $0 < .distantFuture } ?? false ? "date" : "wrong")
    }

    section.add("10.5d", "accepting input is one run that returns after a source", "E bT bS S X E bT bS BW AW X") {
      probe, loop in
      let source = probe.source("S")
      probe.observe(loop)
      loop.add(source)
      source.signal()
      loop.acceptInput(before: .distantFuture)
      loop.acceptInput(before: .now.advanced(by: 10.ms))
    }

    section.add("10.6a", "a run before a past date is one turn without waiting", "E bT bS B X yes") { probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.block("B", on: loop)
      probe.note(loop.run(mode: .default, before: .distantPast) ? "yes" : "no")
    }

    section.add("10.7a", "a thread has one loop, always the same", "same=yes same=yes") { probe, loop in
      probe.note("same", Loop.current === loop)
      probe.note("same", Loop.current.handle == loop.handle)
    }

    section.add("10.7b", "the main loop is always the same, and not this thread's", "same=yes same=no current=no") {
      probe, loop in
      let main = Loop.main
      probe.note("same", main == Loop.main)
      probe.note("same", main == loop.handle)
      probe.note("current", main.isCurrent)
    }

    section.addOnMain("10.7c", "the main thread's loop is the main loop", "same=yes current=yes") { probe, loop in
      probe.note("same", Loop.main == loop.handle)
      probe.note("current", Loop.main.isCurrent)
    }
  }
}
