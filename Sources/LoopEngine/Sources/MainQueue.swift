internal import CLinux

/// The main loop's view of Dispatch's main queue, on which the main actor's tasks run, too.
struct MainQueue {
  /// A drain is on the stack: the queue is not looked at until it returns.
  var isDraining = false
  /// The kernel has reported work since the descriptor was last read.
  var mayHaveWork = true
  private var descriptor: Int32 = -1
  private var watching: Set<Int> = []
  /// The process that `watching` is true of.
  private var generation: UInt32 = 0

  /// Sees to it that the mode's poller reports the queue's descriptor.
  ///
  /// Throws when the system has no descriptor for that.
  mutating func watch(_ mode: ModeState, _ core: LoopCore) throws(SystemError) {
    if generation != Forks.generation {
      watching = []
      generation = Forks.generation
    }
    if watching.contains(mode.index) { return }
    if descriptor < 0 {
      // Dispatch makes its own, and ends the process when it gets none: so one is asked for first.
      _ = cl_close(try SystemError.check("eventfd", cl_eventfd()))
      descriptor = cl_main_queue_descriptor()
    }
    core.structure.lock()
    defer { core.structure.unlock() }
    try core.poller(of: mode).watch(descriptor, tag: Poller.mainQueueTag)
    watching.insert(mode.index)
    mayHaveWork = true
  }

  /// Whether there is work.
  ///
  /// Asks, and takes the descriptor's count, only if the kernel may know of some.
  mutating func hasWork() -> Bool {
    // Edge-triggered reports reach the pollers only when these are asked; reading is as cheap as asking.
    let count = cl_eventfd_read(descriptor)
    mayHaveWork = false
    return count > 0
  }
}

extension Loop {
  /// Has the main thread's loop watch Dispatch's main queue, and with it the main actor, for runs in `mode`.
  ///
  /// Runs do so by themselves; but they cannot throw, and end the process with a sentence when the system has no
  /// descriptor for it. After this call they need none. Nothing is done where there is nothing to watch: on another
  /// thread's loop, and in a mode that is not common.
  ///
  /// - Throws: A ``SystemError`` when the system has no descriptor for it.
  public func watchMainQueue(in mode: Mode = .default) throws(SystemError) {
    checkThread()
    if mode == .common || hasEnded { return }
    Forks.check(core)
    let state = state(of: mode)
    if servesMainQueue(state) { try mainQueue.watch(state, core) }
  }

  /// Whether runs in the mode serve the main queue.
  func servesMainQueue(_ mode: ModeState) -> Bool { isMain && mode.isCommon && !mainQueue.isDraining }

  /// `watchMainQueue` for a run.
  func watchMainQueueInRun(_ mode: ModeState) {
    do throws(SystemError) {
      try mainQueue.watch(mode, core)
    } catch {
      // A run cannot throw, and a main loop that is deaf to the main queue would hang its program.
      refuse(
        "the main loop cannot watch the main queue: \(error). Call watchMainQueue(in:) first to be told of this as an error"
      )
    }
  }
}
