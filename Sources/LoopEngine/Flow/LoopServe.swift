internal import CLinux
internal import Synchronization

/// Signaled sources of one pass that are to be performed.
struct SourcePass {
  var sources: [(order: Int, sequence: UInt64, source: SourceCore)] = []
  var next = 0
  var mode: ModeState?
  /// Those not performed yet stand on the mode's list again, for a nested run to find.
  var isRelisted = false

  var isActive: Bool { next < sources.count && !isRelisted }
}

extension Loop {
  // MARK: Sources

  /// Performs the signaled sources of the mode, by order and then by when they were signaled; true when there was
  /// any.
  ///
  /// A source signaled meanwhile waits for the next turn.
  @inline(__always)
  func performSources(_ mode: ModeState, onlyOne: Bool) -> Bool {
    if mode.signaledCount.load(ordering: .acquiring) == 0 { return false }
    return performListedSources(mode, onlyOne)
  }

  @inline(never)
  private func performListedSources(_ mode: ModeState, _ onlyOne: Bool) -> Bool {
    core.structure.lock()
    if let only = mode.signaled.takeOnly() {
      mode.signaledCount.store(0, ordering: .relaxed)
      // Retained until it was called: its handler may take it out of the mode.
      _ = only.retain()
      core.structure.unlock()
      defer { only.release() }
      return only._withUnsafeGuaranteedRef { source in
        if !source.unlistAndClaim(from: mode) { return false }
        call(source)
        return true
      }
    }
    let listed = mode.signaled.takeAll()
    mode.signaledCount.store(0, ordering: .relaxed)
    core.structure.unlock()
    let outer = pass
    defer { pass = outer }
    pass = SourcePass(
      sources: listed.compactMap { source in source.unlist(from: mode).map { (source.order, $0, source) } }, mode: mode)
    pass.sources.sort { ($0.order, $0.sequence) < ($1.order, $1.sequence) }
    var hasPerformed = false
    while pass.next < pass.sources.count {
      let source = pass.sources[pass.next].source
      if hasPerformed && onlyOne {
        relistPass()
        break
      }
      pass.next += 1
      if perform(source) { hasPerformed = true }
    }
    return hasPerformed
  }

  /// Performs the source unless its signal is gone.
  private func perform(_ source: SourceCore) -> Bool {
    if !source.claim() { return false }
    call(source)
    return true
  }

  @inline(__always)
  private func call(_ source: SourceCore) {
    guard let perform = source.perform else { return }
    if isRecording { tellCall(of: source, .calloutBegan(.source)) }
    perform()
    if isRecording { tellCall(of: source, .calloutEnded(.source)) }
  }

  private func tellCall(of source: SourceCore, _ kind: LoopEvent.Kind) {
    if source.tellsOfCallouts { report(kind, label: source.label, location: source.location) }
  }

  /// Gives what the pass has not performed back to the mode's list.
  func relistPass() {
    guard let mode = pass.mode else { return }
    for index in pass.next..<pass.sources.count { pass.sources[index].source.relist(to: mode) }
    pass.isRelisted = true
  }

  /// Delivers one message of the port.
  func deliver(_ port: SourceCore) -> Bool {
    guard let message = port.nextMessage(on: core) else { return false }
    if isRecording { report(.calloutBegan(.port), label: port.label, location: port.location) }
    message()
    if isRecording { report(.calloutEnded(.port), label: port.label, location: port.location) }
    return true
  }

  /// Tells the source what its descriptor is ready for; false when its handler is being called.
  func deliver(_ source: SourceCore, _ events: DescriptorEvents) -> Bool {
    guard case .descriptor(_, _, let handler) = source.kind else { return false }
    if !paused.isEmpty && paused.contains(where: { $0 === source }) {
      // Added to this mode since the run began that is nested in its handler.
      core.pause(source, true)
      return false
    }
    let outer = serving
    serving = .passUnretained(source)
    if isRecording { report(.calloutBegan(.descriptor), label: source.label, location: source.location) }
    handler(events)
    if isRecording { report(.calloutEnded(.descriptor), label: source.label, location: source.location) }
    serving = outer
    if !paused.isEmpty { resume(source) }
    return true
  }

  /// Before a run nested in a descriptor's handler: what it is called for may still be there, and would have it called
  /// again.
  func pauseServing(_ source: SourceCore) {
    if !paused.contains(where: { $0 === source }) { paused.append(source) }
    // Those of the enclosing runs, too: they may have joined another mode since.
    for source in paused { core.pause(source, true) }
  }

  private func resume(_ source: SourceCore) {
    guard let at = paused.firstIndex(where: { $0 === source }) else { return }
    paused.remove(at: at)
    core.pause(source, false)
  }

