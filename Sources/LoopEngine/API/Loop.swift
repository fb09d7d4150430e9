internal import CLinux
internal import Synchronization

/// A run loop: waits for what its sources, timers and blocks bring, and calls their handlers, one turn after another.
///
/// Items are put into a ``Mode``, and a run serves the items of one mode until it is stopped, its time is over, or the
/// mode has nothing left that could call anything.
///
/// ```swift
/// let loop = Loop.current
/// var ticks = 0
/// loop.add(
///   LoopTimer(every: .seconds(1), label: "tick") { _ in
///     ticks += 1
///     print("tick", ticks)
///     if ticks == 2 { loop.stop() }
///   })
/// print(loop.runUntilStopped())
/// ```
///
/// ```output
/// tick 1
/// tick 2
/// stopped
/// ```
///
/// A loop belongs to its thread, which is why it is not `Sendable`; other threads use its ``handle``. What changes it,
/// called on another thread against the compiler's advice, ends the process with a sentence. A ``LoopThread`` has its
/// loop from the start; the loop of any other thread is made when the thread first asks for it. It ends with its
/// thread. CoreFoundation calls it `CFRunLoop`.
///
/// ## Topics
///
/// ### The loop of a thread
///
/// - ``current``
/// - ``main``
/// - ``handle``
///
/// ### Running
///
/// - ``run(mode:for:returnAfterSourceHandled:)``
/// - ``runUntilStopped()``
/// - ``run(mode:before:)``
/// - ``run(until:)``
/// - ``run()``
/// - ``limitDate(in:)``
/// - ``acceptInput(in:before:)``
///
/// ### Stopping and waking
///
/// - ``stop()``
/// - ``stop(mode:)``
/// - ``wakeUp()``
/// - ``isWaiting``
///
/// ### Modes
///
/// - ``currentMode``
/// - ``allModes``
/// - ``commonModes``
/// - ``addCommonMode(_:)``
///
/// ### Timers
///
/// - ``add(_:to:)-(LoopTimer,_)``
/// - ``remove(_:from:)-(LoopTimer,_)``
/// - ``contains(_:in:)-(LoopTimer,_)``
/// - ``nextFireDate(in:)``
///
/// ### Sources
///
/// - ``add(_:to:)-(Source,_)``
/// - ``remove(_:from:)-(LoopSource,_)``
/// - ``contains(_:in:)-(LoopSource,_)``
/// - ``watchMainQueue(in:)``
///
/// ### Observers
///
/// - ``add(_:to:)-(LoopObserver,_)``
/// - ``remove(_:from:)-(LoopObserver,_)``
/// - ``contains(_:in:)-(LoopObserver,_)``
///
/// ### Blocks
///
/// - ``perform(in:label:file:line:_:)-(Mode,_,_,_,_)``
/// - ``perform(in:label:file:line:_:)-(Set<Mode>,_,_,_,_)``
/// - ``perform(after:in:for:label:file:line:_:)``
/// - ``cancelPerforms(for:)``
///
/// ### Looking at a loop
///
/// - ``snapshot()``
/// - ``turnTime``
/// - ``runTime``
/// - ``sleepTime``
public final class Loop {
  let core: LoopCore
  let isMain: Bool
  // Owned: made in init, released in `end`.
  let timers: UnsafeMutablePointer<TimerTable>

  // @exclusivity(unchecked): used by the loop's thread only, in plain reads and writes, none held across a call of
  // unknown code.
  /// The mode of the innermost run.
  @exclusivity(unchecked) var current: ModeState?
  /// Blocks taken from the inbox that no pass has run.
  @exclusivity(unchecked) var held = BlockList()
  /// Modes that are known to exist, a bit per number, `default` and `common` from the start.
  @exclusivity(unchecked) var knownModes: UInt64 = 0b11
  @exclusivity(unchecked) var commonObservers: [LoopObserver] = []
  @exclusivity(unchecked) var batch = TimerBatch()
  @exclusivity(unchecked) var spareBatch = TimerBatch()
  @exclusivity(unchecked) var pass = SourcePass()
  @exclusivity(unchecked) var mainQueue = MainQueue()
  /// The descriptor source whose handler is called, the innermost; held by the caller.
  @exclusivity(unchecked) var serving: Unmanaged<SourceCore>?
  /// Descriptor sources whose handlers run this loop, outermost first.
  @exclusivity(unchecked) var paused: [SourceCore] = []
  var performTargets: [AnyHashable: Set<LoopTimer>] = [:]
  @exclusivity(unchecked) var times = LoopTimes()
  /// Counts waits: what the kernel said in an earlier one may be over.
  @exclusivity(unchecked) var waits: UInt64 = 0
  /// The mode's `removals` before the last wait chose what is served.
  @exclusivity(unchecked) var removalsBefore: UInt64 = 0
  /// The clock as first read in this turn; Int64.min: not read yet.
  @exclusivity(unchecked) var turnClock = Int64.min
  @exclusivity(unchecked) var hasEnded = false
  /// Passes over the blocks that are under way, outermost first; only while events are recorded.
  @exclusivity(unchecked) var passes: [BlockPass] = []

