import Glibc
import LoopEngine
import LoopTracing
import Synchronization
import Testing

/// Loops on virtual time: waiting costs nothing, and happens at exact times.
@Suite(.serialized)
struct VirtualTimeTests {
  @Test("An hour of waiting costs nothing and ends at the hour exactly")
  func hour() throws {
    let times = Mutex<[Int64]>([])
    let outcome = try VirtualRun().run { loop in
      loop.add(
        LoopTimer(every: .seconds(600)) { timer in
          times.withLock { $0.append(LoopInstant.now.nanoseconds / 1_000_000_000) }
        })
      loop.run(mode: .default, for: .seconds(3600))
    }
    #expect(times.withLock { $0 } == [600, 1200, 1800, 2400, 3000, 3600])
    #expect(outcome.ending == .finished)
    #expect(outcome.elapsed == .seconds(3600))
  }

  @Test("Sleeps, semaphores and delayed performs follow the clock")
  func waits() throws {
    let seen = Mutex<[String]>([])
    @Sendable func note(_ text: String) {
      seen.withLock { $0.append("\(LoopInstant.now.nanoseconds / 1_000_000) \(text)") }
    }
    let outcome = try VirtualRun().run { loop in
      LoopThread.sleep(for: .seconds(2))
      note("slept")
      let semaphore = LoopSemaphore()
      note("signalled \(semaphore.wait(for: .milliseconds(500)))")
      loop.perform(after: .seconds(1)) { note("performed") }
      loop.run(mode: .default, for: .seconds(10))
      note("run")
    }
    #expect(seen.withLock { $0 } == ["2000 slept", "2500 signalled false", "3500 performed", "3500 run"])
    #expect(outcome.ending == .finished)
  }

  @Test("A date that is past counts from now, also later in a turn that has slept")
  func pastDate() throws {
    let seconds = Mutex<[Int64]>([])
    @Sendable func note(_ time: LoopInstant) { seconds.withLock { $0.append(time.nanoseconds / 1_000_000_000) } }
    _ = try VirtualRun().run { loop in
      let start = LoopInstant.now
      loop.perform {
        // Added at the beginning of the turn in which it fires.
        loop.add(
          LoopTimer(at: start + .seconds(10)) { _ in
            let late = LoopTimer(at: start + .seconds(5), interval: .seconds(3)) { _ in note(.now) }
            if let date = late.nextFireDate { note(date) }
            loop.add(late)
          })
      }
      loop.run(mode: .default, for: .seconds(18))
    }
    #expect(seconds.withLock { $0 } == [10, 10, 13, 16])
  }

  @Test("In a nested run a timer without tolerance is not late for another one that may be")
  func toleranceInNestedRun() throws {
    let seen = Mutex<[String]>([])
    @Sendable func note(_ text: String) {
      seen.withLock { $0.append("\(text) \(LoopInstant.now.nanoseconds / 1_000_000_000)") }
    }
    _ = try VirtualRun().run { loop in
      loop.add(
        LoopTimer(after: .milliseconds(500), tolerance: .seconds(3)) { _ in
          note("outer")
          loop.run(mode: .default, for: .seconds(1))
        })
      loop.add(LoopTimer(after: .seconds(1), tolerance: .seconds(5)) { _ in note("tolerant") })
      loop.add(LoopTimer(after: .seconds(2)) { _ in note("exact") })
      loop.run(mode: .default, for: .seconds(10))
    }
    #expect(seen.withLock { $0 } == ["outer 2", "tolerant 2", "exact 2"])
  }

