internal import Glibc
internal import LoopEngineReference
internal import LoopTracingOnReference

// What a host process calls by name, in C:
//
//     char *loopbook_begin(const char *folder, const char *clock, const char *schedule);
//     void loopbook_end(void);

/// Begins to record the process into the folder; on the main thread, before there are others.
///
/// The clock is "virtual" or "real", the schedule as `Schedule.description` gives it; null and empty mean the usual. A
/// number behind "real/" is how many seconds one second of the program's takes.
/// Returns null, or a sentence that says why nothing is recorded, which the caller frees.
@_cdecl("loopbook_begin")
public func begin(
  _ folder: UnsafePointer<CChar>?, _ clock: UnsafePointer<CChar>?, _ schedule: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
  }
  let words = text(clock)?.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false) ?? []
  do throws(TracedProgram.StartError) {
    let setup = try RecordingSetup(
      folder: text(folder), clock: words.first.map(String.init), schedule: text(schedule))
    if words.count > 1 {
      guard let pace = Int(words[1]), pace > 0 else {
        return strdup("the recording's pace is '\(words[1])'; it can be a number of seconds")
      }
      LoopPace.set(pace)
    }
    try TracedProgram.begin(setup)
    return nil
  } catch {
    return strdup(error.description)
  }
}

/// Notices what was printed since the last event.
///
/// `exit` does it, too; for a host that ends by `_exit`.
@_cdecl("loopbook_end")
public func end() {
  TracedProgram.end()
}
