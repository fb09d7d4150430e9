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
  mutating func watch(_ mode: ModeState, _ core: LoopCore) {
    if generation != Forks.generation {
      watching = []
      generation = Forks.generation
    }
    if watching.contains(mode.index) { return }
    if descriptor < 0 { descriptor = cl_main_queue_descriptor() }
    core.structure.lock()
    defer { core.structure.unlock() }
    do throws(SystemError) {
      try core.poller(of: mode).watch(descriptor, tag: Poller.mainQueueTag)
    } catch {
      // A run cannot throw, and a main loop that is deaf to the main queue would hang its program.
      refuse("the main loop cannot watch the main queue: \(error)")
    }
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
