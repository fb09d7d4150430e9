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
  static func begin(_ schedule: Schedule, _ moment: RecordingMoment?) {
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
  fileprivate static func hasPrinted() { watched?.hasPrinted() }

  /// Notices what was printed since the last event.
  static func end() { session?.recorder.flush() }

  /// Records the state of a loop at this point; on the loop's thread.
  public static func snapshot(_ loop: Loop, _ name: String) { session?.recorder.record(loop, name) }

  private static func tell(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      if let begin = bytes.baseAddress { lp_print(2, begin, bytes.count) }
    }
  }
}

/// What a process does: the program whose number is its first argument, under the schedule that is the second, which a
/// moment may follow: `7@12`.
@_cdecl("lp_main")
public func main() {
  // A hash is taken first, since hashing draws its own numbers with it: zeros, as natively.
  lp_seed(UInt64(truncatingIfNeeded: Hasher().finalize()) | 1)
  let parts = (argument(2) ?? "").split(separator: "@")
  TracedProgram.begin(
    parts.first.flatMap { Schedule(String($0)) } ?? .inOrder,
    parts.dropFirst().first.flatMap { RecordingMoment(String($0)) })
  lp_program(Int32(argument(1).flatMap { Int32($0) } ?? 0))
  TracedProgram.end()
}

/// What `lp_watch` asked for has been printed.
@_cdecl("lp_reached")
public func reached() { TracedProgram.hasPrinted() }

private func argument(_ number: Int32) -> String? {
  var bytes = [UInt8](repeating: 0, count: 4_096)
  let count = lp_argument(number, &bytes, bytes.count)
  return count == 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
}
