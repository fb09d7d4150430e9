import Foundation
import LoopEngine
import LoopTracing
import Synchronization
import Testing

/// How a run on virtual time ends that leaves threads, or waits for what is outside.
struct VirtualEndTests {
  @Test("A thread that is left does nothing more, and is told of", .timeLimit(.minutes(1)))
  func left() throws {
    let ticks = Atomic(0)
    let outcome = try VirtualRun().run { _ in
      let clock = try LoopThread(name: "clock") { loop in
        loop.add(LoopTimer(every: .seconds(1)) { _ in ticks.add(1, ordering: .relaxed) })
        loop.runUntilStopped()
      }
      _ = try LoopThread(name: "asleep") { _ in LoopThread.sleep(for: .seconds(60)) }
      LoopThread.sleep(for: .milliseconds(3500))
      return clock.name
    }
    // It went on once in real time, beside the next test, and each run gave another number.
    #expect(ticks.load(ordering: .relaxed) == 3)
    #expect(throws: VirtualRun.NotFinished.self) { try outcome.expectFinished() }
    #expect(
      "\(outcome.ending)" == """
        unfinished(the program ended at 3.500000000s, and work of its threads was lost
          thread 'asleep' waits in LoopThread.sleep
          thread 'clock' waits in its loop 'clock', mode 'default'
        join the threads before the program ends)
        """)
    try VirtualRun().run { _ in LoopThread.sleep(for: .seconds(100)) }.expectFinished()
    #expect(ticks.load(ordering: .relaxed) == 3)
  }

  @Test("What a run has made may be used when it is over, also where threads are left", .timeLimit(.minutes(1)))
  func usedLater() throws {
    let done = Atomic(0)
    let outcome = try VirtualRun().run { _ in
      let server = try LoopThread(name: "server") { loop in
        loop.add(MessagePort<Never> { _ in })
        loop.runUntilStopped()
      }
      let source = SignalSource { done.add(1, ordering: .relaxed) }
      return (server.handle, source)
    }
    let (loop, source) = try #require(outcome.value)
    #expect(loop.perform { done.add(1, ordering: .relaxed) } == .queued)
    source.signal()
    loop.wakeUp()
    loop.stop()
    #expect(done.load(ordering: .relaxed) == 0)
    guard case .unfinished(let work) = outcome.ending else {
      Issue.record("it ended: \(outcome.ending)")
      return
    }
    #expect(work.threads.map(\.thread) == ["server"])
  }

  @Test("A thread that only has to return is not left, in whichever order", arguments: 0..<30 as Range<UInt64>)
  func returning(seed: UInt64) throws {
    let did = Atomic(0)
    try VirtualRun(.seed(seed)).run { _ in
      let done = LoopSemaphore(label: "done")
      for number in 0..<3 {
        _ = try LoopThread(name: "worker \(number)") { _ in
          done.signal()
          LoopSemaphore(value: 1).wait()
          did.add(1, ordering: .relaxed)
        }
        Task.detached { done.signal() }
      }
      for _ in 0..<6 { done.wait() }
    }.expectFinished()
    #expect(did.load(ordering: .relaxed) == 3)
  }

  @Test("A thread that looks again and again until time has passed is left, since none does", .timeLimit(.minutes(1)))
  func looking() throws {
    let outcome = try VirtualRun().run { _ in
      _ = try LoopThread(name: "impatient") { loop in
        while LoopInstant.now < .init(nanoseconds: 1_000_000_000) {
          loop.perform {}
          loop.run(mode: .default, for: .zero)
        }
      }
    }
    #expect("\(outcome.ending)".contains("thread 'impatient' waits for time to pass, without ever sleeping\n"))
  }

  @Test("Where only the outside could go on, a run waits as long as it has patience", .timeLimit(.minutes(1)))
  func outside() throws {
    func outcome(patience: Duration, writes: Bool) throws -> VirtualRun.Outcome<Bool> {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      defer { for end in ends { close(end) } }
      let (read, written) = (ends[0], ends[1])
      return try VirtualRun(patience: patience).run { _ in
        let answer = LoopSemaphore(label: "answer")
        _ = try LoopThread(name: "server") { loop in
          let source = DescriptorSource(read) { _ in
            answer.signal()
            Loop.current.stop()
          }
          try? loop.add(source)
          loop.runUntilStopped()
        }
        if writes {
          // Whether the run waits for it by then or not, the answer comes.
          Thread.detachNewThread { write(written, "x", 1) }
        }
        answer.wait()
        return true
      }
    }
    #expect(try outcome(patience: .seconds(30), writes: true).expectFinished())
    #expect(
      "\(try outcome(patience: .milliseconds(40), writes: false).ending)".hasPrefix(
        """
        deadlocked(deadlock: nothing can run at 0.000000000s, and nothing came from outside in 40 ms of real time
          thread 'main' waits for semaphore "answer" (
        """))
    let waiter = "thread 'server' waits in its loop 'server', mode 'default', which watches descriptors"
    #expect("\(try outcome(patience: .zero, writes: false).ending)".contains(waiter))
  }

  @Test("A search finds the schedule under which a run comes to a deadlock, and makes it small")
  func search() throws {
    let finding = try ScheduleSearch(count: 64).run { schedule in
      let outcome = try VirtualRun(schedule).run { _ in
        let (left, right) = (LoopSemaphore(value: 1, label: "left"), LoopSemaphore(value: 1, label: "right"))
        let guest = try LoopThread(name: "guest") { _ in
          right.wait()
          left.wait()
          left.signal()
          right.signal()
        }
        left.wait()
        right.wait()
        right.signal()
        left.signal()
        guest.join()
        return 1
      }
      return ScheduleSearch.Attempt(outcome) { $0 == 1 ? nil : "the value is \($0)" }
    }
    let failure = try #require(finding).smallestFailure
    #expect(failure.hasPrefix("deadlock: nothing can ever run again at 0.000000000s\n"))
    #expect(finding?.smallest.description.hasPrefix("@") == true)
  }

  @Test("The main loop is that of the run, for its threads and tasks")
  func mainLoop() throws {
    let outcome = try VirtualRun().run { loop in
      var told: [Bool] = [Loop.main == loop.handle]
      let other = try LoopThread(name: "other") { _ in
        LoopThread.sleep(for: .seconds(1))
        try? Loop.main.performAndWait { LoopThread.sleep(for: .seconds(1)) }
        Loop.main.stop()
      }
      loop.add(LoopTimer(after: .seconds(60)) { _ in })
      told.append(loop.run(mode: .default, for: .seconds(60)) == .stopped)
      other.join()
      return told
    }
    #expect(try outcome.expectFinished() == [true, true])
    #expect(outcome.elapsed == .seconds(2))
  }
}
