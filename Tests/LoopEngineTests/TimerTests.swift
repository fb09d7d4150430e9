import LoopEngine
import Testing

/// What timers have besides a time.
@Suite("Timers")
struct TimerTests {
  private struct Wakes: Sendable {
    var fires: [Int]
    var wakes: Int
    var early: Int
  }

  /// Fires timers due in 10, 20 and 30 ms that may be late by `tolerances`; tells how often the loop woke.
  private func wakes(tolerances: [Int], repeating: Bool = false) throws -> Wakes {
    try onLoop { loop in
      var found = Wakes(fires: [], wakes: 0, early: 0)
      let base = LoopInstant.now
      for (number, tolerance) in tolerances.enumerated() {
        let due = base + .milliseconds(10 * (number + 1))
        loop.add(
          LoopTimer(at: due, interval: repeating ? .seconds(60) : nil, tolerance: .milliseconds(tolerance)) { timer in
            if LoopInstant.now < due { found.early += 1 }
            found.fires.append(number)
            if found.fires.count == tolerances.count { loop.stop() }
          })
      }
      loop.add(LoopObserver(.afterWaiting) { _, _ in found.wakes += 1 })
      loop.runUntilStopped()
      return found
    }
  }

  /// Returns once the clock shows more than `instant`.
  private static func wait(past instant: LoopInstant) {
    while LoopInstant.now <= instant {}
  }

  @Test("a past date counts from the making of the timer, however long ago the turn began")
  func pastSinceTheTurnBegan() throws {
    let fired = try onLoop { loop in
      var fired: [String] = []
      loop.add(
        LoopTimer(after: .zero) { _ in
          let start = loop.turnTime
          Self.wait(past: start + .microseconds(200))
          for (name, offset) in [("first", 150), ("second", 50), ("third", 100)] {
            loop.add(LoopTimer(at: start + .microseconds(offset)) { _ in fired.append(name) })
            // The clock has moved on: no two of them have one date.
            Self.wait(past: .now)
          }
        })
      loop.poll { fired.count == 3 }
      return fired
    }
    #expect(fired == ["first", "second", "third"])
  }

  @Test("a repeating timer that is made or moved for a past date has the phase of that moment")
  func phaseOfPastDates() throws {
    let isLater = try onLoop { loop in
      let start = loop.turnTime
      Self.wait(past: start + .microseconds(200))
      var before = LoopInstant.now
      let timer = LoopTimer(at: start + .microseconds(100), interval: .seconds(1)) { _ in }
      var isLater = [timer.nextFireDate.map { $0 >= before }]
      timer.setNextFireDate(.distantFuture)
      before = .now
      timer.setNextFireDate(start + .microseconds(150))
      isLater.append(timer.nextFireDate.map { $0 >= before })
      return isLater
    }
    #expect(isLater == [true, true])
  }

  @Test("a date that is ahead is kept to the nanosecond, near or far", arguments: [90, 100, 110, 90_000])
  func aheadDates(milliseconds: Int) throws {
    let isKept = try onLoop { _ in
      let date = LoopInstant.now + .milliseconds(milliseconds)
      let timer = LoopTimer(at: date) { _ in }
      let made = timer.nextFireDate
      timer.setNextFireDate(date + .nanoseconds(1))
      let moved = timer.nextFireDate
      // Unless the thread waited for a processor until then.
      let isAhead = LoopInstant.now < date
      return [made == date || !isAhead, moved == date + .nanoseconds(1) || !isAhead]
    }
    #expect(isKept == [true, true])
  }

  @Test("timers that may be late share a wake-up", arguments: [false, true])
  func coalescing(repeating: Bool) throws {
    let found = try wakes(tolerances: [60, 60, 60], repeating: repeating)
    #expect(found.fires == [0, 1, 2])
    #expect(found.wakes == 1)
    #expect(found.early == 0)
  }

  @Test("one that may not be late is served in time, and those due then with it")
  func strictAmongTolerant() throws {
    let found = try wakes(tolerances: [60, 60, 0])
    #expect(found.fires == [0, 1, 2])
    #expect(found.wakes == 1)
    #expect(found.early == 0)
  }

  @Test("a tolerance set later counts, too")
  func setTolerance() throws {
    let (wakes, tolerance) = try onLoop { loop in
      var wakes = 0
      var left = 2
      let base = LoopInstant.now
      let timers = (1...2).map { number in
        LoopTimer(at: base + .milliseconds(10 * number)) { _ in
          left -= 1
          if left == 0 { loop.stop() }
        }
      }
      for timer in timers { loop.add(timer) }
      timers[0].setTolerance(.milliseconds(50))
      timers[1].setTolerance(.milliseconds(50))
      loop.add(LoopObserver(.afterWaiting) { _, _ in wakes += 1 })
      loop.runUntilStopped()
      return (wakes, LoopTimer(every: .seconds(1), tolerance: .seconds(30)) { _ in }.tolerance)
    }
    #expect(wakes == 1)
    #expect(tolerance == .milliseconds(500))
  }

