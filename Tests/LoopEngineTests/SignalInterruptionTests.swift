import Glibc
import LoopEngine
import Synchronization
import Testing

/// Signals whose handlers run while a thread sleeps in the engine: the kernel ends its call with EINTR.
@Suite("Signals while asleep")
struct SignalInterruptionTests {
  private static let delivered = Counter()
  private static let installed: Void = {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in SignalInterruptionTests.delivered.increment() }
    // No SA_RESTART: every sleeping call is interrupted.
    sigaction(SIGUSR1, &action, nil)
  }()

  /// Does `sleep` on a fresh thread while signals rain on it; returns what it returns and how many signals came.
  private func underSignals<Value: Sendable>(
    _ sleep: @escaping @Sendable (Loop) -> Value
  ) throws -> (value: Value, signals: Int) {
    _ = Self.delivered.value
    Self.installed
    let result = Record<Value>()
    let thread = Record<pthread_t>()
    let (started, finished) = (LoopSemaphore(), LoopSemaphore())
    let worker = try LoopThread { loop in
      thread.append(pthread_self())
      started.signal()
      result.append(sleep(loop))
      // The thread stays until no more signals come.
      finished.wait()
    }
    started.wait()
    var sent = 0
    while result.count == 0 {
      if pthread_kill(thread.all[0], SIGUSR1) == 0 { sent += 1 }
      LoopThread.sleep(for: .milliseconds(1))
    }
    finished.signal()
    worker.join()
    return (result.all[0], sent)
  }

  private struct Outcome: Sendable {
    var result: RunResult
    var elapsed: Duration
    var activities: [LoopActivity]
  }

  private static func run(_ loop: Loop) -> Outcome {
    var activities: [LoopActivity] = []
    loop.add(LoopObserver(.all) { _, activity in activities.append(activity) })
    let began = LoopInstant.now
    let result = loop.run(mode: .default, for: .milliseconds(150))
    return Outcome(result: result, elapsed: .now - began, activities: activities)
  }

  private static let oneSleep: [LoopActivity] = [
    .entry, .beforeTimers, .beforeSources, .beforeWaiting, .afterWaiting, .exit,
  ]

  @Test("a loop that sleeps on its word sleeps on")
  func onTheWord() throws {
    let (outcome, signals) = try underSignals { loop in
      loop.add(SignalSource {})
      return Self.run(loop)
    }
    #expect(outcome.result == .timedOut)
    #expect(outcome.elapsed >= .milliseconds(150))
    #expect(outcome.activities == Self.oneSleep)
    #expect(signals > 10)
  }

  @Test("a loop that sleeps in epoll sleeps on")
  func inEpoll() throws {
    let pipe = Pipe()
    let heard = Counter()
    let (outcome, signals) = try underSignals { loop in
      let source = DescriptorSource(pipe.readEnd) { _ in heard.increment() }
      do throws(SystemError) { try loop.add(source) } catch { return nil as Outcome? }
      return Self.run(loop)
    }
    #expect(outcome?.result == .timedOut)
    #expect((outcome?.elapsed ?? .zero) >= .milliseconds(150))
    #expect(outcome?.activities == Self.oneSleep)
    #expect(heard.value == 0)
    #expect(signals > 10)
  }

  @Test("a timer fires once, and not early")
  func timer() throws {
    let (fires, _) = try underSignals { loop in
      var fires: [Duration] = []
      let due = LoopInstant.now + .milliseconds(100)
      loop.add(LoopTimer(at: due) { _ in fires.append(.now - due) })
      loop.runUntilStopped()
      return fires
    }
    #expect(fires.count == 1)
    #expect(fires.allSatisfy { $0 >= .zero })
  }

  @Test("a wait on a semaphore lasts until its time")
  func semaphoreWithTimeOut() throws {
    let semaphore = LoopSemaphore()
    let (outcome, signals) = try underSignals { _ in
      let began = LoopInstant.now
      let passed = semaphore.wait(for: .milliseconds(100))
      return (passed, LoopInstant.now - began)
    }
    #expect(!outcome.0)
    #expect(outcome.1 >= .milliseconds(100))
    #expect(signals > 10)
  }

  @Test("a wait on a semaphore ends with the signal that it was meant for")
  func semaphoreWithoutTimeOut() throws {
    let semaphore = LoopSemaphore()
    let signalled = Counter()
    let signaller = try LoopThread { loop in
      LoopThread.sleep(for: .milliseconds(60))
      signalled.increment()
      semaphore.signal()
    }
    let (seen, signals) = try underSignals { _ in
      semaphore.wait()
      return signalled.value
    }
    signaller.join()
    #expect(seen == 1)
    #expect(signals > 5)
  }

  @Test("a sleep lasts until its time")
  func sleep() throws {
    let (elapsed, signals) = try underSignals { _ in
      let began = LoopInstant.now
      LoopThread.sleep(for: .milliseconds(100))
      return LoopInstant.now - began
    }
    #expect(elapsed >= .milliseconds(100))
    #expect(signals > 10)
  }

  @Test("a wait for a block of another loop lasts until it has run")
  func performAndWait() throws {
    let ran = Counter()
    let keepAlive = MessagePort<Never>()
    let target = try LoopThread { loop in
      loop.add(keepAlive)
      loop.runUntilStopped()
    }
    let handle = target.handle
    let (seen, signals) = try underSignals { _ in
      do throws(LoopEnded) {
        try handle.performAndWait {
          LoopThread.sleep(for: .milliseconds(60))
          ran.increment()
        }
      } catch { return -1 }
      return ran.value
    }
    handle.perform { handle.stop() }
    handle.wakeUp()
    target.join()
    #expect(seen == 1)
    #expect(signals > 5)
  }

  @Test("waiting for a thread's end lasts until it has ended")
  func join() throws {
    let sleeper = try LoopThread { _ in LoopThread.sleep(for: .milliseconds(60)) }
    let (ended, signals) = try underSignals { _ in
      sleeper.join()
      return sleeper.isFinished
    }
    #expect(ended)
    #expect(signals > 5)
  }
}
