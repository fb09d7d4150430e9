extension LoopHandle {
  /// Queues a job of Swift concurrency in the common modes, and wakes the loop; false when the loop has ended.
  package func enqueueJob(_ run: @escaping () -> Void) -> Bool {
    let extras = BlockExtras(label: "job", onDrop: nil, isJob: true)
    let here = SourceLocation(file: #fileID, line: #line)
    let scheduler = core.scheduler
    Kernel.point(owner: scheduler)
    scheduler?.scheduling.jobs(1)
    let queued = core.post(ModeSet(.common), location: here.packed, extras: extras) {
      scheduler?.scheduling.jobs(-1)
      run()
    }
    if queued { wakeUp() }
    return queued
  }
}