  private init(core: LoopCore, isMain: Bool) {
    self.core = core
    self.isMain = isMain
    timers = .allocate(capacity: 1)
    timers.initialize(to: TimerTable())
    timers.pointee.addMode()
  }

  deinit {
    spareBatch.release()
    timers.deinitialize(count: 1)
    timers.deallocate()
  }

  /// The calling thread's loop, made on first use.
  ///
  /// Each thread has one, also a thread that the engine did not start. Making it costs no descriptor; the loop asks the
  /// kernel for one when it first has to wait for something that only the kernel can tell of.
  ///
  /// CoreFoundation calls it `CFRunLoopGetCurrent`.
  @available(
    *, noasync, message: "a task may change its thread at any await; use a LoopHandle, or an actor on a LoopExecutor"
  )
  public static var current: Loop { ofThisThread() }

  /// The main thread's loop, as a handle: any thread may ask for it, at any time.
  ///
  /// On the threads of a run on virtual time it is the loop of that run's first thread.
  ///
  /// CoreFoundation calls it `CFRunLoopGetMain`.
  public static var main: LoopHandle { Kernel.scheduler?.scheduling.mainLoop ?? LoopHandle(mainCore) }

  /// Made on first use by any thread, which may have another scheduler; the main thread's loop takes it over.
  static let mainCore = LoopCore(name: "main", scheduler: Kernel.schedulerOfMain)

  static func ofThisThread() -> Loop {
    if let known = cl_thread().pointee.loop { return Unmanaged<Loop>.fromOpaque(known).takeUnretainedValue() }
    let isMain = cl_is_main_thread() && !mainCore.hasEnded
    return make(on: isMain ? mainCore : LoopCore(name: ThreadIdentity.current.name), isMain: isMain)
  }

  /// The calling thread's, nil when it has no loop.
  static var coreOfThisThread: LoopCore? {
    // The thread retains its loop.
    cl_thread().pointee.loop.map { Unmanaged<Loop>.fromOpaque($0)._withUnsafeGuaranteedRef { $0.core } }
  }

  /// Gives the calling thread, which has none, a loop.
  @discardableResult
  static func make(on core: LoopCore, isMain: Bool) -> Loop {
    ThreadEnd.arrange()
    Forks.watch()
    let made = Loop(core: core, isMain: isMain)
    if isMain { core.scheduler = Kernel.scheduler }
    core.loop = made
    cl_thread().pointee.loop = Unmanaged.passRetained(made).toOpaque()
    if isRecording { LoopRecording.report(.loopMade, loop: core) }
    return made
  }

  /// What other threads use: a value that may go to any of them, and outlives the loop.
  public var handle: LoopHandle { LoopHandle(core) }

  /// The mode of the innermost run; nil when the loop does not run.
  ///
  /// CoreFoundation calls it `CFRunLoopCopyCurrentMode`.
  public var currentMode: Mode? { current?.mode }

  /// Every mode that something was ever put into, oldest first.
  ///
  /// Modes never go away, not even when they are empty. Takes time in proportion to their number. CoreFoundation calls
  /// it `CFRunLoopCopyAllModes`.
  public var allModes: [Mode] {
    checkThread()
    absorbInbox()
    return core.structure.withLock { core.modes.map { $0.mode } }
  }

  /// The modes marked as common: at first only ``Mode/default``.
  public var commonModes: Set<Mode> { core.structure.withLock { Set(core.commonModes) } }

