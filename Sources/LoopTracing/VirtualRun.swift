public import LoopEngine
internal import Synchronization

/// A piece of program, run on virtual time with its threads in one reproducible order.
public struct VirtualRun: Sendable {
  /// How it ended.
  public enum Ending: Sendable, Hashable {
    case finished
    /// Its thread ended, and tasks of Swift's were not done.
    case unfinished(UnfinishedWork)
    case deadlocked(Deadlock)
  }

  /// What a run leaves.
  public struct Outcome: Sendable {
    /// How it ended.
    public var ending: Ending
    /// Its choices that were not in order: as a schedule they repeat the run.
    public var switches: [Schedule.Switch]
    /// The virtual time it took, in nanoseconds.
    public var elapsed: Int64
  }

  /// Which thread goes on where several could.
  public let schedule: Schedule

  /// A run under that schedule.
  public init(_ schedule: Schedule = .inOrder) {
    self.schedule = schedule
  }

  /// Runs `body` on a thread of its own, called "main", and returns when that thread ends, or at a deadlock, whose
  /// threads stay blocked for good.
  ///
  /// Swift's tasks are part of it: the main actor is the loop of that thread, in its common modes; `Task.sleep` and the
  /// standard library's clocks follow virtual time; what tasks do elsewhere is done on threads called "tasks", first come
  /// first served, whatever its priority.
  ///
  /// Loops, threads and semaphores made outside of it must not be used in it.
  public func run(_ body: @escaping @Sendable (Loop) -> Void) throws(SystemError) -> Outcome {
    let result = Result()
    let schedule = schedule
    let thread = try LoopThread(name: "main") { loop in
      do throws(SystemError) {
        let scheduler = try VirtualScheduler(
          schedule, onDeadlock: { [end = result.end] in end.complete(.deadlocked($0)) },
          onEnd: { [end = result.end] in end.complete($0.lost.map(Ending.unfinished) ?? .finished, $0) })
        result.scheduler.withLock { $0 = scheduler }
        result.held.withLock { $0 = scheduler.begin(name: "main", mainLoop: loop.handle) }
      } catch {
        result.failure.withLock { $0 = error }
        result.end.complete(.finished)
        return
      }
      body(loop)
    }
    result.end.done.wait()
    if let failure = result.failure.withLock({ $0 }) { throw failure }
    if case .deadlocked = result.end.ending {} else { thread.join() }
    return result.outcome
  }

  /// The end, apart from the rest of the result: the scheduler holds it.
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

  private final class Result: Sendable {
    let end = End()
    let failure = Mutex<SystemError?>(nil)
    let scheduler = Mutex<VirtualScheduler?>(nil)
    let held = Mutex<ThreadScheduler?>(nil)

    var outcome: Outcome {
      let scheduler = scheduler.withLock { $0 }
      return Outcome(
        ending: end.ending, switches: end.figures?.switches ?? scheduler?.switches ?? [],
        elapsed: end.figures?.time ?? scheduler?.now ?? 0)
    }
  }
}
