internal import Glibc
public import LoopEngine
internal import Synchronization

/// A process that is recorded from its first line on.
///
/// A program that wants it calls `begin` or `beginFromEnvironment` on the main thread before anything else. What it
/// prints then goes to files of the folder, and is in the trace that `TraceJournal.read` gives, also when the process
/// crashes or is killed.
public enum TracedProgram {
  /// Why a recording asked for by the environment cannot begin.
  public struct StartError: Error, Sendable, CustomStringConvertible {
    /// A sentence.
    public let description: String
  }

  /// What a process exits with when it comes to a deadlock under the virtual clock.
  ///
  /// The report is then the last that it printed to standard error.
  public static let deadlockStatus: Int32 = 86

  private struct Session: Sendable {
    let recorder: TraceRecorder
    /// The threads hold it unretained.
    let scheduler: ThreadScheduler?
  }
  private static let session = Mutex<Session?>(nil)

  /// Begins to record into the folder, which is made if need be, for the rest of the process's life.
  ///
  /// For the virtual clock the main thread, and each that it starts, runs when the schedule says; the real clock has no
  /// use for one. With `passesOn`, output also goes where it went before, each time an event comes. To be called once,
  /// on the main thread, before there are others.
  ///
  /// Throws when a file cannot be made.
  public static func begin(
    folder: String, clock: Trace.Clock = .real, schedule: Schedule = .inOrder, passesOn: Bool = false
  ) throws(SystemError) {
    precondition(session.withLock { $0 == nil }, "TracedProgram.begin was called twice")
    precondition(Kernel.isMainThread, "TracedProgram.begin has to be called on the main thread")
    try TraceRecorder.make(folder)
    let captures = try OutputCapture(folder: folder, passesOn: passesOn)
    // What a thread printed is noticed before another runs, and so is known to be its own.
    let scheduler =
      clock == .virtual ? try VirtualScheduler(schedule, beforeSwitch: { end() }, onDeadlock: { stop(at: $0) }) : nil
    let held = scheduler?.begin(name: "main")
    let recorder = try TraceRecorder(folder: folder, scheduler: scheduler, captures: captures)
    session.withLock { $0 = Session(recorder: recorder, scheduler: held) }
    // It fails without memory only; then what is printed last has no event after it, and the reader still finds it.
    _ = atexit { TracedProgram.end() }
    LoopRecording.install(recorder)
  }

  /// Begins as the environment says; false when it names no folder.
  ///
  /// `LOOPBOOK_TRACE` is the folder, `LOOPBOOK_CLOCK` "virtual" or "real" (the default), `LOOPBOOK_SCHEDULE` a schedule
  /// for the virtual clock as `Schedule.description` gives it.
  @discardableResult
  public static func beginFromEnvironment() throws(StartError) -> Bool {
    func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let (clockName, scheduleText) = (value("LOOPBOOK_CLOCK"), value("LOOPBOOK_SCHEDULE"))
    guard let folder = value("LOOPBOOK_TRACE"), !folder.isEmpty else {
      if clockName == nil && scheduleText == nil { return false }
      throw StartError(description: "LOOPBOOK_TRACE is not set: it names the folder that the trace goes to")
    }
    guard let clock = Trace.Clock(rawValue: clockName ?? "real") else {
      throw StartError(description: "LOOPBOOK_CLOCK is '\(clockName ?? "")'; it can be 'virtual' or 'real'")
    }
    guard let schedule = Schedule(scheduleText ?? "0") else {
      throw StartError(
        description: "LOOPBOOK_SCHEDULE is '\(scheduleText ?? "")'; it can be '0', a seed or '@moment:choice,…'")
    }
    if scheduleText != nil && clock == .real {
      throw StartError(description: "LOOPBOOK_SCHEDULE needs LOOPBOOK_CLOCK=virtual: real threads follow no schedule")
    }
    do throws(SystemError) {
      try begin(folder: folder, clock: clock, schedule: schedule)
    } catch {
      throw StartError(description: "the trace cannot be written to LOOPBOOK_TRACE '\(folder)': \(error)")
    }
    return true
  }

  /// Notices, and passes on, what was printed since the last event; the end of the process does it, too.
  public static func end() {
    session.withLock { $0 }?.recorder.flush()
  }

  /// Records the state of a loop at this point; on the loop's thread.
  ///
  /// Does nothing in a process that is not recorded.
  public static func snapshot(_ loop: Loop, _ name: String) {
    session.withLock { $0 }?.recorder.record(loop, name)
  }

  private static func stop(at deadlock: Deadlock) {
    let text = Array("\(deadlock)\n".utf8)
    // Standard error is a file of ours; of a failure nobody could be told.
    _ = write(2, text, text.count)
    end()
    // Not exit: what it calls could wait for threads that never run again.
    _exit(deadlockStatus)
  }
}
