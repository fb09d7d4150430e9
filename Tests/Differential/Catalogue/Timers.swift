import DifferentialModel
import LoopEngine

extension Catalogue {
  /// Section 6.1 to 6.4 and 6.9 to 6.14: which timers fire in a wake, and how they end.
  static let timers = Section { section in
    section.add("6.1a", "all timers that are due fire in one wake", "E bT bS BW AW A B C X 1") { probe, loop in
      probe.observe(loop)
      for name in ["A", "B", "C"] { probe.timer(name, on: loop) }
      LoopThread.sleep(for: 2.ms)
      probe.run(for: .seconds(5))
    }

    section.add(
      "6.1b", "timers that are due at different times fire in wakes of their own", "E bT bS BW AW A bT bS BW AW B X 1"
    ) {
      probe, loop in
      probe.observe(loop)
      probe.timer("A", after: 2.ms, on: loop) { _ in probe.timer("B", after: 5.ms, on: loop) }
      probe.run(for: .seconds(5))
    }

    section.add(
      "6.2a", "a timer added with a past date while timers fire waits for the next wake",
      "E bT bS BW AW A C bT bS BW AW B X 1"
    ) {
      probe, loop in
      probe.observe(loop)
      probe.timer("A", on: loop) { _ in probe.timer("B", after: .seconds(-1), on: loop) }
      probe.timer("C", on: loop)
      LoopThread.sleep(for: 2.ms)
      probe.run(for: .seconds(5))
    }

    section.add(
      "6.2b", "a timer that becomes due while timers fire waits for the next wake", "E bT bS BW AW A bT bS BW AW B X 1"
    ) {
      probe, loop in
      probe.observe(loop)
      probe.timer("A", after: 1.ms, on: loop) { _ in
        probe.timer("B", after: 2.ms, on: loop)
        LoopThread.sleep(for: 5.ms)
      }
      probe.run(for: .seconds(5))
    }

    section.add(
      "6.1c", "a run nested in a timer's callout fires the others that were due before it serves what came later",
      "A B i3 3 P1 4"
    ) { probe, loop in
      let port = probe.port("P")
      loop.add(port)
      probe.timer("A", on: loop) { _ in
        port.send(1)
        LoopThread.sleep(for: 2.ms)
        let result = loop.run(mode: .default, for: .zero)
        probe.note("i\(result.rawValue)")
      }
      probe.timer("B", on: loop)
      LoopThread.sleep(for: 2.ms)
      probe.poll()
      probe.poll(handled: true)
    }

    section.add(
      "6.1d", "a message that came before a timer's callout comes before the others in a run nested there",
      "A P1 i3 B 3"
    ) { probe, loop in
      let port = probe.port("P")
      loop.add(port)
      probe.timer("A", on: loop) { _ in
        let result = loop.run(mode: .default, for: .zero)
        probe.note("i\(result.rawValue)")
      }
      probe.timer("B", on: loop)
      LoopThread.sleep(for: 2.ms)
      port.send(1)
      LoopThread.sleep(for: 2.ms)
      probe.poll()
    }

    section.add("6.3a", "a timer removed from this mode but not from the loop by an earlier one still fires", "A B 3") {
      probe, loop in
      let b = probe.timer("B")
      probe.timer("A", on: loop) { _ in loop.remove(b) }
      loop.add(b)
      loop.add(b, to: "other")
      b.setNextFireDate(.now)
      LoopThread.sleep(for: 2.ms)
      probe.poll()
    }

    section.add("6.3b", "a timer removed from all modes by an earlier one does not fire", "A 3 has=no valid=yes") {
      probe, loop in
      probe.keepAlive(loop)
      let b = probe.timer("B")
      probe.timer("A", on: loop) { _ in loop.remove(b) }
      loop.add(b)
      b.setNextFireDate(.now)
      LoopThread.sleep(for: 2.ms)
      probe.poll()
      probe.note("has", loop.contains(b))
      probe.note("valid", b.isValid)
    }

    section.add("6.3c", "a timer invalidated by an earlier one does not fire", "A 3") { probe, loop in
      var second: LoopTimer?
      probe.timer("A", on: loop) { _ in second?.invalidate() }
      second = probe.timer("B", on: loop)
      LoopThread.sleep(for: 2.ms)
      probe.poll()
    }

    section.add("6.3d", "a timer whose date an earlier one moved into the future does not fire", "A 3 B 2") {
      probe, loop in
      var second: LoopTimer?
      probe.timer("A", on: loop) { _ in second?.setNextFireDate(.now.advanced(by: 5.ms)) }
      second = probe.timer("B", on: loop) { _ in loop.stop() }
      probe.keepAlive(loop)
      LoopThread.sleep(for: 2.ms)
      probe.poll()
      probe.run(for: .seconds(5))
    }

    section.add(
      "6.4a", "a one-shot timer is valid in its callout and invalid right after it", "T valid=yes B valid=no 3"
    ) { probe, loop in
      probe.timer("T", on: loop) { timer in
        probe.note("valid", timer.isValid)
        probe.block("B", on: loop) { probe.note("valid", timer.isValid) }
      }
      LoopThread.sleep(for: 2.ms)
      probe.poll()
    }

    section.add("6.4b", "setting a date in the callout of a one-shot timer does not keep it", "T 3 valid=no 1") {
      probe, loop in
      let timer = probe.timer("T", on: loop) { $0.setNextFireDate(.now.advanced(by: 1.ms)) }
      LoopThread.sleep(for: 2.ms)
      probe.poll()
      probe.note("valid", timer.isValid)
      probe.poll()
    }

    section.add("6.4c", "a repeating timer may invalidate itself in its callout", "T T valid=no 1") { probe, loop in
      probe.timer("T", every: 2.ms, on: loop) { timer in
        guard probe.count("T") == 2 else { return }
        timer.invalidate()
        probe.note("valid", timer.isValid)
      }
      probe.run(for: .seconds(5))
    }

    section.add("6.9a", "a firing timer does not fire in a nested run, other timers do", "T I i2 3") { probe, loop in
      loop.add(
        LoopTimer(at: .now, interval: 1.ms) { timer in
          probe.note("T")
          probe.timer("I", after: 10.ms, on: loop) { _ in loop.stop() }
          let result = loop.run(mode: .default, for: .seconds(5))
          probe.note("i\(result.rawValue)")
          timer.invalidate()
        })
      probe.keepAlive(loop)
      LoopThread.sleep(for: 2.ms)
      probe.poll()
    }

    section.add("6.10a", "a timer with an interval below zero fires once", "repeats=no T valid=no 1") { probe, loop in
      let timer = LoopTimer(at: .now, interval: .seconds(-1)) { _ in probe.note("T") }
      probe.note("repeats", timer.repeats)
      loop.add(timer)
      loop.run(mode: .default, for: .seconds(5))
      probe.note("valid", timer.isValid)
      probe.poll()
    }

    section.add("6.10b", "a timer with an interval of zero fires once", "repeats=no T valid=no 1") { probe, loop in
      let timer = LoopTimer(at: .now, interval: .zero) { _ in probe.note("T") }
      probe.note("repeats", timer.repeats)
      loop.add(timer)
      loop.run(mode: .default, for: .seconds(5))
      probe.note("valid", timer.isValid)
      probe.poll()
    }

    section.add("6.10c", "a timer in the distant future does not fire and keeps its mode alive", "3 valid=yes far=yes")
    { probe, loop in
      let timer = LoopTimer(at: .distantFuture) { _ in probe.note("T") }
      loop.add(timer)
      probe.run(for: 5.ms)
      probe.note("valid", timer.isValid)
      // Ten years: CoreFoundation moves dates further than sixteen years away to there.
      let far = LoopInstant.now.advanced(by: .seconds(10 * 365 * 86_400))
      probe.note("far", timer.nextFireDate.map { $0 > far } ?? false)
    }

    section.add("6.10d", "a timer in the distant past fires at once", "T 3") { probe, loop in
      loop.add(LoopTimer(at: .distantPast) { _ in probe.note("T") })
      LoopThread.sleep(for: 2.ms)
      probe.poll()
    }

    section.add(
      "6.11a", "timers whose tolerances overlap fire in one wake", "E bT bS BW AW A B X 2",
      .differs("timer-tolerance", coreFoundation: "E bT bS BW AW A bT bS BW AW B X 2")
    ) { probe, loop in
      probe.observe(loop)
      probe.timer("A", after: 10.ms, tolerance: .seconds(2), on: loop)
      probe.timer("B", after: 60.ms, on: loop) { _ in loop.stop() }
      probe.run(for: .seconds(5))
    }

    section.add(
      "6.11b", "a timer's tolerance is what it was set to, of a repeating timer at most half its interval",
      "5 7 50 0 3",
      .differs("timer-tolerance", coreFoundation: "0 0 0 0 0")
    ) { probe, _ in
      func note(_ timer: LoopTimer) { probe.note("\(Int(timer.tolerance / .milliseconds(1)))") }
      let timer = probe.timer("T", after: .seconds(1), tolerance: 5.ms)
      note(timer)
      timer.setTolerance(7.ms)
      note(timer)
      note(probe.timer("R", after: .seconds(1), every: 100.ms, tolerance: .seconds(1)))
      timer.setTolerance(.seconds(-1))
      note(timer)
      timer.setTolerance(3.ms)
      note(timer)
    }

    section.add("6.11c", "a timer without tolerance never waits for another one", "E bT bS BW AW A bT bS BW AW B X 2") {
      probe, loop in
      probe.observe(loop)
      probe.timer("A", after: 10.ms, on: loop)
      probe.timer("B", after: 60.ms, tolerance: 20.ms, on: loop) { _ in loop.stop() }
      probe.run(for: .seconds(5))
    }

    section.add("6.11d", "a timer with a tolerance keeps its phase", "T T T phase=yes") { probe, loop in
      let start = LoopInstant.now
      let timer = probe.timer("T", after: 20.ms, every: 20.ms, tolerance: 8.ms, on: loop) { _ in
        if probe.count("T") == 3 { loop.stop() }
      }
      loop.run(mode: .default, for: .seconds(5))
      let passed = timer.nextFireDate.map { start.duration(to: $0) } ?? .zero
      probe.note("phase", isMultiple(passed, of: 20.ms))
    }

    section.add(
      "6.12a", "removing the last timer leaves no wake behind", "E bT bS BW later AW X 2",
      .differs("last-timer-disarmed", coreFoundation: "E bT bS BW AW bT bS BW later AW X 2")
    ) { probe, loop in
      let woken = LoopSemaphore()
      probe.observe(loop)
      probe.keepAlive(loop)
      let timer = probe.timer("T", after: 20.ms, on: loop)
      loop.remove(timer)
      probe.whileAsleep(loop) { handle in
        _ = woken.wait(for: 60.ms)
        probe.note("later")
        handle.stop()
      }
      probe.run(for: .seconds(5))
    }

    section.add(
      "6.12d", "a mode that lost its last timer after the turn began is empty, which a sleeping loop does not see",
      "E bT bS BW AW X 3",
      .differs("last-timer-disarmed", coreFoundation: "E bT bS BW AW X 1")
    ) { probe, loop in
      probe.observe(loop)
      let timer = probe.timer("T", after: 20.ms, on: loop)
      probe.on(.beforeTimers, loop) { loop.remove(timer) }
      probe.run(for: 80.ms)
    }

    section.add(
      "6.12e", "so is one whose last timer a block invalidates before the loop sleeps", "b 3",
      .differs("last-timer-disarmed", coreFoundation: "b 1")
    ) { probe, loop in
      let timer = probe.timer("T", after: 20.ms, on: loop)
      probe.block("b", on: loop) { timer.invalidate() }
      probe.run(for: 80.ms)
    }

    section.add("6.12b", "a timer moved to later does not wake the loop at its old date", "E bT bS BW AW T X 2") {
      probe, loop in
      probe.observe(loop)
      let timer = probe.timer("T", after: 10.ms, on: loop) { _ in loop.stop() }
      timer.setNextFireDate(.now.advanced(by: 30.ms))
      probe.run(for: .seconds(5))
    }

    section.add("6.12c", "a timer removed while another one is there does not wake the loop", "E bT bS BW AW T X 2") {
      probe, loop in
      probe.observe(loop)
      let removed = probe.timer("R", after: 10.ms, on: loop)
      probe.timer("T", after: 30.ms, on: loop) { _ in loop.stop() }
      loop.remove(removed)
      probe.run(for: .seconds(5))
    }

    section.add(
      "6.13a", "firing a one-shot timer by hand runs its handler and invalidates it, in no mode", "T valid=no end"
    ) { probe, _ in
      let timer = probe.timer("T", after: .seconds(1000))
      timer.fire()
      probe.note("valid", timer.isValid)
      timer.fire()
      probe.note("end")
    }

    section.add("6.13b", "firing a repeating timer by hand leaves its schedule", "T valid=yes same=yes") {
      probe, loop in
      let timer = probe.timer("T", after: .seconds(1000), every: .seconds(1000), on: loop)
      let date = timer.nextFireDate
      timer.fire()
      probe.note("valid", timer.isValid)
      // CoreFoundation keeps the date as a floating-point number of seconds: two readings may differ by a rounding.
      let moved = date.flatMap { date in timer.nextFireDate.map { date.duration(to: $0) } } ?? .seconds(1)
      probe.note("same", moved < 1.ms && moved > (-1).ms)
    }

    section.add("6.14a", "the next fire date of a mode is its earliest timer's, nil without timers", "nil nil 1 2 nil")
    { probe, loop in
      let start = LoopInstant.now
      func note() {
        let date = loop.nextFireDate()
        probe.note(date.map { "\((start.duration(to: $0) + 500.ms).components.seconds / 100)" } ?? "nil")
      }
      probe.note(loop.nextFireDate(in: "unknown") == nil ? "nil" : "date")
      note()
      probe.timer("B", after: .seconds(200), on: loop)
      let first = probe.timer("A", after: .seconds(100), on: loop)
      note()
      first.invalidate()
      note()
      probe.keepAlive(loop, in: "other")
      probe.note(loop.nextFireDate(in: "other") == nil ? "nil" : "date")
    }

    section.add(
      "6.1e", "a run nested in an afterWaiting observer fires the timers that are due", "T i3 X",
      .differs("taken-timer-fires-nested", coreFoundation: "i3 T X")
    ) { probe, loop in
      probe.timer("T", after: 5.ms, on: loop)
      probe.on(.afterWaiting, loop) {
        let result = loop.run(mode: .default, for: .zero)
        probe.note("i\(result.rawValue)")
      }
      loop.run(mode: .default, for: .seconds(5), returnAfterSourceHandled: false)
      probe.note("X")
    }
  }
}
