internal import CLinux
package import LoopEngine
internal import Synchronization

/// Runs the engine's threads one at a time, on a clock that jumps.
///
/// A thread runs until it blocks, or until the schedule lets another go first. When all are blocked, ready descriptors
/// are looked at; then the clock jumps to the earliest deadline. The order of events is therefore one and the same each
/// time. Threads that the engine does not know are outside of it: they may act while a busy token is out, when all of
/// its own are blocked, and the clock waits for them; acting without one is an error with a sentence. Swift's tasks run
/// on threads of the scheduler's own.
package final class VirtualScheduler: ThreadScheduling, @unchecked Sendable {
  // @unchecked: every `var` is read and written under `lock`, but for what `ThreadRecord` says of itself.
  let lock = Lock()
  private let clock = Atomic<Int64>(0)
  var chooser: Chooser
  /// Those that could run, in the order in which they became able to; the running one is not among them.
  var runnable: [ThreadRecord] = []
  private var blocked: [ThreadRecord] = []
  /// Counts what waits, for the order of what is due at once.
  var blockings: UInt64 = 0
  private(set) var busyCount = 0
  /// Turns that loops have made without sleeping since the clock last moved.
  private var turns = 0
  /// So many of them take as long as it is to the next deadline: a program that waits for time to pass without sleeping
  /// would otherwise never see it pass.
  private static let turnsThatTakeTime = 100
  /// The thread that runs, or did last; nil when all have ended.
  private(set) var running: ThreadRecord?
  var outside = Outside()
  /// Ends a real wait for the outside.
  let nudge: Int32
  private let onDeadlock: @Sendable (Deadlock) -> Void
  /// Called when all has ended with the first thread; nil: other threads go on without it.
  private let onEnd: (@Sendable (End) -> Void)?
  /// How far the end has come, where all ends with the first thread.
  private enum Ending {
    case isFar
    /// The first thread has ended. The others do what they can without time passing, so that one which had only to
    /// return is not taken for one that is left.
    case isNear
    case isOver
  }
  private var ending = Ending.isFar
  /// The work of tasks that was lost with the first thread.
  private var lostWithFirst = UnfinishedWork(time: 0)
  /// Milliseconds of real time after which nothing is expected from outside any more; -1: for ever.
  private let patience: Int32
  var records: [ThreadRecord] = []
  let beforeSwitch: @Sendable () -> Void
  var tasks = TaskQueue()
  var workers: [Worker] = []
  /// Whether the first thread's loop is the main actor's; if not, that is Dispatch's main queue.
  ///
  /// Written before other threads know of the scheduler.
  private(set) var hasMainLoop = false
  /// That loop, until all has ended: it holds the scheduler.
  private(set) var loopOfFirst: LoopHandle?
  package var mainLoop: LoopHandle? { lock.withLock { loopOfFirst } }

  /// What there is to say when all has ended with the first thread.
  package struct End: Sendable {
    /// The work of tasks and of other threads that is lost by it.
    package var lost: UnfinishedWork?
    /// The choices so far that were not in order.
    package var switches: [Schedule.Switch]
    /// The time.
    package var time: Int64
  }

  /// Makes a scheduler without threads.
  ///
  /// - Parameters:
  ///   - patience: Milliseconds of real time after which nothing is expected any more from outside, which loops that
  ///     watch descriptors may wait for; -1: for ever.
  ///   - beforeSwitch: Called on a thread that may be about to let another run, with no lock held; it must not block.
  ///   - onEnd: Called when all has ended with the first thread: what others are left then stay as they are. Without
  ///     it they go on.
  package init(
    _ schedule: Schedule, patience: Int32 = -1, beforeSwitch: @escaping @Sendable () -> Void = {},
    onDeadlock: @escaping @Sendable (Deadlock) -> Void, onEnd: (@Sendable (End) -> Void)? = nil
  ) throws(SystemError) {
    chooser = Chooser(schedule)
    self.patience = patience
    self.onEnd = onEnd
    self.beforeSwitch = beforeSwitch
    self.onDeadlock = onDeadlock
    let nudge = cl_eventfd()
    if nudge < 0 { throw SystemError(call: "eventfd", errno: -nudge) }
    self.nudge = nudge
  }

  /// Makes the calling thread the first that is scheduled; it runs.
  ///
  /// Its loop is the main actor's if it is given, and else Dispatch's main queue. Holding what this returns keeps
  /// it so.
  package func begin(name: String, mainLoop: LoopHandle? = nil) -> ThreadScheduler {
    let first = ThreadRecord(name: name)
    first.isHere()
    lock.withLock {
      records.append(first)
      running = first
      loopOfFirst = mainLoop
      hasMainLoop = mainLoop != nil
    }
    TaskHooks.add(self)
    let scheduler = ThreadScheduler(self)
    Kernel.adopt(scheduler, ticket: first.ticket)
    return scheduler
  }

  deinit {
    // No one else has the descriptor.
    _ = cl_close(nudge)
    outside.release()
  }

  /// The choices made that were not in order.
  package var switches: [Schedule.Switch] { lock.withLock { chooser.switches } }

  package var now: Int64 { clock.load(ordering: .relaxed) }

  /// The calling thread's record, nil when it is not one of these threads.
  var own: ThreadRecord? { Kernel.scheduler?.scheduling === self ? ThreadRecord.of(Kernel.ticket) : nil }

  /// Whether the calling thread is the first, and its loop the main actor's.
  var isOnMain: Bool { hasMainLoop && own === lock.withLock { records.first } }

  // MARK: Blocking and waking

  package func wait(
    _ address: UInt, while stillHolds: () -> Bool, until deadline: Int64, watch: DescriptorWatch?,
    reason: () -> WaitReason
  ) {
    guard let me = own else { refuseOutsider("waits") }
    beforeSwitch()
    lock.lock()
    if !stillHolds() || deadline <= now {
      lock.unlock()
      return
    }
    blockings += 1
    me.block = Block(address: address, deadline: deadline, watch: watch, order: blockings, reason: reason())
    blocked.append(me)
    passOn(from: me)
  }

  package func wake(_ address: UInt, count: Int) {
    lock.lock()
    if own == nil { checkOutsider("acts on a loop") }
    // In the order in which they blocked.
    let woken = blocked.filter { $0.block?.address == address }.prefix(count)
    for record in woken { makeRunnable(record) }
    unlockEndingOutsideWait()
  }

  package func point() {
    guard let me = own else { return outsiderActs() }
    lock.lock()
    let choice = chooser.choose(of: runnable.count + 1, atStep: true)
    if choice == 0 {
      lock.unlock()
      return
    }
    let next = runnable.remove(at: choice - 1)
    runnable.append(me)
    running = next
    lock.unlock()
    beforeSwitch()
    next.handBaton()
    me.awaitBaton()
  }

  package func turned() {
    lock.lock()
    // At the end no time passes for which the thread could wait: it stays as it is.
    if ending != .isFar, turns + 1 >= Self.turnsThatTakeTime, let me = own { return stayBehind(me) }
    countTurn()
    lock.unlock()
  }

  /// Has the calling thread run no more; called with the lock held.
  private func stayBehind(_ me: ThreadRecord) {
    blockings += 1
    me.block = Block(
      address: 0, deadline: .max, watch: nil, order: blockings,
      reason: WaitReason("for time to pass, without ever sleeping"))
    blocked.append(me)
    passOn(from: me)
  }

  /// Lets time pass, or what is outside act, if loops have been awake for many turns; the lock is held.
  private func countTurn() {
    turns += 1
    if turns < Self.turnsThatTakeTime { return }
    turns = 0
    if busyCount > 0 { return giveWayToOutside() }
    // The runs' own limits are among the deadlines only while they sleep: ten milliseconds pass if there is none.
    advance(to: min(nextDeadline() ?? .max, now + 10_000_000))
  }

  /// Moves the clock; the lock is held.
  private func advance(to time: Int64) {
    clock.store(max(now, time), ordering: .relaxed)
    turns = 0
    outside.mayComeSoon = true
    let due = blocked.filter { ($0.block?.deadline ?? .max) <= now }
    for record in due.sorted(by: ThreadRecord.isDueEarlier) {
      // Not nil: it is blocked.
      wakeTasks(before: (record.block!.deadline, record.block!.order))
      makeRunnable(record)
    }
    wakeTasks(before: (.max, .max))
  }

  /// Makes the jobs of tasks ready that are due, and were to be before that; the lock is held.
  private func wakeTasks(before other: (deadline: Int64, order: UInt64)) {
    while let due = tasks.orderOfDue(now), due < other {
      tasks.wakeFirst()
      hireIfUsual()
    }
  }

  /// The earliest time for which a thread or a task waits; the lock is held.
  private func nextDeadline() -> Int64? {
    [blocked.compactMap { $0.block?.deadline }.min(), tasks.nextDeadline()].compactMap { $0 }.min()
  }

  private func makeRunnable(_ record: ThreadRecord) {
    record.block = nil
    blocked.removeAll { $0 === record }
    runnable.append(record)
  }

  /// Lets another thread run, and returns when it is `me`'s turn again.
  ///
  /// Called with the lock held; returns without.
  private func passOn(from me: ThreadRecord) {
    guard let next = chooseNext() else {
      // A deadlock or the end, which is reported. If the one that was told goes on, this thread does not.
      lock.unlock()
      me.awaitBaton()
      return
    }
    running = next
    lock.unlock()
    if next === me { return }
    next.handBaton()
    me.awaitBaton()
  }

  /// Takes the next thread that runs, after letting time pass if it must; nil at a deadlock.
  ///
  /// The lock is held, but let go while waiting for the outside.
  private func chooseNext() -> ThreadRecord? {
    while true {
      if !runnable.isEmpty { return runnable.remove(at: chooser.choose(of: runnable.count, atStep: false)) }
      if hireInNeed() { continue }
      if ending != .isFar {
        endAll()
        return nil
      }
      if lookAtDescriptors(timeout: 0) {
        // A sleep that a ready descriptor ends at once is none.
        countTurn()
        continue
      }
      if busyCount > 0 {
        waitForOutside()
        continue
      }
      let earliest = nextDeadline() ?? .max
      // Canceled sleeps may have become ready.
      if tasks.hasReady && hireInNeed() { continue }
      if earliest != .max {
        advance(to: earliest)
        continue
      }
      let isOpenToOutside = blocked.contains { $0.block?.watch?.isOpenToOutside == true }
      if isOpenToOutside, waitForOutside(milliseconds: patience) { continue }
      if !blocked.isEmpty { report(isOpenToOutside: isOpenToOutside) }
      return nil
    }
  }

  private func report(isOpenToOutside: Bool) {
    let deadlock = Deadlock(
      time: now, waiters: waiters(), patience: isOpenToOutside ? .milliseconds(Int64(patience)) : nil)
    lock.unlock()
    onDeadlock(deadlock)
    lock.lock()
  }

  /// The blocked threads, in the order in which they blocked.
  private func waiters() -> [Deadlock.Waiter] {
    blocked.sorted { ($0.block?.order ?? 0) < ($1.block?.order ?? 0) }.map { record in
      Deadlock.Waiter(
        thread: record.name, what: record.block?.reason.what ?? "",
        location: record.block?.reason.location?.description)
    }
  }

  // MARK: The outside

  /// Makes threads runnable whose descriptors are ready; true when there was one.
  func lookAtDescriptors(timeout: Int32) -> Bool {
    let watching = blocked.filter { $0.block?.watch != nil }
    if watching.isEmpty && timeout == 0 { return false }
    // Not nil: they were just filtered by it.
    var descriptors = watching.map { $0.block!.watch!.epoll } + [nudge]
    var ready = [Bool](repeating: false, count: descriptors.count)
    if timeout != 0 { lock.unlock() }
    let count = cl_poll_readable(&descriptors, &ready, Int32(descriptors.count), timeout)
    if timeout != 0 { lock.lock() }
    require(count >= 0 || count == -CL_EINTR, "poll failed with errno \(-count): a loop's descriptor was closed")
    // Reading takes the nudges; there being none is fine.
    _ = cl_eventfd_read(nudge)
    if count <= 0 { return false }
    var found = false
    for (record, isReady) in zip(watching, ready) where isReady && record.block != nil {
      makeRunnable(record)
      found = true
    }
    return found
  }

  package func busy(_ change: Int) {
    lock.lock()
    busyCount += change
    outside.mayComeSoon = true
    unlockEndingOutsideWait()
  }

  func refuseOutsider(_ what: String) -> Never {
    // A mistake of the program under the virtual clock; going on would make its trace a matter of luck.
    refuse(
      """
      a thread that the virtual clock does not know \(what): its order among the others would differ from run to run. \
      Take a BusyToken before handing work to it and end the token when the work is done, or use the real clock
      """)
  }

  // MARK: Threads

  package func willStart(_ name: String) -> UInt64 {
    guard own != nil else { refuseOutsider("starts a thread") }
    let record = ThreadRecord(name: name)
    lock.withLock {
      records.append(record)
      runnable.append(record)
    }
    return record.ticket
  }

  package func didNotStart(_ ticket: UInt64) {
    lock.withLock { runnable.removeAll { $0.ticket == ticket } }
  }

  package func began(_ ticket: UInt64) {
    guard let me = ThreadRecord.of(ticket) else { return }
    me.isHere()
    me.awaitBaton()
  }

  package func ended() {
    lock.lock()
    let me = own
    workers.removeAll { $0.record === me }
    if me === records.first, onEnd != nil {
      ending = .isNear
      lostWithFirst = tasks.abandon(at: now)
      turns = 0
    }
    let next = chooseNext()
    running = next
    lock.unlock()
    next?.handBaton()
  }

  /// Tells of the end; the threads that are left stay as they are.
  ///
  /// The lock is held, but let go meanwhile.
  private func endAll() {
    if ending == .isOver { return }
    ending = .isOver
    // None does any more; what was made in the run may be used from outside.
    running = nil
    loopOfFirst = nil
    var lost = tasks.abandonAll(at: now)
    lost.add(lostWithFirst)
    lost.threads = waiters()
    let end = End(lost: lost.isNothing ? nil : lost, switches: chooser.switches, time: now)
    lock.unlock()
    onEnd?(end)
    lock.lock()
  }
}
