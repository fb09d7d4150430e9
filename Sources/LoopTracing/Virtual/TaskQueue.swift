internal import CLinux
internal import LoopEngine
internal import Synchronization

/// What Swift's tasks have left to do under a virtual clock.
struct TaskQueue {
  /// A job as the Swift runtime hands it over.
  typealias Job = UnsafeMutableRawPointer
  /// A function that it has called at a time.
  typealias Call = @convention(c) (UnsafeMutableRawPointer) -> Void

  /// Something to be done on a thread for tasks.
  struct Work {
    /// Nil: `argument` is a job.
    var call: Call?
    var argument: UnsafeMutableRawPointer

    func run() {
      if let call { call(argument) } else { cl_job_run(argument, false) }
    }
  }

  /// Work that is due at a time.
  private struct Delayed {
    var deadline: Int64
    /// Ties of deadlines go by it.
    var order: UInt64
    var work: Work
    /// The task that sleeps until then; nil where the work is the task itself.
    var sleeper: Unmanaged<AnyObject>?

    /// Whether its task has been canceled, and so has been woken before.
    var isMoot: Bool { sleeper.map { cl_task_is_cancelled($0.toOpaque()) } ?? false }
  }

  private var ready: [Work] = []
  private var firstReady = 0
  /// By deadline, then by order.
  private var delayed: [Delayed] = []
  /// The numbers of all jobs that came here: threads that the scheduler does not know may bring them again.
  private var seen: Set<UInt64> = []
  /// Jobs that loops or the main queue have, and that have not begun.
  var handedOn = 0

  var hasReady: Bool { firstReady < ready.count }
  var readyCount: Int { ready.count - firstReady }

  func knows(_ job: Job) -> Bool { seen.contains(cl_job_number(job)) }

  mutating func note(_ job: Job) {
    let number = cl_job_number(job)
    // What is not a task has none, and is never brought again.
    if number != 0 { seen.insert(number) }
  }

  mutating func append(_ work: Work) { ready.append(work) }

  /// Takes the work that stands at that place among what is ready, first come first.
  ///
  /// Priorities do not count: they would make the order a matter of who waits for whom.
  mutating func takeReady(_ place: Int) -> Work {
    let work = ready[firstReady + place]
    if place == 0 {
      firstReady += 1
    } else {
      ready.remove(at: firstReady + place)
    }
    if firstReady == ready.count {
      ready.removeAll(keepingCapacity: true)
      firstReady = 0
    }
    return work
  }

  /// Adds work that is due at `deadline`; the calling thread runs the task that sleeps until then.
  mutating func append(_ work: Work, at deadline: Int64, order: UInt64) {
    let task = cl_current_task()
    // A task is an object of Swift's, and runs: it is alive.
    let sleeper = task == work.argument ? nil : task.map { Unmanaged<AnyObject>.fromOpaque($0).retain() }
    let place = delayed.firstIndex { $0.deadline > deadline } ?? delayed.count
    delayed.insert(Delayed(deadline: deadline, order: order, work: work, sleeper: sleeper), at: place)
  }

  /// When the next task is to be woken, nil when none sleeps.
  ///
  /// The work of canceled ones becomes ready: all it does is to go.
  mutating func nextDeadline() -> Int64? {
    while let first = delayed.first, first.isMoot { wakeFirst() }
    return delayed.first?.deadline
  }

  /// The order of the first work that is due by `now`.
  func orderOfDue(_ now: Int64) -> (deadline: Int64, order: UInt64)? {
    guard let first = delayed.first, first.deadline <= now else { return nil }
    return (first.deadline, first.order)
  }

  mutating func wakeFirst() {
    let first = delayed.removeFirst()
    first.sleeper?.release()
    append(first.work)
  }

  /// Takes out what will never run now, and counts what loops and the main queue will not come to.
  mutating func abandonAll(at time: Int64) -> UnfinishedWork {
    var work = abandon(at: time)
    work.waiting += handedOn
    return work
  }

  /// Takes out what will never run now; what is left only has to go.
  mutating func abandon(at time: Int64) -> UnfinishedWork {
    let sleeping = delayed.filter { !$0.isMoot }
    let lost = ready[firstReady...] + sleeping.map { $0.work }
    let work = UnfinishedWork(
      time: time, waiting: readyCount, sleepers: sleeping.map { $0.deadline })
    (ready, firstReady) = (delayed.filter { $0.isMoot }.map { $0.work }, 0)
    for one in delayed { one.sleeper?.release() }
    delayed = []
    // Their tasks stay as they are, for good.
    Self.abandoned.withLock { $0 += lost.map { UInt(bitPattern: $0.argument) } }
    return work
  }

  private static let abandoned = Mutex<[UInt]>([])
}
