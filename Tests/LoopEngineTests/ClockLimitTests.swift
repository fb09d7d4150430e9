import LoopEngine
import Testing

/// Times at and beyond the ends of what there is.
@Suite("Limits of the clock")
struct ClockLimitTests {
  static let huge: [Duration] = [
    .seconds(Int64.max), .nanoseconds(Int64.max), .seconds(504_911_232), .seconds(504_911_233), .seconds(1e18),
  ]
  static let none: [Duration] = [
    .zero, .nanoseconds(-1), .seconds(-1), .seconds(Int64.min), .nanoseconds(Int64.min), .seconds(-1e18),
  ]

  @Test("a run of no time or less is one turn without sleep", arguments: none)
  func noTime(duration: Duration) throws {
    let (result, turns) = try onLoop { loop in
      var turns = 0
      loop.add(MessagePort<Never>())
      loop.add(LoopObserver([.beforeTimers, .beforeWaiting]) { _, _ in turns += 1 })
      return (loop.run(mode: .default, for: duration), turns)
    }
    #expect(result == .timedOut)
    #expect(turns == 1)
  }

  @Test("a run of a huge time is one without limit", arguments: huge)
  func hugeTime(duration: Duration) throws {
    let result = try onLoop { loop in
      loop.add(MessagePort<Never>())
      loop.add(LoopTimer(after: .milliseconds(1)) { _ in loop.stop() })
      return loop.run(mode: .default, for: duration)
    }
    #expect(result == .stopped)
  }

  @Test("a limit in the past is one turn, one in the distant future none")
  func limits() throws {
    let (ran, reached) = try onLoop { loop in
      loop.add(MessagePort<Never>())
      var ran: [Bool] = []
      for limit: LoopInstant in [.distantPast, .init(nanoseconds: 0), .init(nanoseconds: -1), .now] {
        ran.append(loop.run(mode: .default, before: limit))
        loop.run(until: limit)
        loop.acceptInput(before: limit)
      }
      loop.add(LoopTimer(after: .milliseconds(1)) { _ in loop.stop() })
      return (ran, loop.run(mode: .default, before: .distantFuture))
    }
    #expect(ran == [true, true, true, true])
    #expect(reached)
  }

  @Test("a timer of the past, or after less than no time, fires at once and once", arguments: none)
  func pastTimer(delay: Duration) throws {
    let fires = try onLoop { loop in
      var fires = 0
      loop.add(LoopTimer(after: delay) { _ in fires += 1 })
      loop.add(LoopTimer(at: .now + delay, interval: delay) { _ in fires += 1 })
      loop.add(LoopTimer(at: .distantPast) { _ in fires += 1 })
      loop.perform(after: delay) { fires += 1 }
      loop.poll { false }
      return fires
    }
    #expect(fires == 4)
  }

  @Test("a timer of the far future does not fire, keeps the run alive, and can be called back", arguments: huge)
  func futureTimer(delay: Duration) throws {
    let (result, fires, repeats) = try onLoop { loop in
      var fires = 0
      let timer = LoopTimer(after: delay) { _ in fires += 1 }
      let other = LoopTimer(every: delay) { _ in fires += 1 }
      loop.add(timer)
      loop.add(other)
      let result = loop.run(mode: .default, for: .milliseconds(5))
      let before = fires
      timer.setNextFireDate(.distantPast)
      other.setNextFireDate(.distantPast)
      loop.poll()
      loop.poll()
      return (result, [before, fires], (timer.isValid, other.isValid))
    }
    #expect(result == .timedOut)
    #expect(fires == [0, 2])
    #expect(repeats == (false, true))
  }

  @Test("the distant future and the distant past as fire dates")
  func distantDates() throws {
    let (dates, fires) = try onLoop { loop in
      var fires = 0
      let timer = LoopTimer(at: .now, interval: .seconds(1)) { _ in fires += 1 }
      loop.add(timer)
      timer.setNextFireDate(.distantFuture)
      loop.poll()
      let future = timer.nextFireDate
      let began = LoopInstant.now
      timer.setNextFireDate(.distantPast)
      let past = timer.nextFireDate.map { $0 >= began }
      loop.poll()
      return ((future, past, loop.nextFireDate()), fires)
    }
    #expect(dates.0 == .distantFuture)
    #expect(dates.1 == true)
    #expect(dates.2.map { $0 > .now } == true)
    #expect(fires == 1)
  }

  @Test("a tolerance of any size is kept in its bounds", arguments: none + huge)
  func tolerance(value: Duration) throws {
    let (once, repeating, late) = try onLoop { loop in
      let once = LoopTimer(at: .now, tolerance: value) { _ in }
      let repeating = LoopTimer(every: .seconds(10), tolerance: value) { _ in }
      let late = LoopTimer(every: .seconds(10)) { _ in }
      late.setTolerance(value)
      for timer in [once, repeating, late] { loop.add(timer) }
      loop.run(mode: .default, for: .milliseconds(1))
      return (once.tolerance, repeating.tolerance, late.tolerance)
    }
    let bound = Swift.max(.zero, Swift.min(value, .seconds(5)))
    #expect(once >= .zero)
    #expect(repeating == bound)
    #expect(late == bound)
  }

  @Test("waits of no time and of a huge time")
  func semaphores() throws {
    let results = try onLoop { _ in
      let semaphore = LoopSemaphore()
      let none = Self.none.map { semaphore.wait(for: $0) }
      for _ in Self.huge { semaphore.signal() }
      let huge = Self.huge.map { semaphore.wait(for: $0) }
      for duration in Self.none { LoopThread.sleep(for: duration) }
      return (none, huge)
    }
    #expect(results.0.allSatisfy { !$0 })
    #expect(results.1.allSatisfy { $0 })
  }

  @Test("arithmetic ends at the distant past and future")
  func arithmetic() {
    for duration in Self.huge.prefix(2) {
      #expect(LoopInstant.now + duration == .distantFuture)
      #expect(LoopInstant(nanoseconds: -2) - duration == .distantPast)
    }
    #expect(LoopInstant.distantFuture + .seconds(1) == .distantFuture)
    #expect(LoopInstant.distantPast - .seconds(1) == .distantPast)
    #expect(LoopInstant.distantFuture - .distantPast == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
    #expect(LoopInstant.distantPast < .now && .now < LoopInstant.distantFuture)
  }

  @Test("a timer of one nanosecond that has missed millions of fires goes on at no cost, in its phase")
  func missedFires() throws {
    let (fires, used) = try onLoop { loop in
      var fires = 0
      let timer = LoopTimer(at: .now, interval: .nanoseconds(1)) { timer in
        fires += 1
        LoopThread.sleep(for: .milliseconds(5))
        if fires == 10 { timer.invalidate() }
      }
      loop.add(timer)
      LoopThread.sleep(for: .milliseconds(20))
      let before = threadTime()
      loop.runUntilStopped()
      return (fires, threadTime() - before)
    }
    #expect(fires == 10)
    // Fifty million were missed.
    #expect(used < .milliseconds(40))
  }

  @Test("a late timer keeps its phase")
  func phase() throws {
    let (offset, interval) = try onLoop { loop in
      let interval = Duration.microseconds(700)
      let timer = LoopTimer(at: .now, interval: interval) { _ in LoopThread.sleep(for: .milliseconds(3)) }
      // Not nil: it is valid.
      let first = timer.nextFireDate!
      loop.add(timer)
      loop.poll()
      // Not nil: it repeats.
      return (timer.nextFireDate! - first, interval)
    }
    let steps = offset / interval
    #expect(steps >= 5)
    #expect(steps == steps.rounded())
  }
}