  @Test("label, line, interval and date tell what was asked, and nothing of an invalid timer")
  func description() throws {
    let line = #line + 4
    let (alive, dead) = try onLoop { _ in
      let date = LoopInstant.now + .seconds(100)
      // One line, so that it is known.
      let timer = LoopTimer(at: date, interval: .seconds(2), tolerance: .seconds(1), label: "tick") { _ in }
      let alive = (
        timer.label, timer.location?.line, timer.interval, timer.repeats, timer.nextFireDate == date, timer.tolerance
      )
      timer.invalidate()
      timer.setNextFireDate(.now)
      timer.setTolerance(.seconds(1))
      timer.fire()
      return (
        alive, (timer.label, timer.location, timer.interval, timer.repeats, timer.nextFireDate, timer.tolerance)
      )
    }
    #expect(alive.0 == "tick")
    #expect(alive.1 == UInt(line))
    #expect(alive.2 == .seconds(2))
    #expect(alive.3)
    #expect(alive.4)
    #expect(alive.5 == .seconds(1))
    #expect(dead.0 == nil && dead.1 == nil && dead.2 == .zero && !dead.3 && dead.4 == nil && dead.5 == .zero)
  }

  @Test("firing by hand calls the handler; a timer that fires once is then invalid, a repeating one keeps its date")
  func fireByHand() throws {
    let (fires, valid, kept) = try onLoop { loop in
      var fires = 0
      let once = LoopTimer(after: .seconds(100)) { _ in fires += 1 }
      let again = LoopTimer(every: .seconds(100)) { _ in fires += 1 }
      loop.add(again)
      let date = again.nextFireDate
      for timer in [once, again, once, again] { timer.fire() }
      return (fires, [once.isValid, again.isValid], again.nextFireDate == date)
    }
    #expect(fires == 3)
    #expect(valid == [false, true])
    #expect(kept)
  }

  @Test("common timers are in every common mode, those marked later included, until they leave")
  func common() throws {
    let (before, after, left, fires) = try onLoop { loop in
      var fires = 0
      let timer = LoopTimer(at: .now, interval: .nanoseconds(1), label: "common") { _ in fires += 1 }
      loop.add(timer, to: .common)
      let before = (loop.contains(timer), loop.contains(timer, in: "later"), loop.contains(timer, in: .common))
      do throws(SystemError) { try loop.addCommonMode("later") } catch { fires = -100 }
      let after = (loop.contains(timer), loop.contains(timer, in: "later"))
      loop.poll("later")
      loop.poll()
      loop.remove(timer, from: .common)
      let left = (loop.contains(timer), loop.contains(timer, in: "later"), loop.contains(timer, in: .common))
      return (before, after, left, fires)
    }
    #expect(before == (true, false, true))
    #expect(after == (true, true))
    #expect(left == (false, false, false))
    #expect(fires == 2)
  }

  @Test("delayed performs run in their modes, and are cancelled for their target and one by one")
  func delayedPerforms() throws {
    let (log, pending) = try onLoop { loop in
      var log: [String] = []
      loop.perform(after: .zero) { log.append("plain") }
      loop.perform(after: .zero, in: ["a", "b"]) { log.append("a or b") }
      for number in 0..<3 {
        loop.perform(after: .zero, for: "target", label: "\(number)") { log.append("no \(number)") }
      }
      let other = loop.perform(after: .zero, for: "other") { log.append("other") }
      let single = loop.perform(after: .zero, for: "other") { log.append("no single") }
      single.cancel()
      loop.cancelPerforms(for: "target")
      loop.cancelPerforms(for: "nobody")
      let pending = [other.isPending, single.isPending]
      loop.poll("b")
      loop.poll("a")
      loop.poll()
      loop.cancelPerforms(for: "other")
      return (log, pending + [other.isPending])
    }
    #expect(log == ["a or b", "plain", "other"])
    #expect(pending == [true, false, false])
  }

  @Test("a delayed perform that cancels its own kind while one of them runs")
  func cancelWithin() throws {
    let log = try onLoop { loop in
      var log: [Int] = []
      for number in 0..<4 {
        loop.perform(after: .zero, for: 7) {
          log.append(number)
          if number == 1 {
            loop.cancelPerforms(for: 7)
            loop.perform(after: .zero, for: 7) { log.append(100) }
          }
        }
      }
      loop.poll()
      loop.poll()
      return log
    }
    #expect(log == [0, 1, 100])
  }

  @Test("a timer in seventy modes fires in whichever runs")
  func manyModes() throws {
    let fires = try onLoop { loop in
      var fires = 0
      let timer = LoopTimer(at: .now, interval: .nanoseconds(1)) { _ in fires += 1 }
      for number in 0..<70 { loop.add(timer, to: Mode("timer mode \(number)")) }
      for number in 0..<70 {
        loop.poll(Mode("timer mode \(number)"))
        loop.remove(timer, from: Mode("timer mode \(number)"))
      }
      return fires
    }
    #expect(fires == 70)
  }
}
