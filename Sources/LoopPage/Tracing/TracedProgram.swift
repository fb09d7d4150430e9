internal import CLoopPage
public import LoopEngine

/// A program in a page, which is recorded from its first line on.
public enum TracedProgram {
  private struct Session {
    let recorder: TraceRecorder
    /// The threads hold it unretained.
    let scheduler: ThreadScheduler
  }
  // nonisolated(unsafe): `begin` alone sets it, once and on the main fiber, before another fiber exists to read it; and
  // fibers never run at the same time.
  nonisolated(unsafe) private static var session: Session?
  nonisolated(unsafe) private static var watched: StateWatch?

  /// What the process ends with at a deadlock; the report is then the last that it printed to standard error.
  static let deadlockStatus: Int32 = 86

  /// Begins to record, on virtual time; on the main fiber, before there are others.
  ///
  /// The state of the loop at `moment` is recorded beside it.
  package static func begin(_ schedule: Schedule, _ moment: RecordingMoment?) {
    do throws(SystemError) {
      let scheduler = try VirtualScheduler(
        schedule, beforeSwitch: { session?.recorder.flush() },
        onDeadlock: { deadlock in
          tell("\(deadlock.description)\n")
          session?.recorder.flush()
          lp_end(deadlockStatus)
        })
      let held = scheduler.begin(name: "main")
      let states = moment.map(watch)
      let recorder = TraceRecorder(
        JournalSpace(), scheduler: scheduler, captures: OutputCapture(), states: states)
      session = Session(recorder: recorder, scheduler: held)
      LoopRecording.install(recorder)
    } catch {
      refuse("a page always has what the virtual clock needs: \(error.description)")
    }
  }

  private static func watch(_ moment: RecordingMoment) -> StateWatch {
    let journal = TraceJournal(JournalSpace(1), clock: .virtual, captures: nil)
    let states = StateWatch(moment) { _, snapshot in
      if let snapshot { _ = journal.append(snapshot, name: "", thread: "", at: 0, origin: 0) }
    }
    if case .printed(let stream, let count) = moment { lp_watch(stream == .output ? 1 : 2, count) }
    watched = states
    LoopRecording.watch(states)
    return states
  }

  /// What was to be watched has just been printed.
  package static func hasPrinted() { watched?.hasPrinted() }

  /// Notices what was printed since the last event.
  package static func end() { session?.recorder.flush() }

  /// Records the state of a loop at this point; on the loop's thread.
  public static func snapshot(_ loop: Loop, _ name: String) { session?.recorder.record(loop, name) }

  private static func tell(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      if let begin = bytes.baseAddress { lp_print(2, begin, bytes.count) }
    }
  }
}
