/// A loop as executor of Swift concurrency, for actors and tasks.
///
/// Jobs are performed in the common modes, in order, and each wakes the loop. Those still queued when the loop's thread
/// ends run then.
public final class LoopExecutor: SerialExecutor, TaskExecutor {
  /// The loop.
  public let handle: LoopHandle

  init(_ handle: LoopHandle) { self.handle = handle }

  /// Queues a job.
  ///
  /// It is a programmer error when the loop's thread has ended.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let run: @Sendable () -> Void = { [self] in
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    let posted = handle.perform(in: .common, label: "job", onDrop: run, run)
    precondition(posted == .queued, "a task or an actor uses the loop of a thread that has ended: \(handle)")
    handle.wakeUp()
  }

  /// Ends the process unless the calling thread is the loop's.
  public func checkIsolated() {
    precondition(handle.isCurrent, "expected to be on the thread of the loop \(handle)")
  }
}
