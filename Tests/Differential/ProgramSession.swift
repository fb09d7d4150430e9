import DifferentialModel
import Glibc
import LoopEngine
import Synchronization

/// One program while it runs, on the thread of its loop.
///
/// Its actions stand in ProgramSession+Actions.swift.
final class ProgramSession {
  /// An item of the program on its loop.
  enum Item {
    case source(SignalSource)
    case observer(LoopObserver)
    case timer(LoopTimer)
    case port(MessagePort<Int>)
    case descriptor(DescriptorSource)
    case block
  }

  /// Carries the session into handlers that have to be `Sendable`.
  struct Confined: @unchecked Sendable {
    // The proof: the handlers that use it are called on the loop's thread only, where the session lives; the program
    // adds its sources to no other loop.
    let session: ProgramSession
  }

  let program: Program
  let recorder: TraceRecorder
  let fault: ProgramInterpreter.Fault?
  let loop = Loop.current
  let clock: ProgramClock
  let control = ProgramHelper.Control()
  var items: [Item] = []
  var counts: [Int]
  /// The number that each timer has among the timers.
  var timerNumbers: [Int: Int] = [:]
  /// The ticks at which the active runs end, those with a limit.
  var limits: [Int64?] = []
  /// What each descriptor source watches.
  var watched: [Int: WatchedDescriptor] = [:]
  /// How many messages each port has to give, of those that the program's thread sent.
  var unheard: [Int: Int] = [:]
  /// The signal sources whose callouts are active, outermost first.
  var activeSources: [Int] = []
  /// The modes that have not been run since the loop was woken: CoreFoundation keeps a place for it in them.
  var modesWithOldWakeUp: Set<ProgramMode> = []
  /// Those in which the loop has been woken again since.
  var modesWithTwoWakeUps: Set<ProgramMode> = []
  /// How many callouts came from timers, ports and descriptors.
  var readyCallOuts = 0
  /// What the recorders saw last.
  var lastActivity = LoopActivity.exit
  /// Whether a delayed perform was ever asked for.
  var hasDelayedPerforms = false
  /// The activities whose observers are called, outermost first.
  var activities: [LoopActivity] = []
  /// The descriptors whose handlers are active.
  var activeDescriptors: Set<Int> = []
  /// The timers whose handlers are active, outermost first.
  var activeTimers: [Int] = []
  /// The descriptor sources that were ready still when their handler had returned.
  var stillReady: Set<Int> = []
  /// How often each descriptor source has heard that its other end is gone.
  var hangups: [Int: Int] = [:]
  /// The timers that fired since the loop last looked for ready things.
  var batch = 0
  /// Whether several timers have fired at once: the alarm was set and went off for one that fired before it was seen.
  var hadBatch = false
  /// Whether `fire()` calls the handler that is called now.
  var isFiring = false
  private var recorders: [LoopObserver] = []
  private var ballast: LoopTimer?
  private var calloutsLeft = 40
  private var activitiesLeft = 300
  private(set) var isExhausted = false

  init(_ program: Program, recorder: TraceRecorder, fault: ProgramInterpreter.Fault?) {
    self.program = program
    self.recorder = recorder
    self.fault = fault
    clock = ProgramClock(for: program)
    counts = Array(repeating: 0, count: program.items.count)
  }

  /// Runs the program from beginning to end; what its items retain is gone when the thread is.
  func run() {
    addRecorders()
    for index in program.items.indices { items.append(makeItem(index)) }
    let helper = ProgramHelper.start(for: self)
    for action in program.main where !isExhausted { perform(action) }
    control.isFinished.store(true, ordering: .releasing)
    helper?.join()
    recorder.record(.noted("the thread ends"))
    for case .descriptor(let source) in items { source.invalidate() }
    for watched in watched.values { watched.close() }
    items = []
    recorders = []
    ballast = nil
  }

  private func addRecorders() {
    for mode in program.recordedModes {
      let order = program.recorderOrder
      let observer = LoopObserver(.all, order: order) { [unowned self] _, activity in
        self.sawActivity(activity, in: mode)
      }
      loop.add(observer, to: Mode(mode.name))
      recorders.append(observer)
    }
    if program.keepsTimers {
      let timer = LoopTimer(after: .seconds(3_600)) { _ in }
      for mode in ProgramMode.real { loop.add(timer, to: Mode(mode.name)) }
      ballast = timer
    }
  }

  private func sawActivity(_ activity: LoopActivity, in mode: ProgramMode) {
    if activity == .afterWaiting { clock.arrive() }
    lastActivity = activity
    if activity == .beforeTimers || activity == .afterWaiting { batch = 0 }
    markPassedLimits()
    clock.settle()
    recorder.record(.activity(activity.rawValue, mode: mode.name))
    activitiesLeft -= 1
    if activitiesLeft < 0 { exhaust() }
  }

