internal import Glibc
internal import LoopTracing

// What a host process calls by name, in C:
//
//     char *loopbook_begin(const char *folder, const char *clock, const char *schedule);
//     void loopbook_end(void);

/// Begins to record the process into the folder; on the main thread, before there are others.
///
/// The clock is "virtual" or "real", the schedule as `Schedule.description` gives it; null and empty mean the usual.
/// Returns null, or a sentence that says why nothing is recorded, which the caller frees.
@_cdecl("loopbook_begin")
public func begin(
  _ folder: UnsafePointer<CChar>?, _ clock: UnsafePointer<CChar>?, _ schedule: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
  }
  do throws(TracedProgram.StartError) {
    try TracedProgram.begin(RecordingSetup(folder: text(folder), clock: text(clock), schedule: text(schedule)))
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
