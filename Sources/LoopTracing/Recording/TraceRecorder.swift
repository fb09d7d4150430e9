public import LoopEngine

/// Writes what the process's loops report into a journal, with what is printed in its place.
///
/// Times are relative to the recording's beginning, in snapshots too. A line that was printed stands before the first
/// event that was recorded after the line's end, and has that event's time and thread.
public final class TraceRecorder: LoopEventSink {
  private let journal: TraceJournal
  private let origin: Int64
  /// Nil for the real clock.
  private let scheduler: VirtualScheduler?

  /// Records into an empty space, from what the calling thread's clock shows now.
  init(_ space: consuming JournalSpace, scheduler: VirtualScheduler?, captures: OutputCapture?) {
    journal = TraceJournal(space, clock: scheduler == nil ? .real : .virtual, captures: captures)
    origin = LoopInstant.now.nanoseconds
    self.scheduler = scheduler
  }

  /// Appends the event; under the virtual clock another thread may go on then, if something was printed.
  public func record(_ event: LoopEvent) {
    // A thread that the virtual clock does not know has real time.
    let time = scheduler?.now ?? event.time.nanoseconds
    if journal.append(event, at: time, origin: origin) { Kernel.point() }
  }

  /// Appends the loop's state, called `name`; on the loop's thread.
  func record(_ loop: Loop, _ name: String) {
    if journal.append(loop.snapshot(), name: name, thread: Kernel.threadName, at: now, origin: origin) {
      Kernel.point()
    }
  }

  /// Notices what was printed since the last event.
  func flush() {
    _ = journal.look(thread: Kernel.threadName, at: now, origin: origin)
  }

  private var now: Int64 { scheduler?.now ?? LoopInstant.now.nanoseconds }
}
