/// A loop as executor of Swift concurrency: an actor or a task that has it lives on the loop's thread.
///
/// ```swift
/// actor Store {
///   let executor: LoopExecutor
///   nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///   init(on handle: LoopHandle) { executor = handle.executor }
///   func tell() { print("on", executor.handle, executor.handle.isCurrent) }
/// }
///
/// let worker = try PermanentThread(name: "worker")
/// let store = Store(on: worker.handle)
/// let done = LoopSemaphore(label: "done")
/// Task.detached {
///   await store.tell()
///   done.signal()
/// }
/// done.wait()
/// worker.stop()
/// ```
///
/// ```output
/// on worker true
/// ```
///
/// Jobs are performed in the loop's common modes, in order, and each wakes the loop. Those queued when the loop ends
/// run then; an actor must not outlive its loop.
public final class LoopExecutor: SerialExecutor, TaskExecutor {
  /// The loop.
  public let handle: LoopHandle

  init(_ handle: LoopHandle) {
    self.handle = handle
  }

  /// Has the loop's thread run the job.
  ///
  /// The Swift runtime calls it. A job for a loop that has ended ends the process with a sentence.
  public func enqueue(_ job: consuming ExecutorJob) {
    // The runtime does not hold what it calls. The job may be done, its actor gone, and the loop ended with it, before
    // the loop is woken here.
    let held = Self.hold(self)
    defer { Self.letGo(held) }
    let job = UnownedJob(job)
    let queued = handle.enqueueJob { [self] in
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    require(
      queued, "a task needs the loop of thread '\(handle.name)', which has ended: an actor must not outlive its loop")
  }

  // Not inlined: a count that goes up and down again in one function may be optimized away.
  @inline(never)
  private static func hold(_ executor: LoopExecutor) -> Unmanaged<LoopExecutor> { .passRetained(executor) }

  @inline(never)
  private static func letGo(_ executor: Unmanaged<LoopExecutor>) { executor.release() }

  /// Stops the program unless this is the loop's thread.
  public func checkIsolated() {
    require(handle.isCurrent, "not on the thread of loop '\(handle.name)'")
  }
}

extension LoopHandle {
  /// The loop as an executor of Swift concurrency; always the same object while the loop lives.
  public var executor: LoopExecutor {
    // Executors are compared by identity.
    core.structure.withLock {
      // Nothing else sets it.
      if let lasting = core.lastingExecutor { return unsafeDowncast(lasting, to: LoopExecutor.self) }
      let made = LoopExecutor(self)
      // A loop that has ended lets go of nothing any more.
      if !core.hasEnded { core.lastingExecutor = made }
      return made
    }
  }
}
