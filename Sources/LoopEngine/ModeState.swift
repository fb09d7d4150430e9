internal import Synchronization

/// What one loop holds in one mode.
final class ModeState: @unchecked Sendable {
  // @unchecked: the fields are in three groups, each with its own rule, stated below.
  let mode: Mode
  /// Its number among the loop's modes, which is that of its timer heap.
  let index: Int

  // Atomic.
  let signaledCount = Atomic<Int>(0)
  let sourceCount = Atomic<Int>(0)
  let stopRequested = Atomic<Bool>(false)

  // Under the loop's structure lock.
  var sources: [ObjectIdentifier: (order: UInt64, source: SourceCore)] = [:]
  /// Signalled sources, some perhaps performed or removed since.
  var signaled: [SourceCore] = []
  /// Written by the loop's thread under the lock, so that this thread may read it without.
  var isCommon = false
  var poller: Poller?

  // The loop's thread only.
  /// By order, then age.
  var observers: [LoopObserver] = []
  /// Every activity that an observer here has ever asked for.
  var observed: LoopActivity = []

  init(_ mode: Mode, index: Int) {
    self.mode = mode
    self.index = index
  }
}