  func drainMainQueue(_ mode: ModeState) {
    if isRecording { report(.calloutBegan(.mainQueue)) }
    mainQueue.isDraining = true
    cl_main_queue_drain()
    mainQueue.isDraining = false
    if isRecording { report(.calloutEnded(.mainQueue)) }
  }

  // MARK: Timers

  /// Fires the timers of the mode that are due now; what becomes due meanwhile waits for the next wake.
  func fireDueTimers(_ mode: ModeState) {
    let limit = clockNow()
    guard let first = timers.pointee.takeDue(from: mode.index, limit: limit) else { return }
    guard let second = timers.pointee.takeDue(from: mode.index, limit: limit) else {
      fire(TimerTable.number(of: first))
      return
    }
    let outer = batch
    batch = spareBatch.emptied()
    batch.heap = mode.index
    batch.ready = .now()
    batch.append(first, timers)
    batch.append(second, timers)
    while let another = timers.pointee.takeDue(from: mode.index, limit: limit) { batch.append(another, timers) }
    batch.identify(timers)
    while batch.next < batch.count {
      let due = batch[batch.next]
      batch.next &+= 1
      fire(due.slot, due.generation)
    }
    // Its room serves the next wake; a nested one's is given up if there is one already.
    spareBatch.release()
    spareBatch = batch.emptied()
    batch = outer
  }

  /// Fires a timer of the batch unless it has ended, fires already, left the loop or was moved to a later time.
  private func fire(_ slot: HeapSlot, _ generation: UInt32) {
    let timer = TimerTable.number(of: slot)
    let record = timers.pointee.record(timer)
    if record.pointee.generation != generation || record.pointee.mode == 0 { return }
    if record.pointee.flags.contains(.firing) { return }
    if record.pointee.fireTime != slot.time && record.pointee.fireTime > clockNow() { return }
    fire(timer)
  }

  private func fire(_ timer: UInt32) {
    let record = timers.pointee.record(timer)
    guard let handler = record.pointee.handler else { return }
    let handle = timers.pointee.handle(timer)
    let fireTime = record.pointee.fireTime
    timers.pointee.beginFiring(timer)
    if isRecording {
      recordFiring(timer, handle, handler)
    } else {
      handler(handle)
    }
    guard timers.pointee.find(handle) != nil else { return }
    let interval = record.pointee.interval
    if interval == 0 {
      endTimer(timer)
    } else if record.pointee.fireTime > fireTime {
      // Moved to a later time in its callout: that counts.
      timers.pointee.endFiring(timer, next: record.pointee.fireTime)
    } else {
      timers.pointee.endFiring(timer, next: Self.nextFire(after: fireTime, every: interval, now: clockNow()))
    }
  }

  /// The first time after `now` that keeps the phase; missed ones are skipped at no cost.
  private static func nextFire(after fireTime: Int64, every interval: Int64, now: Int64) -> Int64 {
    if fireTime > now { return fireTime }
    let steps = (now - fireTime) / interval + 1
    let (distance, overflow) = steps.multipliedReportingOverflow(by: interval)
    return overflow ? .max : fireTime.saturatingAdd(distance)
  }

  @inline(never)
  private func recordFiring(_ timer: UInt32, _ handle: LoopTimer, _ handler: (LoopTimer) -> Void) {
    let label = timers.pointee.extras[timer]?.label
    let location = SourceLocation(packed: timers.pointee.record(timer).pointee.location)
    report(.calloutBegan(.timer), label: label, location: location)
    handler(handle)
    report(.calloutEnded(.timer), label: label, location: location)
  }

  /// Ends a timer; what its handler held is let go once the table is whole again.
  @inline(__always)
  func endTimer(_ timer: UInt32) {
    if timers.pointee.record(timer).pointee.flags.contains(.extras) { forgetTarget(timer) }
    _ = timers.pointee.end(timer)
  }

  private func forgetTarget(_ timer: UInt32) {
    guard let target = timers.pointee.extras[timer]?.target else { return }
    performTargets[target]?.remove(timers.pointee.handle(timer))
    if performTargets[target]?.isEmpty == true { performTargets[target] = nil }
  }

  /// Puts the timers of the batch that have not fired back into their heap, at their old places in the order.
  func putBackBatch() {
    if !batch.isActive { return }
    batch.isPutBack = true
    for index in batch.next..<batch.count {
      let (slot, generation) = (batch[index].slot, batch[index].generation)
      let timer = TimerTable.number(of: slot)
      let record = timers.pointee.record(timer)
      if record.pointee.generation != generation || record.pointee.fireTime != slot.time { continue }
      if record.pointee.flags.contains(.firing) || !timers.pointee.isMember(timer, of: batch.heap) { continue }
      timers.pointee.putBack(slot, to: batch.heap)
      timers.pointee.heaps[batch.heap].isReady(since: batch.ready)
    }
  }
}