  /// Marks a mode as common: what was added to the common modes is added to it, too, now and later.
  ///
  /// ```swift
  /// let loop = Loop.current
  /// try loop.addCommonMode(.tracking)
  /// loop.add(LoopTimer(after: .seconds(1), label: "clock") { _ in print("fired in", loop.currentMode!) }, to: .common)
  /// loop.run(mode: .tracking, for: .seconds(2))
  /// ```
  ///
  /// ```output
  /// fired in tracking
  /// ```
  ///
  /// The mark stays for the loop's life. CoreFoundation calls it `CFRunLoopAddCommonMode`.
  ///
  /// - Throws: A ``SystemError`` when a descriptor source among the common items cannot be watched in the mode. The
  ///   mode is common all the same, without that source but with all else.
  public func addCommonMode(_ mode: Mode) throws(SystemError) {
    checkThread()
    if mode == .common || commonModes.contains(mode) { return }
    let commonTimers = timers.pointee.all { _, record in record.flags.contains(.common) }
    let isRecorded = isRecording
    if isRecorded { LoopRecording.report(.commonModeAdded(mode), loop: core, mode: mode, isDone: false) }
    defer { addCommonItems(commonTimers, to: mode) }
    try core.addCommonMode(mode) { if isRecorded { LoopRecording.done(core) } }
  }

  private func addCommonItems(_ commonTimers: [UInt32], to mode: Mode) {
    for timer in commonTimers { add(timers.pointee.handle(timer), to: mode) }
    for observer in commonObservers { add(observer, to: mode) }
  }

  // MARK: Sources

  /// Adds a source to a mode; nothing changes when it is there already or invalid.
  ///
  /// The mode retains it. A signal that it already has counts, and so do messages that wait in a port: the next run of
  /// the mode serves them. CoreFoundation calls it `CFRunLoopAddSource`.
  ///
  /// - Throws: What the source's `Failure` says: a ``SystemError`` when the kernel cannot watch its descriptor; the
  ///   loop is then as it was. Sources without a descriptor throw nothing, and need no `try`.
  public func add<Source: LoopSource>(_ source: Source, to mode: Mode = .default) throws(Source.Failure) {
    checkThread()
    try handle.add(source, to: mode)
  }

  /// Takes a source out of a mode; a signal and messages stay with it.
  ///
  /// It may be added again, here or to another loop. Nothing changes when it is not there. CoreFoundation calls it
  /// `CFRunLoopRemoveSource`.
  public func remove(_ source: some LoopSource, from mode: Mode = .default) {
    checkThread()
    handle.remove(source, from: mode)
  }

  /// Whether the source is in the mode.
  ///
  /// Of ``Mode/common``: whether it was added to the common modes. CoreFoundation calls it `CFRunLoopContainsSource`.
  public func contains(_ source: some LoopSource, in mode: Mode = .default) -> Bool {
    handle.contains(source, in: mode)
  }

  // MARK: Stopping and waking

  /// Ends the innermost run after the present turn; nothing happens when the loop does not run.
  ///
  /// The run returns ``RunResult/stopped``, unless in the same turn a source or its time ends it. What the turn has
  /// still to call is called first. Other threads call ``LoopHandle/stop()`` of the ``handle``. CoreFoundation calls it
  /// `CFRunLoopStop`.
  public func stop() { core.stop() }

  /// Ends the present run of that mode, or the next one.
  ///
  /// Unlike ``stop()`` it is not lost when the loop does not run:
  ///
  /// ```swift
  /// let loop = Loop.current
  /// loop.add(MessagePort<Never>(label: "keep-alive"), to: "work")
  /// loop.stop()
  /// print(loop.run(mode: "work", for: .seconds(1)))
  /// loop.stop(mode: "work")
  /// print(loop.run(mode: "work", for: .seconds(1)))
  /// ```
  ///
  /// ```output
  /// timedOut
  /// stopped
  /// ```
  ///
  /// CoreFoundation calls it `_CFRunLoopStopMode`, which is not public.
  public func stop(mode: Mode) { core.stop(mode: mode) }

  /// Ends the next sleep of this turn at once; dropped between waking and the end of a turn, and when the loop does
  /// not run.
  ///
  /// Other threads call ``LoopHandle/wakeUp()`` of the ``handle``. CoreFoundation calls it `CFRunLoopWakeUp`.
  public func wakeUp() { core.wakeUp() }

  /// Whether the thread is asleep in this loop.
  ///
  /// The loop's own thread is not asleep when it asks; other threads ask ``LoopHandle/isWaiting`` of the ``handle``.
  /// CoreFoundation calls it `CFRunLoopIsWaiting`.
  public var isWaiting: Bool { core.words.pointee.state.load(ordering: .relaxed) & LoopState.asleep != 0 }

