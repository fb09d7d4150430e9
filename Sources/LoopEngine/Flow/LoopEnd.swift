internal import CLinux
internal import Synchronization

extension Loop {
  /// The end of the loop, on its thread, which ends.
  ///
  /// Sources leave every mode, with their cancel hooks called here; timers end; observers stay valid, in no mode. Jobs
  /// of Swift concurrency that are queued run now, for nothing else would finish their tasks; other blocks, and what
  /// the thread was asked to perform, are dropped, and those who asked to know are told.
  func end() {
    if hasEnded { return }
    hasEnded = true
    runQueuedJobs()
    for source in core.close() { core.removeEverywhere(source) }
    held.append(core.closeInbox())
    runHeldJobs()
    dropHeld()
    for request in core.structure.withLock({ core.performs })?.close() ?? [] { request.onDrop?() }
    let common = commonObservers
    commonObservers = []
    for observer in common { observer.forgetLoopIfApart() }
    // No mode is made any more: the loop has ended for everybody.
    for mode in core.modes {
      for observer in mode.observers.all { observer.leave(mode) }
      mode.observers.removeAll()
    }
    performTargets = [:]
    core.loop = nil
    timers.pointee.release()
    core.structure.withLock {
      for mode in core.modes { mode.poller = nil }
    }
    if isRecording {
      LoopRecording.report(.loopEnded, loop: core)
      // Before it is known to have ended: who waits for that goes on, and waits for the thread itself.
      if ThreadIdentity.current.isLoopThread { LoopRecording.report(.threadEnded, loop: nil) }
    }
    core.ending.complete(.ran)
  }

  /// Runs them, and those that they queue; a task that goes on for ever gets a sentence, since the loop takes no more
  /// then.
  private func runQueuedJobs() {
    for _ in 0..<100_000 {
      absorbInbox()
      if !runHeldJobs() { return }
    }
  }

  /// Runs the jobs among the held blocks; true when there were any.
  @discardableResult
  private func runHeldJobs() -> Bool {
    let all = held
    held = BlockList()
    var hasRun = false
    all.visit { node in
      // The node retains its extras.
      if node.pointee.extras?._withUnsafeGuaranteedRef({ $0.isJob }) == true {
        hasRun = true
        let job = node.pointee.body
        LoopCore.discard(node)
        job()
      } else {
        held.append(node)
      }
    }
    return hasRun
  }

  private func dropHeld() {
    let dropped = held
    held = BlockList()
    dropped.visit { node in
      // The node retains its extras.
      let onDrop = node.pointee.extras?._withUnsafeGuaranteedRef { $0.onDrop }
      LoopCore.discard(node)
      onDrop?()
    }
  }
}

extension LoopCore {
  /// Takes a source out of all modes of this loop, which ends.
  func removeEverywhere(_ source: SourceCore) {
    source.lock.lock()
    let left = source.memberships.filter { $0.loop === self }
    for membership in left { detach(source, from: membership.mode) }
    source.memberships.removeAll { $0.loop === self }
    source.lock.unlock()
    source.cancelled(left)
  }
}
