import DifferentialModel
import Dispatch
import Foundation
import LoopEngine
import LoopTracing
import Synchronization
import Testing

/// Threads that the virtual clock does not know.
@Suite struct OutsiderTests {
  @Test("A thread that was not announced is told how to be announced")
  func unannounced() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try VirtualRun().run { loop in
        let handle = loop.handle
        loop.add(MessagePort<Never>())
        DispatchQueue.global().async { handle.wakeUp() }
        // Nothing else is to come; the other thread is found out whenever it acts, here or later.
        let token = RealWait()
        token.wait()
      }
    }
    let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(sentence.contains("a thread that the virtual clock does not know acts on a loop"))
    #expect(sentence.contains("Take a BusyToken before handing work to it"))
  }

  /// Blocks the thread for good, whatever the clock.
  private struct RealWait {
    func wait() { DispatchSemaphore(value: 0).wait() }
  }

  @Test("While a busy token is out, virtual time stands still and waits for it")
  func announced() throws {
    let seen = Mutex<[String]>([])
    let outcome = try VirtualRun().run { loop in
      let handle = loop.handle
      loop.add(MessagePort<Never>())
      loop.perform(after: .seconds(3600)) { seen.withLock { $0.append("an hour later") } }
      let token = BusyToken()
      DispatchQueue.global().async {
        handle.perform {
          seen.withLock { $0.append("at \(LoopInstant.now.nanoseconds)") }
          token.end()
        }
        handle.wakeUp()
      }
      loop.run(mode: .default, for: .seconds(3600))
    }
    #expect(seen.withLock { $0 } == ["at 0", "an hour later"])
    #expect(outcome.ending == .finished)
  }

  /// A moment of real time, which virtual time knows nothing of.
  private static func pause(_ milliseconds: Int) { usleep(UInt32(milliseconds * 1000)) }

  /// What a loop did: its sleeps and what the steps from outside had it do, each with the time.
  private final class Notes: Sendable {
    private let lines = Mutex<[String]>([])
    /// To be called on the loop's thread.
    func add(_ line: String) { addOutside("\(LoopInstant.now.nanoseconds / 1_000_000) \(line)") }
    /// Without the time: threads outside have no virtual one.
    func addOutside(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  /// What can be done to a loop from outside.
  private enum Step: CaseIterable {
    case send, signal, perform, performOnThread, wakeUp, add, remove, semaphore

    /// Does it, and wakes the loop.
    func take(_ items: Items) {
      switch self {
      case .send: items.port.send("message")
      case .signal:
        items.source.signal()
        items.loop.wakeUp()
      case .perform:
        items.loop.perform { items.notes.add("block") }
        items.loop.wakeUp()
      case .performOnThread:
        items.loop.performOnThread { items.notes.add("asked") }
        items.loop.wakeUp()
      case .wakeUp: items.loop.wakeUp()
      case .add: items.loop.add(items.second)
      case .remove: items.loop.remove(items.second)
      case .semaphore:
        items.semaphore.signal()
        items.loop.wakeUp()
      }
    }
  }

  private struct Items: Sendable {
    let notes: Notes
    let loop: LoopHandle
    let port: MessagePort<String>
    let second: SignalSource
    let source: SignalSource
    let semaphore = LoopSemaphore()
  }

  /// A loop and a thread outside that takes those steps, each side slowed now and then as `pauses` says.
  private static func run(_ steps: [Step], pauses: [Int]) throws -> [String] {
    let notes = Notes()
    let outcome = try VirtualRun().run { loop in
      var turns = 0
      let end = SignalSource(label: "end") { Loop.current.stop() }
      let items = Items(
        notes: notes, loop: loop.handle, port: MessagePort { notes.add($0.body) },
        second: SignalSource(
          schedule: { _, _ in notes.addOutside("added") }, cancel: { _, _ in notes.addOutside("removed") }
        ) {},
        source: SignalSource { notes.add("signaled") })
      loop.add(items.port)
      loop.add(items.source)
      loop.add(end)
      loop.add(
        LoopObserver([.beforeSources, .beforeWaiting, .afterWaiting]) { _, activity in
          notes.add("\(activity)")
          while items.semaphore.wait(for: .zero) { notes.add("semaphore") }
          turns += 1
          let pause = pauses[turns % pauses.count]
          if pause < 0 { Self.pause(-pause) }
        })
      loop.perform(after: .seconds(3600)) { notes.add("an hour later") }
      let token = BusyToken()
      Thread.detachNewThread {
        for (number, step) in steps.enumerated() {
          let pause = pauses[number % pauses.count]
          if pause > 0 { Self.pause(pause) }
          step.take(items)
        }
        end.signal()
        items.loop.wakeUp()
        token.end()
      }
      Self.pause(max(0, -pauses[0]))
      loop.runUntilStopped()
      loop.run(mode: .default, for: .seconds(4000))
    }
    #expect(outcome.ending == .finished)
    return notes.all
  }

  /// A page of the book said "15 events" of an example whose message came from Dispatch.
  ///
  /// On a slow day it had 13: the message was there before the loop looked, and the loop did not go to sleep.
  @Test("A step from outside comes when the loop sleeps, whoever was slow", arguments: Step.allCases)
  private func oneStep(_ step: Step) throws {
    let expected = try Self.run([step], pauses: [0])
    #expect(expected.first(where: { !$0.contains("before") }) == (step == .add ? "added" : "0 afterWaiting"))
    #expect(expected.contains("3600000 an hour later"))
    for pauses in [[-25], [25], [0, -3, 3]] {
      #expect(try Self.run([step], pauses: pauses) == expected)
    }
  }

  @Test("What one thread outside does has one outcome, however long each side takes", arguments: 0..<12)
  func manySteps(seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    let steps = (0...random.below(12)).map { _ in random.pick(Step.allCases) }
    let expected = try Self.run(steps, pauses: [0])
    for _ in 0..<4 {
      let pauses = (0...random.below(5)).map { _ in random.below(9) - 4 }
      #expect(try Self.run(steps, pauses: pauses) == expected, "\(steps) with \(pauses)")
    }
  }

  @Test("A thread may wait for work outside by means that are not the engine's")
  func waitsByOtherMeans() throws {
    let outcome = try VirtualRun().run { loop in
      let handle = loop.handle
      let token = BusyToken()
      let group = DispatchGroup()
      let done = Flag()
      DispatchQueue.global().async(group: group) {
        handle.perform { done.isSet.store(true, ordering: .relaxed) }
        handle.wakeUp()
        token.end()
      }
      group.wait()
      loop.add(MessagePort<Never>())
      loop.run(mode: .default, for: .seconds(1), returnAfterSourceHandled: true)
      return done.isSet.load(ordering: .relaxed)
    }
    #expect(try outcome.expectFinished())
  }

  @Test("A loop that turns until a flag is set lets those outside set it, and time stands still", arguments: [0, 15])
  func turnsForAFlag(milliseconds: Int) throws {
    let outcome = try VirtualRun().run { loop in
      let handle = loop.handle
      loop.add(MessagePort<Never>())
      let token = BusyToken()
      let flag = Flag()
      var turns = 0
      Thread.detachNewThread {
        Self.pause(milliseconds)
        handle.perform { flag.isSet.store(true, ordering: .relaxed) }
        token.end()
      }
      while !flag.isSet.load(ordering: .relaxed) {
        loop.run(mode: .default, for: .zero)
        turns += 1
      }
      return turns
    }
    #expect(outcome.elapsed == .zero)
    // Where its thread was slow to begin, it was given way more than once.
    #expect(try outcome.expectFinished().isMultiple(of: 100))
  }

  @Test("A task that waits for an answer from outside goes on when no other can", arguments: [0, 15])
  func taskGoesOn(milliseconds: Int) throws {
    let notes = Notes()
    let outcome = try VirtualRun().run { _ in
      let done = LoopSemaphore()
      Task {
        let token = BusyToken()
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            // Long enough for the task to be suspended: one that is not goes on without a word to the scheduler.
            Self.pause(5)
            continuation.resume()
            token.end()
          }
        }
        notes.add("answer")
        done.signal()
      }
      Task {
        for number in 1...3 {
          Self.pause(milliseconds)
          notes.add("\(number)")
          await Task.yield()
        }
      }
      done.wait()
    }
    #expect(outcome.ending == .finished)
    #expect(notes.all == ["0 1", "0 2", "0 3", "0 answer"])
  }

  @Test("What a run has made may be used when it is over")
  func afterwards() throws {
    let port = try VirtualRun().run { loop in
      let port = MessagePort<Int> { _ in }
      loop.add(port)
      return port
    }.expectFinished()
    port.send(1)
    port.invalidate()
    #expect(!port.send(2))
  }
}
