internal import Glibc
internal import LoopEngine

/// Writes what the process's loops report into a folder's journal, with what is printed in its place.
///
/// Times are relative to the recording's beginning, in snapshots too. A line that was printed stands before the first
/// event that was recorded after the line's end, and has that event's time and thread.
final class TraceRecorder: LoopEventSink {
  private let journal: TraceJournal
  private let origin: Int64

  /// Records into a folder, which is made if need be; the recording begins now.
  ///
  /// Throws when the folder or a file in it cannot be made.
  init(folder: String) throws(SystemError) {
    if mkdir(folder, 0o755) != 0 && errno != EEXIST { throw SystemError(call: "mkdir", errno: errno) }
    let captures = try OutputCapture(folder: folder, passesOn: false)
    journal = TraceJournal(try JournalSpace(folder: folder), clock: .real, captures: captures)
    origin = LoopInstant.now.nanoseconds
  }

  /// Appends the event.
  func record(_ event: LoopEvent) {
    _ = journal.append(event, at: event.time.nanoseconds, origin: origin)
  }

  /// Appends the loop's state, called `name`; on the loop's thread.
  func record(_ loop: Loop, _ name: String) {
    _ = journal.append(
      loop.snapshot(), name: name, thread: ThreadName.current, at: LoopInstant.now.nanoseconds, origin: origin)
  }

  /// Notices what was printed since the last event.
  func flush() {
    _ = journal.look(thread: ThreadName.current, at: LoopInstant.now.nanoseconds, origin: origin)
  }
}
