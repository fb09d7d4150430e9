public import LoopEngine

/// Writes what the process's loops report into a journal, with what is printed in its place.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// import LoopEngine
///
/// let recorder = try TraceRecorder(folder: "recording")
/// LoopRecording.install(recorder)
/// let loop = Loop.current
/// loop.add(LoopTimer(after: .zero, label: "alarm") { _ in loop.stop() })
/// loop.runUntilStopped()
/// LoopRecording.install(nil)
/// print(TraceText(try TraceJournal.read(folder: "recording").trace).text, terminator: "")
/// ```
///
/// ```output
/// ~  main  entry          default
/// ~  main  beforeTimers
/// ~  main  beforeSources
/// ~  main  beforeWaiting
/// ~  main  afterWaiting
/// ~  main    timer        "alarm"
/// ~  main    stop         main
/// ~  main  exit           stopped
/// ```
///
/// Times are relative to the recording's beginning, in snapshots too. A line that was printed stands before the first
/// event that was recorded after the line's end, and has that event's time and thread. ``TracedProgram`` records a
/// program with what it prints, and on the virtual clock.
public final class TraceRecorder: LoopEventSink {
  private let journal: TraceJournal
  private let origin: Int64
  /// Nil for the real clock.
  private let scheduler: VirtualScheduler?
  /// Nil where no one asks for states.
  private let states: StateWatch?

  /// Records into an empty space, from what the calling thread's clock shows now.
  init(
    _ space: consuming JournalSpace, scheduler: VirtualScheduler?, captures: OutputCapture?, states: StateWatch? = nil
  ) {
    self.states = states
    journal = TraceJournal(space, clock: scheduler == nil ? .real : .virtual, captures: captures)
    origin = LoopInstant.now.nanoseconds
    self.scheduler = scheduler
  }

  /// Appends the event; under the virtual clock another thread may go on then, if something was printed.
  public func record(_ event: LoopEvent) {
    // A thread that the virtual clock does not know has real time.
    let time = scheduler?.now ?? event.time.nanoseconds
    let wasPrinted = journal.append(event, at: time, origin: origin)
    states?.hasRecorded()
    if wasPrinted { Kernel.point() }
  }

  /// Appends the loop's state, called `name`; on the loop's thread.
  func record(_ loop: Loop, _ name: String) {
    let wasPrinted = journal.append(
      loop.snapshot(), name: name, thread: Kernel.threadName, at: now, origin: origin)
    states?.tells(of: loop, isDone: true)
    states?.hasRecorded()
    if wasPrinted { Kernel.point() }
  }

  /// Notices what was printed since the last event.
  func flush() {
    _ = journal.look(thread: Kernel.threadName, at: now, origin: origin)
  }

  private var now: Int64 { scheduler?.now ?? LoopInstant.now.nanoseconds }
}
