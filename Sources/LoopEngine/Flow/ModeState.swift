internal import Synchronization

/// What one loop holds in one mode.
final class ModeState: @unchecked Sendable {
  // @exclusivity(unchecked): plain reads and writes, none held across a call of unknown code.
  // @unchecked: the fields are in three groups, each with its own rule, stated below.
  let mode: Mode
  /// Its number among the loop's modes, which is that of its timer heap.
  let index: Int

  // Atomic.
  let signaledCount = Atomic<Int>(0)
  let sourceCount = Atomic<Int>(0)
  let stopRequested = Atomic<Bool>(false)
  /// Counts the sources that have left: unchanged, whatever was in the mode still is.
  let removals = Atomic<UInt64>(0)
  // Retained; changed under the loop's structure lock, by the loop's thread only once it is set.
  private let lastingPoller = Atomic<Unmanaged<Poller>?>(nil)

  // Under the loop's structure lock.
  var sources: [ObjectIdentifier: (order: UInt64, source: SourceCore)] = [:]
  /// Signaled sources, some perhaps performed since; those that leave the mode are taken out.
  @exclusivity(unchecked) var signaled = SignaledList()
  /// Written by the loop's thread under the lock, so that this thread may read it without.
  @exclusivity(unchecked) var isCommon = false

  // The loop's thread only.
  let observers = ObserverList()

  init(_ mode: Mode, index: Int) {
    self.mode = mode
    self.index = index
  }

  deinit {
    signaled.release()
    poller = nil
  }

  /// Set under the loop's structure lock; the loop's thread reads it without, since another may set but not clear it.
  var poller: Poller? {
    @inline(__always)
    get { lastingPoller.load(ordering: .acquiring)?.takeUnretainedValue() }
    set {
      let before = lastingPoller.exchange(newValue.map { .passRetained($0) }, ordering: .acquiringAndReleasing)
      before?.release()
    }
  }
}
