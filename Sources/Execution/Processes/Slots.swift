internal import Synchronization

/// Lets a limited number of tasks do something at once; the others wait in the order in which they came.
package final class Slots: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
    var next = 0
  }
  private let state: Mutex<State>

  /// Makes so many places, at least one.
  package init(_ count: Int) {
    state = Mutex(State(free: max(count, 1)))
  }

  /// Runs `body` once there is a place.
  package func run<Result: Sendable>(_ body: @Sendable () async -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if goesOn { continuation.resume() }
    }
    let result = await body()
    leave()
    return result
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.next < state.waiting.count else {
        state.free += 1
        state.waiting = []
        state.next = 0
        return nil
      }
      defer { state.next += 1 }
      return state.waiting[state.next]
    }
    next?.resume()
  }
}
