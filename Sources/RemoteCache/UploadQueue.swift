internal import Dispatch
internal import Synchronization

/// Counts what is being uploaded, so that it cannot fill the memory and can be waited for.
final class UploadQueue: Sendable {
  private struct State {
    var entries = 0
    var bytes = 0
    var refused = 0
    var waiter: DispatchSemaphore?
  }
  private let state = Mutex(State())

  /// The most bytes that may wait.
  private static let most = 256 << 20

  /// Takes on an entry; `false` where too much waits already.
  func begin(_ size: Int) -> Bool {
    state.withLock { state in
      guard state.entries == 0 || state.bytes + size <= Self.most else {
        state.refused += 1
        return false
      }
      state.entries += 1
      state.bytes += size
      return true
    }
  }

  /// An entry is uploaded, or never will be.
  func end(_ size: Int) {
    state.withLock { state in
      state.entries -= 1
      state.bytes -= size
      if state.entries == 0 { state.waiter?.signal() }
    }
  }

  /// How many entries were not taken on.
  var refused: Int { state.withLock { $0.refused } }

  /// Waits until all are over, at most so long; how many are left.
  func wait(_ time: Duration) -> Int {
    let waiter = DispatchSemaphore(value: 0)
    let isEmpty = state.withLock { state in
      state.waiter = waiter
      return state.entries == 0
    }
    if !isEmpty { _ = waiter.wait(timeout: .now() + .milliseconds(time.milliseconds)) }
    return state.withLock { $0.entries }
  }
}
