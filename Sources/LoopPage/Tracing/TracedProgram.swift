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

  /// What the process ends with at a deadlock; the report is then the last that it printed to standard error.
  static let deadlockStatus: Int32 = 86

  /// Begins to record, on virtual time; on the main fiber, before there are others.
  static func begin(_ schedule: Schedule) {
    do throws(SystemError) {
      let scheduler = try VirtualScheduler(
        schedule, beforeSwitch: { session?.recorder.flush() },
        onDeadlock: { deadlock in
          tell("\(deadlock.description)\n")
          session?.recorder.flush()
          lp_end(deadlockStatus)
        })
      let held = scheduler.begin(name: "main")
      let recorder = TraceRecorder(JournalSpace(), scheduler: scheduler, captures: OutputCapture())
      session = Session(recorder: recorder, scheduler: held)
      LoopRecording.install(recorder)
    } catch {
      refuse("a page always has what the virtual clock needs: \(error.description)")
    }
  }

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

/// What a process does: the program whose number is its first argument, under the schedule that is the second.
@_cdecl("lp_main")
public func main() {
  TracedProgram.begin(argument(2).flatMap { Schedule($0) } ?? .inOrder)
  lp_program(Int32(argument(1).flatMap { Int32($0) } ?? 0))
  TracedProgram.end()
}

private func argument(_ number: Int32) -> String? {
  var bytes = [UInt8](repeating: 0, count: 4_096)
  let count = lp_argument(number, &bytes, bytes.count)
  return count == 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
}
