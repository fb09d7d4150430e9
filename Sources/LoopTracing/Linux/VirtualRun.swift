public import LoopEngine
internal import Synchronization

/// A piece of program, run on virtual time with its threads in one reproducible order.
///
/// ```swift clock=real reference=off reason="CoreFoundation has no virtual clock"
/// import LoopEngine
///
/// let outcome = try VirtualRun().run { loop in
///   var beats = 0
///   loop.add(LoopTimer(every: .seconds(60)) { _ in beats += 1 })
///   loop.run(mode: .default, for: .seconds(3600))
///   return beats
/// }
/// print(outcome.ending, outcome.elapsed, outcome.value ?? 0)
/// ```
///
/// ```output
/// finished 3600.0 seconds 60
/// ```
///
/// It is how tests wait for an hour in a millisecond, and how a deadlock is a sentence instead of a test that hangs:
///
/// ```swift clock=real reference=off reason="CoreFoundation has no virtual clock"
/// import LoopEngine
/// import Testing
///
/// @Test func `a beat every minute`() throws {
///   let outcome = try VirtualRun().run { loop in
///     var beats = 0
///     loop.add(LoopTimer(every: .seconds(60)) { _ in beats += 1 })
///     loop.run(mode: .default, for: .seconds(180))
///     return beats
///   }
///   #expect(try outcome.expectFinished() == 3)
/// }
/// ```
///
/// ```output
/// ✔ Test "a beat every minute" passed.
/// ```
///
/// Expect things outside of the body: it has a thread of its own, and what `#expect` records there belongs to no test.
public struct VirtualRun: Sendable {
  /// Which thread goes on where several could.
  public let schedule: Schedule
  /// How long, in real time, the run waits for something from outside of the program when nothing else can happen in
  /// it; then that is a deadlock.
  public let patience: Duration

  /// A run under that schedule; without one, each thread goes on until it blocks.
  public init(_ schedule: Schedule = .inOrder, patience: Duration = .seconds(30)) {
    self.schedule = schedule
    self.patience = patience
  }

  /// Runs `body` on a thread of its own, called "main", and returns when that thread has ended, or at a deadlock.
  ///
  /// Threads that are left at the end do what they can without time passing. Those that have not ended by then, like
  /// those of a deadlock, stay as they are for good; the outcome tells of them.
  ///
  /// What the body returns is the outcome's value. Swift's tasks are part of the run: the main actor is the loop of
  /// that thread, in its common modes; `Task.sleep` and the standard library's clocks follow virtual time; what tasks
  /// do elsewhere is done on threads called "tasks", first come first served, whatever its priority. Unlike the main
  /// loop of a process, that loop has nothing that keeps its runs going: where they are to wait for tasks of the main
  /// actor, add a timer or a source. ``LoopEngine/Loop/main`` is that loop; but what Dispatch's main queue is given is
  /// never done.
  ///
  /// Descriptors, signals and children are part of the outside. Time does not wait for them: it goes on to the next
  /// moment for which something waits. Where nothing does, the run waits for them as long as it has ``patience``.
  ///
  /// Loops, threads and semaphores made outside of it must not be used in it. A thread that waits in the kernel for
  /// another one of the run, as at a `Mutex` that is locked while its owner sleeps or signals, is not known to wait:
  /// the run then hangs. Return what a test is to look at: an `#expect` in the body, which is on another thread than
  /// the test, fails the tests as a whole and none by its name.
  ///
  /// - Precondition: The calling thread is not on the virtual clock itself, and the program loads Swift's library for
  ///   tasks: it is not built with `--static-swift-stdlib`.
  /// - Parameter body: The program, which gets the loop of its thread.
  /// - Returns: How it ended, and what it took.
  /// - Throws: What the body throws, and a `SystemError` when the system has no thread or descriptor to give.
  public func run<Value>(_ body: @escaping @Sendable (Loop) throws -> sending Value) throws -> Outcome<Value> {
    require(
      Kernel.scheduler == nil,
      "a VirtualRun cannot begin on a thread that is on the virtual clock: it has one of its own"
    )
    let progress = Progress<Value>()
    let schedule = schedule
    // As poll takes it, in which 24 days are the most.
    let (seconds, rest) = patience.components
    let milliseconds = Int32(clamping: max(0, min(seconds, 1 << 22) * 1000 + rest / 1_000_000_000_000_000))
    let thread = try LoopThread(name: "main") { loop in
      do {
        let scheduler = try VirtualScheduler(
          schedule, patience: milliseconds, onDeadlock: { [end = progress.end] in end.complete(.deadlocked($0)) },
          onEnd: { [end = progress.end] in end.complete($0.lost.map(Ending.unfinished) ?? .finished, $0) })
        progress.scheduler.withLock { $0 = scheduler }
        progress.held.withLock { $0 = scheduler.begin(name: "main", mainLoop: loop.handle) }
      } catch {
        progress.returned = .failure(error)
        progress.end.complete(.finished)
        return
      }
      progress.returned = Result { try body(loop) }
    }
    progress.end.done.wait()
    switch progress.end.ending {
    case .finished: thread.join()
    case .unfinished(let work):
      thread.join()
      if !work.threads.isEmpty { Self.leftBehind.withLock { $0.append(progress.held.withLock { $0 }) } }
    case .deadlocked: break
    }
    return try progress.outcome()
  }

  /// What threads hold without retaining it that stay as they are for good.
  private static let leftBehind = Mutex<[ThreadScheduler?]>([])

  /// The end, apart from the rest of the progress: the scheduler holds it.
  private final class End: Sendable {
    let done = RealSemaphore(0)
    private let ended = Mutex<(ending: Ending, figures: VirtualScheduler.End?)?>(nil)

    var ending: Ending { ended.withLock { $0?.ending ?? .finished } }
    /// Those of the moment at which it ended: threads that are left may go on.
    var figures: VirtualScheduler.End? { ended.withLock { $0?.figures } }

    func complete(_ ending: Ending, _ figures: VirtualScheduler.End? = nil) {
      let first = ended.withLock { ended in
        if ended != nil { return false }
        ended = (ending, figures)
        return true
      }
      if first { done.signal() }
    }
  }

  /// What the run's thread and the calling one share.
  private final class Progress<Value>: @unchecked Sendable {
    // @unchecked: all but `returned` are Sendable. That is written by the run's thread before its end is completed, and
    // read by the caller, once, after it has waited for that; a thread in a deadlock writes nothing any more.
    let end = End()
    let scheduler = Mutex<VirtualScheduler?>(nil)
    let held = Mutex<ThreadScheduler?>(nil)
    var returned: Result<Value, any Error>?

    func outcome() throws -> Outcome<Value> {
      let scheduler = scheduler.withLock { $0 }
      return Outcome(
        ending: end.ending, value: try returned?.get(), switches: end.figures?.switches ?? scheduler?.switches ?? [],
        elapsed: .nanoseconds(end.figures?.time ?? scheduler?.now ?? 0))
    }
  }
}