  /// Calls out to an item: writes it down and does what the program says.
  func callOut(_ index: Int, _ detail: String = "", isTimer: Bool = false) {
    if isTimer {
      clock.arrive()
      if batch > 0 { hadBatch = true }
      batch += 1
    }
    markPassedLimits()
    clock.settle()
    if TraceEvent.isReadyCallOut(detail) { readyCallOuts += 1 }
    calloutsLeft -= 1
    if calloutsLeft < 0 { exhaust() }
    guard !isExhausted else {
      loop.stop()
      return
    }
    let count = counts[index]
    counts[index] += 1
    recorder.record(.began(item: index, count: count, detail: detail))
    let callouts = program.items[index].callouts
    if count < callouts.count {
      for action in callouts[count] where !isExhausted { perform(action) }
    }
    recorder.record(.ended(item: index))
    if isTimer { clock.disturb() }
  }

  /// Ends a program that has done enough: nothing is written any more, and its loop has nothing left.
  func exhaust() {
    if !isExhausted {
      isExhausted = true
      recorder.close(.noted("the program has done enough"))
      ballast?.invalidate()
      for item in items { invalidate(item) }
    }
    loop.stop()
  }

  /// CoreFoundation ends a run by waking the loop, also when a nested run is asleep on it, or when the loop is awake
  /// and will only sleep in its next run.
  func markPassedLimits() {
    let isAsleepAtLimit =
      Set(program.recordedModes).isSuperset(of: ProgramMode.real)
      && (lastActivity == .afterWaiting || lastActivity == .exit)
    if limits.contains(where: { $0.map { $0 * ProgramGrid.tick < clock.micros } ?? false }) { markUnread() }
    for case .some(let tick) in isAsleepAtLimit ? limits.dropLast() : limits[...]
    where tick * ProgramGrid.tick < clock.micros {
      recorder.mark("outer-limit-silent")
    }
  }

  private func makeItem(_ index: Int) -> Item {
    let confined = Confined(session: self)
    let recorder = self.recorder
    switch program.items[index].kind {
    case .source(let order):
      return .source(
        SignalSource(
          order: order,
          schedule: { _, mode in recorder.recordHook("item\(index) scheduled in \(mode)") },
          cancel: { _, mode in recorder.recordHook("item\(index) cancelled in \(mode)") },
          perform: { confined.session.callOutToSource(index) }))
    case .observer(let activities, let repeats, let order):
      let sign = fault == .reversedObservers ? -1 : 1
      return .observer(
        LoopObserver(LoopActivity(rawValue: activities), repeats: repeats, order: sign * order) { _, activity in
          confined.session.callOutToObserver(index, activity)
        })
    case .timer(let first, let interval):
      timerNumbers[index] = timerNumbers.count
      return .timer(
        LoopTimer(
          at: date(first, of: index), interval: duration(of: interval, index), tolerance: tolerance(of: first)
        ) { _ in
          confined.session.callOutToTimer(index)
        })
    case .port:
      return .port(
        MessagePort { message in
          confined.session.callOutToPort(index)
          if let answer = message.replyPort { confined.session.reply(by: index, to: answer, as: message.id) }
        })
    case .descriptor(let kind):
      let place = watchedDescriptor(kind, before: index)
      watched[index] = place
      return .descriptor(
        DescriptorSource(place.descriptor, events: place.events) { events in
          confined.session.callOutToDescriptor(index, events)
        })
    case .block:
      return .block
    }
  }

  private func callOutToSource(_ index: Int) {
    // The pass that a nested run interrupts may still have this source before it.
    if !activeSources.isEmpty { recorder.mark("source-pass-any") }
    activeSources.append(index)
    callOut(index)
    activeSources.removeLast()
  }

  /// Of a block that the thread was asked to perform: a source performs it.
  func callOutOnThread(_ index: Int) {
    if !activeSources.isEmpty { recorder.mark("source-pass-any") }
    activeSources.append(index)
    callOut(index, "on thread")
    activeSources.removeLast()
  }

  private func callOutToObserver(_ index: Int, _ activity: LoopActivity) {
    let before = clock.micros
    activities.append(activity)
    callOut(index, TraceEvent.name(activity.rawValue))
    activities.removeLast()
    if activity == .entry, clock.micros - before > 1_500 { recorder.mark("limit-from-call") }
  }

  private func callOutToPort(_ index: Int) {
    unheard[index, default: 0] -= 1
    checkMembership(index)
    markReadyDescriptors(beside: index)
    markRepeatedPort(index)
    // The turn that woke for a message may find that this run, nested in its observer, has taken it.
    if activities.contains(.afterWaiting) { recorder.mark("taken-descriptor-served-nested") }
    callOut(index, "message")
  }

  private func callOutToTimer(_ index: Int) {
    activeTimers.append(index)
    if !isFiring, batch > 0 {
      markStaleAlarm()
    }
    markTimerOfModes(index)
    if !isFiring {
      checkMembership(index)
      markReadyDescriptors(beside: index)
    }
    callOut(index, "timer", isTimer: !isFiring)
    activeTimers.removeLast()
    if case .timer(let timer) = items[index], !timer.repeats { markLastTimer(index, isRemoved: false) }
  }
}
