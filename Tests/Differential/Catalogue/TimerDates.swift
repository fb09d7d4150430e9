import DifferentialModel
import LoopEngine

extension Catalogue {
  /// Section 6.5 to 6.8: the dates of timers.
  static let timerDates = Section { section in
    section.add("6.5a", "a late repeating timer skips what it missed and keeps its phase", "T T 3 missed=yes phase=yes")
    { probe, loop in
      var dates: [LoopInstant] = []
      let start = LoopInstant.now
      probe.timer("T", after: 20.ms, every: 20.ms, on: loop) { timer in
        dates.append(timer.nextFireDate ?? start)
        if dates.count == 1 { LoopThread.sleep(for: 50.ms) }
        if dates.count == 2 { timer.invalidate() }
      }
      probe.keepAlive(loop)
      probe.run(for: 250.ms)
      guard dates.count == 2 else { return }
      let gap = dates[0].duration(to: dates[1])
      probe.note("missed", gap > 59.ms)
      probe.note("phase", isMultiple(gap, of: 20.ms))
    }

    section.add("6.5b", "a repeating timer keeps its phase while another mode runs", "3 T 2 late=yes phase=yes") {
      probe, loop in
      let start = LoopInstant.now
      let timer = probe.timer("T", after: 10.ms, every: 10.ms, on: loop) { _ in loop.stop() }
      probe.keepAlive(loop, in: "other")
      probe.run("other", for: 45.ms)
      probe.run(for: .seconds(5))
      guard let next = timer.nextFireDate else { return }
      let passed = start.duration(to: next)
      probe.note("late", passed > 49.ms)
      probe.note("phase", isMultiple(passed, of: 10.ms))
    }

    section.add("6.5c", "the missed fires of a timer are one late fire", "T 3") { probe, loop in
      probe.timer("T", every: .seconds(100), on: loop)
      LoopThread.sleep(for: 5.ms)
      probe.poll()
    }

    section.add("6.6a", "in its callout a timer's date is the old one, afterwards the next", "T old=yes next=yes") {
      probe, loop in
      let start = LoopInstant.now
      let timer = probe.timer("T", every: .seconds(100), on: loop) { timer in
        probe.note("old", timer.nextFireDate.map { start.duration(to: $0) < .seconds(50) } ?? false)
      }
      LoopThread.sleep(for: 2.ms)
      loop.run(mode: .default, for: .zero)
      probe.note("next", timer.nextFireDate.map { start.duration(to: $0) > .seconds(50) } ?? false)
    }

    section.add("6.7a", "a date set in the callout of a repeating timer holds if it is later", "T T 2 early=yes") {
      probe, loop in
      let start = LoopInstant.now
      probe.timer("T", every: .seconds(100), on: loop) { timer in
        if probe.count("T") == 1 { timer.setNextFireDate(.now.advanced(by: 10.ms)) } else { loop.stop() }
      }
      probe.run(for: .seconds(60))
      probe.note("early", start.duration(to: .now) < .seconds(5))
    }

    section.add(
      "6.7b", "a past date set in the callout of a repeating timer makes it fire again in the next wake",
      "E bT bS BW AW T bT bS BW AW T X 2"
    ) { probe, loop in
      probe.observe(loop)
      probe.timer("T", every: .seconds(100), on: loop) { timer in
        LoopThread.sleep(for: 1.ms)
        if probe.count("T") == 1 { timer.setNextFireDate(.distantPast) } else { loop.stop() }
      }
      probe.run(for: .seconds(60))
    }

    section.add("6.7c", "a repeating timer goes on from the date that was set", "T T 2 phase=yes") { probe, loop in
      var dates: [LoopInstant] = []
      let timer = probe.timer("T", after: .seconds(100), every: 20.ms, on: loop) { timer in
        if let date = timer.nextFireDate { dates.append(date) }
        if dates.count == 2 { loop.stop() }
      }
      let date = LoopInstant.now.advanced(by: 7.ms)
      timer.setNextFireDate(date)
      probe.run(for: .seconds(5))
      probe.note("phase", dates.count == 2 && dates.allSatisfy { isMultiple(date.duration(to: $0), of: 20.ms) })
    }

    section.add("6.7d", "a date set before a timer was added counts", "T 3") { probe, loop in
      let timer = probe.timer("T", after: .seconds(100))
      timer.setNextFireDate(.now)
      loop.add(timer)
      LoopThread.sleep(for: 2.ms)
      probe.poll()
    }

    section.add(
      "6.8a", "a timer that a block from another thread adds is waited for", "E bT bS BW AW B bT bS BW AW T X 2"
    ) {
      probe, loop in
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.whileAsleep(loop) { handle in
        handle.perform {
          probe.note("B")
          probe.timer("T", after: 10.ms, on: .current) { _ in Loop.current.stop() }
        }
        handle.wakeUp()
      }
      probe.run(for: .seconds(5))
    }

    section.add("6.8b", "a date set before waiting is the one waited for", "E bT bS BW AW T X 2") { probe, loop in
      probe.observe(loop)
      let timer = probe.timer("T", after: .seconds(100), on: loop) { _ in loop.stop() }
      probe.on(.beforeWaiting, loop) { timer.setNextFireDate(.now.advanced(by: 5.ms)) }
      probe.run(for: .seconds(5))
    }
  }

  /// Whether a duration is a whole number of intervals, to a millisecond.
  static func isMultiple(_ duration: Duration, of interval: Duration) -> Bool {
    let remainder = duration - interval * Int((duration / interval).rounded())
    return remainder < 1.ms && remainder > (-1).ms
  }
}
