public import LoopEngine
internal import Synchronization

/// A piece of program, run on virtual time with its threads in one reproducible order.
public struct VirtualRun: Sendable {
  /// How it ended.
  public enum Ending: Sendable, Hashable {
    case finished
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
  /// Loops, threads and semaphores made outside of it must not be used in it.
  public func run(_ body: @escaping @Sendable (Loop) -> Void) throws(SystemError) -> Outcome {
    let result = Result()
    let schedule = schedule
    let thread = try LoopThread(name: "main") { loop in
      do throws(SystemError) {
        let scheduler = try VirtualScheduler(schedule) { [end = result.end] in end.complete(.deadlocked($0)) }
        result.scheduler.withLock { $0 = scheduler }
        result.held.withLock { $0 = scheduler.begin(name: "main") }
      } catch {
        result.failure.withLock { $0 = error }
        result.end.complete(.finished)
        return
      }
      body(loop)
      result.end.complete(.finished)
    }
    result.end.done.wait()
    if let failure = result.failure.withLock({ $0 }) { throw failure }
    if case .finished = result.end.ending { thread.join() }
    return result.outcome
  }

  /// The end, apart from the rest of the result: the scheduler holds it.
  private final class End: Sendable {
    let done = RealSemaphore(0)
    private let ended = Mutex<Ending?>(nil)

    var ending: Ending { ended.withLock { $0 ?? .finished } }

    func complete(_ ending: Ending) {
      let first = ended.withLock { ended in
        if ended != nil { return false }
        ended = ending
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
      return Outcome(ending: end.ending, switches: scheduler?.switches ?? [], elapsed: scheduler?.now ?? 0)
    }
  }
}
