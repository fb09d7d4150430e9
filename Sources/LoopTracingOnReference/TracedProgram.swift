internal import Glibc
public import LoopEngine
internal import Synchronization

/// A process on CoreFoundation's loops that is recorded from its first line on, in real time.
///
/// The journal is of the same form as the engine's.
public enum TracedProgram {
  private static let recorder = Mutex<TraceRecorder?>(nil)

  /// Begins to record, for the rest of the process's life; on the main thread, before there are others.
  ///
  /// Throws when CoreFoundation cannot do what the setup asks for, when a recording has begun before, or when a file
  /// cannot be made.
  public static func begin(_ setup: RecordingSetup) throws(StartError) {
    if setup.clock == .virtual {
      throw StartError(description: "the recording's clock is 'virtual', but CoreFoundation knows only real time")
    }
    if isOn { throw StartError(description: "the process is recorded already") }
    let made: TraceRecorder
    do throws(SystemError) {
      made = try TraceRecorder(folder: setup.folder)
    } catch {
      throw StartError(description: "the trace cannot be written to the folder '\(setup.folder)': \(error)")
    }
    recorder.withLock { $0 = made }
    // It fails without memory only; then what is printed last has no event after it, and the reader still finds it.
    _ = atexit { TracedProgram.end() }
    LoopRecording.install(made)
  }

  /// Begins as `LOOPBOOK_TRACE` (the folder) and `LOOPBOOK_CLOCK` ("real" if at all) say; false when they say nothing.
  @discardableResult
  public static func beginFromEnvironment() throws(StartError) -> Bool {
    guard let setup = try RecordingSetup.fromEnvironment() else { return false }
    try begin(setup)
    return true
  }

  /// Whether a recording has begun.
  public static var isOn: Bool { recorder.withLock { $0 != nil } }

  /// Notices what was printed since the last event; the end of the process does it, too.
  public static func end() {
    recorder.withLock { $0 }?.flush()
  }

  /// Records the state of a loop at this point; on the loop's thread.
  ///
  /// Does nothing in a process that is not recorded.
  public static func snapshot(_ loop: Loop, _ name: String) {
    recorder.withLock { $0 }?.record(loop, name)
  }
}
