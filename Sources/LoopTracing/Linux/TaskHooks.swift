internal import CLinux
internal import LoopEngine
internal import Synchronization

/// Brings the jobs of Swift's tasks to the virtual clocks whose they are.
///
/// The runtime hands each job that is for no executor of the program's to a hook. A thread that a virtual clock knows
/// gives it to that clock. Any other thread gives it to the clock that has had the task before, and else to the
/// runtime.
enum TaskHooks {
  private struct Clock { weak var scheduler: VirtualScheduler? }

  private static let clocks = Mutex<[Clock]>([])

  /// Whether the runtime's own clocks show virtual time, too.
  static var leadsClocks: Bool { lead == CL_CLOCKS_LED }

  /// What became of the runtime's own clocks.
  private static let lead: cl_clock_lead = {
    let isThere = cl_take_tasks(
      cl_task_hooks(
        enqueue: { job in TaskHooks.give(job) { $0.take(job) } },
        enqueue_after: { job, nanoseconds in
          TaskHooks.give(job) { $0.take(job, after: Int64(clamping: nanoseconds)) }
        },
        enqueue_at: { job, seconds, nanoseconds in
          TaskHooks.give(job) { $0.take(job, atSeconds: seconds, nanoseconds) }
        },
        enqueue_main: { job in TaskHooks.give(job) { $0.takeForMain(job) { cl_job_run($0, true) } } },
        call: { call, job in TaskHooks.give(job) { $0.take(job, call) } },
        call_at: { call, argument, nanoseconds in
          guard let scheduler = VirtualScheduler.ofThisThread else { return false }
          scheduler.take(call, argument, at: nanoseconds)
          return true
        },
        call_main: { call, job in TaskHooks.give(job) { $0.takeForMain(job, call) } },
        is_main: { VirtualScheduler.ofThisThread?.isOnMain ?? false },
        now: { nanoseconds in
          guard let scheduler = VirtualScheduler.ofThisThread else { return false }
          nanoseconds.pointee = scheduler.now
          return true
        }))
    return isThere ? cl_take_task_clocks() : CL_CLOCKS_ABSENT
  }()

  /// Sets the hooks, once for the process, and knows the clock from here on.
  static func add(_ scheduler: VirtualScheduler) {
    // A mistake in how the program is built: tasks would run and sleep in real time, beside the run, and be lost.
    require(
      lead != CL_CLOCKS_LINKED_IN,
      """
      a program that contains Swift's library for tasks instead of loading it cannot have a virtual clock: build it \
      without --static-swift-stdlib
      """)
    clocks.withLock { clocks in
      clocks.removeAll { $0.scheduler == nil }
      clocks.append(Clock(scheduler: scheduler))
    }
  }

  private static func give(_ job: TaskQueue.Job, _ body: (VirtualScheduler) -> Void) -> Bool {
    guard let scheduler = VirtualScheduler.ofThisThread ?? owner(of: job) else { return false }
    body(scheduler)
    return true
  }

  private static func owner(of job: TaskQueue.Job) -> VirtualScheduler? {
    let known = clocks.withLock { $0.compactMap(\.scheduler) }
    return known.first { $0.knows(job) }
  }
}
