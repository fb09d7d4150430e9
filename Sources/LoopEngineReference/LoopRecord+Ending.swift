import CoreFoundation
import Synchronization

// A thread that is to end: its runs are over after a turn each, nested ones included, as on the engine.
extension LoopRecord {
  /// Which runs are to end.
  final class Endings: Sendable {
    fileprivate let otherModes = Atomic<Bool>(false)
    fileprivate let defaultMode = Atomic<Bool>(false)
  }

  /// Has the runs end after a turn each, those under way and those to come; only those of other modes than `default`
  /// while what is queued for that one is still to run.
  func endRuns(besidesDefault: Bool) {
    endings.otherModes.store(true, ordering: .sequentiallyConsistent)
    if !besidesDefault { endings.defaultMode.store(true, ordering: .sequentiallyConsistent) }
  }

  /// Whether all runs are to end.
  var endsAllRuns: Bool { endings.defaultMode.load(ordering: .acquiring) }

  /// Stops the innermost run, if runs of its mode are to end; on the loop's thread.
  func stopIfEnding() {
    guard endings.otherModes.load(ordering: .sequentiallyConsistent) else { return }
    guard let mode = books.withLock(\.runs.last?.mode) else { return }
    if mode != .default || endsAllRuns { CFRunLoopStop(own) }
  }

  /// A nested run is over, and the one around it is now the innermost.
  ///
  /// Where it is not to end yet, it is to look at its blocks: the nested run may have used up the wake-up for them.
  func nestedRunEnded() {
    guard endings.otherModes.load(ordering: .sequentiallyConsistent) else { return }
    stopIfEnding()
    CFRunLoopWakeUp(own)
  }
}