  // MARK: Time

  /// The clock as it was when this turn of the loop first asked for it; outside of runs, since the last one ended.
  ///
  /// Costs next to nothing after the first use in a turn: a base for many deadlines.
  ///
  /// ```swift
  /// let loop = Loop.current
  /// loop.add(
  ///   LoopTimer(after: .seconds(1), label: "work") { _ in
  ///     let begin = loop.turnTime
  ///     LoopThread.sleep(for: .seconds(2))  // stands for work
  ///     print(loop.turnTime == begin, LoopInstant.now - begin)
  ///   })
  /// loop.run(mode: .default, for: .seconds(4))
  /// ```
  ///
  /// ```output
  /// true 2.0 seconds
  /// ```
  public var turnTime: LoopInstant {
    checkThread()
    if turnClock == .min { turnClock = clockNow() }
    return LoopInstant(nanoseconds: turnClock)
  }

  /// Time spent in runs and not asleep, in all runs of the loop so far.
  ///
  /// Nested runs count once. On the virtual clock work takes no time.
  ///
  /// ```swift
  /// let loop = Loop.current
  /// loop.add(LoopTimer(after: .seconds(3), label: "work") { _ in LoopThread.sleep(for: .seconds(1)) })
  /// loop.run(mode: .default, for: .seconds(4))
  /// print("awake", loop.runTime, "asleep", loop.sleepTime)
  /// ```
  ///
  /// ```output
  /// awake 1.0 seconds asleep 3.0 seconds
  /// ```
  public var runTime: Duration { .nanoseconds(times.awake(at: clockNow())) }

  /// Time spent asleep in runs, in all runs of the loop so far.
  public var sleepTime: Duration { .nanoseconds(times.asleep) }

  // MARK: Inside

  /// The state of `mode` in this loop, made when there is none.
  func state(of mode: Mode) -> ModeState {
    if let current, current.mode == mode { return current }
    let state = core.structure.withLock { core.state(of: mode) }
    adoptModes(upTo: state.index)
    return state
  }

  /// Whether a run is under way inside another.
  var isNested: Bool { times.depth > 1 }

  func find(_ mode: Mode) -> ModeState? {
    if let current, current.mode == mode { return current }
    guard let state = core.structure.withLock({ core.find(mode) }) else { return nil }
    adoptModes(upTo: state.index)
    return state
  }

  /// Other threads may have made modes, for which there are no timer heaps yet.
  private func adoptModes(upTo index: Int) {
    while timers.pointee.modeCount <= index {
      let number = timers.pointee.modeCount
      timers.pointee.addMode()
      if isRecording {
        let mode = core.structure.withLock { core.modes[number].mode }
        LoopRecording.report(.modeCreated(mode), loop: core, mode: current?.mode)
      }
    }
  }

  /// Ends the process unless this is the loop's thread.
  @inline(__always)
  func checkThread() {
    if _slowPath(cl_thread().pointee.loop != Unmanaged.passUnretained(self).toOpaque()) { usedOffThread() }
  }

  @inline(never)
  private func usedOffThread() {
    // Late in its thread's end a loop that has ended may still be held; it does nothing any more.
    if hasEnded { return }
    refuse(
      "the loop of thread '\(core.name)' was used on thread '\(ThreadIdentity.current.name)': a Loop belongs to its thread; use its handle"
    )
  }

  func report(
    _ kind: LoopEvent.Kind, label: String? = nil, location: SourceLocation? = nil, isDone: Bool = true
  ) {
    LoopRecording.report(
      kind, loop: core, mode: current?.mode, label: label, location: location, isDone: isDone)
  }
}

/// How long a loop ran and slept.
struct LoopTimes {
  /// Nested runs count once: by the outermost.
  var depth = 0
  private var began: Int64 = 0
  private var total: Int64 = 0
  var asleep: Int64 = 0

  mutating func enter(_ now: @autoclosure () -> Int64) {
    if depth == 0 { began = now() }
    depth += 1
  }

  mutating func leave(_ now: @autoclosure () -> Int64) {
    depth -= 1
    if depth == 0 { total += now() - began }
  }

  func awake(at now: Int64) -> Int64 {
    total + (depth > 0 ? now - began : 0) - asleep
  }
}