  @Test("A source tells its hooks of a loop that has ended meanwhile")
  func hookAfterEnd() throws {
    let seen = Mutex<[String]>([])
    _ = try VirtualRun().run { loop in
      let (ready, own) = (LoopSemaphore(), loop.handle)
      let source = SignalSource(
        cancel: { loop, _ in
          seen.withLock { $0.append(loop.name) }
          // Meanwhile the other loop ends, and nothing but the source has known it.
          if loop == own { LoopThread.sleep(for: .seconds(1)) }
        }
      ) {}
      loop.add(source)
      _ = try LoopThread(name: "other") { other in
        other.add(source)
        ready.signal()
        other.run(mode: .default, for: .milliseconds(100))
      }
      ready.wait()
      source.invalidate()
    }
    #expect(seen.withLock { $0 } == ["main", "other"])
  }

  @Test("Threads post to each other in one order")
  func threads() throws {
    func once(_ schedule: Schedule) throws -> ([String], VirtualRun.Outcome<Void>) {
      let seen = Mutex<[String]>([])
      let outcome = try VirtualRun(schedule).run { loop in
        let handle = loop.handle
        do {
          let threads = try (0..<8).map { number in
            try LoopThread(name: "w\(number)") { own in
              for round in 0..<5 {
                LoopThread.sleep(for: .milliseconds(number % 3 + 1))
                handle.perform {
                  seen.withLock { $0.append("\(LoopInstant.now.nanoseconds / 1_000_000) w\(number) \(round)") }
                }
                handle.wakeUp()
              }
            }
          }
          let keepAlive = MessagePort<Never>()
          loop.add(keepAlive)
          loop.run(mode: .default, for: .seconds(1))
          for thread in threads { thread.join() }
        } catch { seen.withLock { $0.append("\(error)") } }
      }
      return (seen.withLock { $0 }, outcome)
    }
    let (first, outcome) = try once(.inOrder)
    #expect(first.count == 40)
    #expect(outcome.switches.isEmpty)
    for _ in 0..<50 { #expect(try once(.inOrder).0 == first) }
    let (seeded, seededOutcome) = try once(.seed(7))
    #expect(seeded.sorted() == first.sorted())
    #expect(try once(.seed(7)).0 == seeded)
    #expect(try once(.switches(seededOutcome.switches)).0 == seeded)
  }

  @Test("A deadlock is explained: who waits for what, and where")
  func deadlock() throws {
    let outcome = try VirtualRun().run { loop in
      let semaphore = LoopSemaphore(label: "done")
      loop.handle.perform { semaphore.signal() }
      semaphore.wait()
    }
    guard case .deadlocked(let deadlock) = outcome.ending else {
      Issue.record("it ended: \(outcome.ending)")
      return
    }
    #expect(deadlock.waiters.map(\.thread) == ["main"])
    #expect(deadlock.waiters[0].what == "for semaphore \"done\"")
    #expect(deadlock.waiters[0].location?.hasPrefix("LoopTracingTests/VirtualTimeTests.swift:") == true)
  }

  @Test("Descriptors wake loops under the virtual clock")
  func descriptors() throws {
    let seen = Mutex<[String]>([])
    let outcome = try VirtualRun().run { loop in
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return seen.withLock { $0.append("no pipe") } }
      let (reading, writing) = (ends[0], ends[1])
      do {
        let writer = try LoopThread(name: "writer") { _ in
          LoopThread.sleep(for: .seconds(5))
          _ = write(writing, "x", 1)
        }
        let source = DescriptorSource(reading) { _ in
          seen.withLock { $0.append("read at \(LoopInstant.now.nanoseconds / 1_000_000_000)") }
          var byte: UInt8 = 0
          _ = read(reading, &byte, 1)
        }
        try loop.add(source)
        let result = loop.run(mode: .default, for: .seconds(60), returnAfterSourceHandled: true)
        seen.withLock { $0.append("\(result)") }
        source.invalidate()
        writer.join()
      } catch { seen.withLock { $0.append("\(error)") } }
      close(reading)
      close(writing)
    }
    #expect(seen.withLock { $0 } == ["read at 5", "handledSource"])
    #expect(outcome.elapsed == .seconds(5))
  }
}
