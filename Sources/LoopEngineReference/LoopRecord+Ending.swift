import CoreFoundation
import Synchronization

// A thread that is to end: its runs are over after a turn each, nested ones included, as on the engine.
extension LoopRecord {
  /// Which runs are to end.
  final class Endings: Sendable {
    fileprivate let otherModes = Atomic<Bool>(false)
    fileprivate let defaultMode = Atomic<Bool>(false)
    /// What ends the thread was come to in a nested run: it is to be queued again.
    fileprivate let endCameNested = Atomic<Bool>(false)
    fileprivate let workIsDone = Atomic<Bool>(false)
  }

  /// Has the runs end after a turn each, those under way and those to come; only those of other modes than `default`
  /// while what is given for that one is still being queued.
  func endRuns(besidesDefault: Bool) {
    endings.otherModes.store(true, ordering: .sequentiallyConsistent)
    if !besidesDefault { endings.defaultMode.store(true, ordering: .sequentiallyConsistent) }
  }

  /// Queues what ends the thread, behind the work given before.
  ///
  /// A mere stop would be lost if the run had not begun.
  func queueEnd() {
    let handle = LoopHandle(self)
    handle.perform(label: "stop") { [self] in
      if isNested {
        endings.endCameNested.store(true, ordering: .sequentiallyConsistent)
      } else {
        endings.workIsDone.store(true, ordering: .sequentiallyConsistent)
      }
      handle.stop()
    }
  }

  private var isNested: Bool { books.withLock { $0.runs.count > 1 } }

  /// Whether all runs are to end; one that begins now does in its turn what it comes to of the work given before.
  var endsAllRuns: Bool { endings.defaultMode.load(ordering: .acquiring) }

  /// Whether what was given before the end is done.
  var workIsDone: Bool { endings.workIsDone.load(ordering: .acquiring) }

  /// Stops the innermost run, if runs of its mode are to end; on the loop's thread.
  func stopIfEnding() {
    guard endings.otherModes.load(ordering: .sequentiallyConsistent) else { return }
    guard let mode = books.withLock(\.runs.last?.mode) else { return }
    if mode != .default || endsAllRuns { CFRunLoopStop(own) }
  }

  /// A nested run is over, and the one around it is now the innermost.
  ///
  /// Of the default mode, it is to look at its blocks before it ends: the nested run may have used up the wake-up for
  /// them.
  func nestedRunEnded() {
    guard endings.otherModes.load(ordering: .sequentiallyConsistent) else { return }
    guard let mode = books.withLock(\.runs.last?.mode) else { return }
    if !isNested && endings.endCameNested.exchange(false, ordering: .sequentiallyConsistent) {
      // Behind what the runs around that one had taken up by then, which was given before.
      queueEnd()
    }
    if mode == .default { CFRunLoopWakeUp(own) } else { CFRunLoopStop(own) }
  }
}
