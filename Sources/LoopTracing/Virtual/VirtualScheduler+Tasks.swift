internal import CLinux
internal import LoopEngine

// Swift's tasks under the virtual clock. Jobs of the global executor run on threads that the scheduler starts for them
// and lets go when there is none left; sleeping tasks are deadlines; the main actor is the main thread's loop.
extension VirtualScheduler {
  /// The calling thread's; nil when it is under none.
  static var ofThisThread: VirtualScheduler? { Kernel.scheduler?.scheduling as? VirtualScheduler }

  /// So many threads take ready jobs, for other schedules to choose among.
  private static let usualWorkers = 4
  /// So many may there be when others are blocked within jobs.
  private static let mostWorkers = 64

  /// Whether a job of the same task has come here before.
  func knows(_ job: TaskQueue.Job) -> Bool { lock.withLock { tasks.knows(job) } }

  func take(_ job: TaskQueue.Job) { take(TaskQueue.Work(argument: job), job, at: .min) }

  func take(_ job: TaskQueue.Job, after delay: Int64) {
    let (deadline, isTooLate) = now.addingReportingOverflow(delay)
    take(TaskQueue.Work(argument: job), job, at: isTooLate ? .max : deadline)
  }

  /// Takes a job that `call` runs.
  func take(_ job: TaskQueue.Job, _ call: @escaping TaskQueue.Call) {
    take(TaskQueue.Work(call: call, argument: job), job, at: .min)
  }

  /// Takes a call that is due at a time of one of the runtime's clocks.
  func take(_ call: @escaping TaskQueue.Call, _ argument: UnsafeMutableRawPointer, at deadline: Int64) {
    take(TaskQueue.Work(call: call, argument: argument), nil, at: deadline)
  }

  /// Takes a job that is due at a time of one of the runtime's clocks.
  func take(_ job: TaskQueue.Job, atSeconds seconds: Int64, _ nanoseconds: Int64) {
    guard TaskHooks.leadsClocks else {
      // Its order would differ from run to run.
      refuse(
        "a task cannot sleep on the virtual clock here: the clocks of this version of Swift's library for tasks show real time"
      )
    }
    let (whole, isTooLate) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (deadline, isLate) = whole.addingReportingOverflow(nanoseconds)
    take(TaskQueue.Work(argument: job), job, at: isTooLate || isLate ? .max : deadline)
  }

  private func take(_ work: TaskQueue.Work, _ job: TaskQueue.Job?, at deadline: Int64) {
    awaitTurn("goes on with a task")
    lock.lock()
    if let job { tasks.note(job) }
    if deadline > now {
      blockings += 1
      tasks.append(work, at: deadline, order: blockings)
    } else {
      tasks.append(work)
      hireIfUsual()
    }
    unlockEndingOutsideWait()
  }

  /// Takes a job of the main actor, which `call` runs.
  func takeForMain(_ job: TaskQueue.Job, _ call: @escaping TaskQueue.Call) {
    awaitTurn("goes on with a task")
    lock.lock()
    tasks.note(job)
    let loop = loopOfFirst
    if loop == nil { tasks.handedOn += 1 }
    lock.unlock()
    // Its thread has ended; so does the job.
    if loop == nil, hasMainLoop { return }
    let work = TaskQueue.Work(call: call, argument: job)
    if let loop {
      // Where the loop has ended the job stays handed on, and is told of.
      _ = loop.enqueueJob { work.run() }
    } else {
      // As the runtime does, with the end of the wait told.
      cl_main_queue_post(
        { handedOn in
          let work = Unmanaged<HandedOn>.fromOpaque(handedOn).takeRetainedValue().work
          VirtualScheduler.ofThisThread?.jobs(-1)
          work.run()
        }, Unmanaged.passRetained(HandedOn(work)).toOpaque())
    }
  }

  private final class HandedOn {
    let work: TaskQueue.Work
    init(_ work: TaskQueue.Work) { self.work = work }
  }

  package func jobs(_ change: Int) {
    lock.withLock { tasks.handedOn += change }
  }

  /// What would be lost if the program ended now.
  func unfinishedWork() -> UnfinishedWork? {
    let work = lock.withLock { tasks.abandonAll(at: now) }
    return work.isNothing ? nil : work
  }

  // MARK: Threads for jobs. The lock is held.

  /// Has another thread come for the jobs that are ready, if there are not as many as usual.
  func hireIfUsual() {
    if workers.count < Self.usualWorkers { hire() }
  }

  /// Has one come because all others are blocked; false when there are too many of them.
  func hireInNeed() -> Bool {
    if !tasks.hasReady || workers.count >= Self.mostWorkers { return false }
    hire()
    return true
  }

  private func hire() {
    var number = 1
    while workers.contains(where: { $0.number == number }) { number += 1 }
    let record = ThreadRecord(name: number == 1 ? "tasks" : "tasks-\(number)")
    let scheduler = ThreadScheduler(self)
    records.append(record)
    runnable.append(record)
    workers.append(Worker(number: number, record: record, scheduler: scheduler))
    do throws(SystemError) {
      try ScheduledThread.start(name: record.name, under: scheduler, ticket: record.ticket) { [self] in
        while let work = nextWork() {
          work.run()
          beforeSwitch()
        }
      }
    } catch {
      // Nothing could be told to the task, nor to the runtime that hands over the job.
      refuse("the virtual clock has no thread for Swift's tasks: \(error)")
    }
  }

  /// What the calling thread is to do next; nil: it may go.
  private func nextWork() -> TaskQueue.Work? {
    point()
    return lock.withLock {
      tasks.hasReady ? tasks.takeReady(chooser.choose(of: tasks.readyCount, atStep: true)) : nil
    }
  }
}

/// A thread that runs jobs.
struct Worker {
  var number: Int
  var record: ThreadRecord
  /// Held until it has ended: the thread does not retain it.
  var scheduler: ThreadScheduler
}
