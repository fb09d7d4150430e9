internal import CLinux
internal import Glibc
public import LoopEngine
internal import Synchronization

/// A process that is recorded from its first line on.
///
/// A program that wants it calls ``begin(folder:clock:schedule:passesOn:)`` or ``beginFromEnvironment()`` on the main
/// thread before anything else. What it prints then goes to files of the folder, and is in the trace that
/// ``TraceJournal`` reads there, also when the process crashes or is killed.
///
/// ```swift norun
/// import LoopEngine
///
/// try TracedProgram.begin(folder: "recording", clock: .virtual, passesOn: true)
/// let loop = Loop.current
/// loop.add(LoopTimer(after: .seconds(3600), label: "alarm") { _ in loop.stop() })
/// loop.runUntilStopped()
/// ```
///
/// That takes no hour, and afterwards ``TraceJournal`` tells what happened. In a program that is
/// recorded, a loop's state can be made part of the trace:
///
/// ```swift
/// import LoopEngine
///
/// let loop = Loop.current
/// loop.add(LoopTimer(after: .seconds(1), label: "alarm") { _ in TracedProgram.snapshot(loop, "at the alarm") })
/// loop.run(mode: .default, for: .seconds(2))
/// print(TracedProgram.isOn)
/// ```
///
/// ```output
/// true
/// ```
///
/// ```trace only=callouts
/// +1.000s  main    timer        "alarm"
/// +2.000s  main  print          true
/// ```
public enum TracedProgram {
  /// What a process exits with when it comes to a deadlock under the virtual clock.
  ///
  /// The report is then the last that it printed to standard error.
  public static let deadlockStatus: Int32 = 86

  /// What a process exits with whose top level waits with `await` under the virtual clock.
  ///
  /// The Swift runtime then serves the main actor itself, for good: the virtual clock has no place for that.
  public static let awaitStatus: Int32 = 87

  /// What a process exits with under the virtual clock whose end came before what its tasks were to do.
  ///
  /// The report is then the last that it printed to standard error.
  public static let unfinishedStatus: Int32 = 88

  private struct Session: Sendable {
    let recorder: TraceRecorder
    /// The threads hold it unretained.
    let scheduler: ThreadScheduler?
    /// A child of its has other work.
    let process: pid_t
  }
  private static let session = Mutex<Session?>(nil)

  /// Begins to record into the folder, which is made if need be, for the rest of the process's life.
  ///
  /// For the virtual clock the main thread, and each that it starts, runs when the schedule says; the real clock has no
  /// use for one.
  ///
  /// - Parameters:
  ///   - folder: The folder that the trace goes to, in place of one that is there.
  ///   - clock: The clock that the program runs on.
  ///   - schedule: Which thread goes on where several could, under the virtual clock.
  ///   - passesOn: Whether output also goes where it went before, each time an event comes.
  /// - Precondition: It is called once, on the main thread, before there are others.
  /// - Throws: A `SystemError` when a file cannot be made.
  public static func begin(
    folder: String, clock: Trace.Clock = .real, schedule: Schedule = .inOrder, passesOn: Bool = false
  ) throws(SystemError) {
    require(session.withLock { $0 == nil }, "TracedProgram.begin was called twice")
    require(Kernel.isMainThread, "TracedProgram.begin must be called on the main thread")
    try TraceRecorder.make(folder)
    let captures = try OutputCapture(folder: folder, passesOn: passesOn)
    // What a thread printed is noticed before another runs, and so is known to be its own.
    let scheduler =
      clock == .virtual
      ? try VirtualScheduler(schedule, beforeSwitch: { end() }, onDeadlock: { stop("\($0)", deadlockStatus) }) : nil
    let held = scheduler?.begin(name: "main")
    if clock == .virtual {
      // Without the runtime for tasks there is no such program.
      _ = cl_on_async_main {
        TracedProgram.stop(
          "a program whose top level waits with 'await' cannot run on the virtual clock: it needs the real one",
          TracedProgram.awaitStatus)
      }
    }
    let recorder = try TraceRecorder(folder: folder, scheduler: scheduler, captures: captures)
    session.withLock { $0 = Session(recorder: recorder, scheduler: held, process: getpid()) }
    // It fails without memory only; then what is printed last has no event after it, and the reader still finds it.
    _ = atexit {
      TracedProgram.end()
      TracedProgram.tellOfUnfinishedWork()
    }
    LoopRecording.install(recorder)
  }

  /// Begins as the setup says.
  ///
  /// - Throws: A ``StartError``, and changes nothing, when a recording has begun before, another thread than the main
  ///   one calls, or the trace cannot be written.
  public static func begin(_ setup: RecordingSetup) throws(StartError) {
    if isOn { throw StartError(description: "the process is recorded already") }
    if !Kernel.isMainThread { throw StartError(description: "a recording can begin on the main thread only") }
    do throws(SystemError) {
      try begin(folder: setup.folder, clock: setup.clock, schedule: setup.schedule)
    } catch {
      throw StartError(description: "the trace cannot be written to the folder '\(setup.folder)': \(error)")
    }
  }

  /// Begins as the environment says; false when it says nothing.
  ///
  /// `LOOPBOOK_TRACE` is the folder, `LOOPBOOK_CLOCK` "virtual" or "real" (the default), `LOOPBOOK_SCHEDULE` a schedule
  /// for the virtual clock as the description of a ``Schedule`` gives it.
  ///
  /// - Throws: A ``StartError`` when the variables make no sense, or the recording cannot begin.
  @discardableResult
  public static func beginFromEnvironment() throws(StartError) -> Bool {
    guard let setup = try RecordingSetup.fromEnvironment() else { return false }
    try begin(setup)
    return true
  }

  /// Whether a recording has begun.
  public static var isOn: Bool { session.withLock { $0 != nil } }

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

  /// Ends the process with a report if tasks were not done; the first thread that exits does it.
  private static func tellOfUnfinishedWork() {
    guard let session = session.withLock({ $0 }), session.process == getpid() else { return }
    guard let scheduler = session.scheduler?.scheduling as? VirtualScheduler else { return }
    if let work = scheduler.unfinishedWork() { stop("\(work)", unfinishedStatus) }
  }

  private static func stop(_ report: String, _ status: Int32) {
    let text = Array("\(report)\n".utf8)
    // Standard error is a file of ours; a failure could be told to no one.
    _ = write(2, text, text.count)
    end()
    // Not exit: what it calls could wait for threads that never run again.
    _exit(status)
  }
}
