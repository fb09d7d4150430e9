import CReference
import Glibc

/// The port of a descriptor's source: an epoll set that holds the descriptor alone.
///
/// CoreFoundation reads eight bytes from a port that is ready, so the descriptor itself cannot be the port. A set can:
/// it is ready when the descriptor is, at the same moment, and reading it fails without effect. The descriptor is armed
/// for one delivery; arming it again after the handler makes the edge that CoreFoundation's edge-triggered wait needs.
final class DescriptorWatch: Sendable {
  private let descriptor: Int32
  private let events: DescriptorEvents
  private let state = Guarded(State())

  private struct State {
    var set: Int32 = -1
    var hasEnded = false
  }

  init(_ descriptor: Int32, _ events: DescriptorEvents) {
    self.descriptor = descriptor
    self.events = events
  }

  // The set outlives invalidation: another thread's loop may be between its wait and its read.
  deinit { state.withLock { if $0.set >= 0 { close($0.set) } } }

  /// The port; -1 before `begin`.
  var set: Int32 { state.withLock(\.set) }

  func begin() throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      if state.hasEnded { return }
      if state.set < 0 {
        let made = reference_epoll_create()
        if made < 0 { throw SystemError(call: "epoll_create1", errno: -made) }
        state.set = made
      }
      let result = reference_epoll_add(state.set, descriptor, events.epoll)
      if result < 0, result != -EEXIST { throw SystemError(call: "epoll_ctl", errno: -result) }
    }
  }

  /// What the descriptor is ready for now; nil when it is not, or another loop took it.
  func take() -> DescriptorEvents? {
    let ready = reference_epoll_take(set)
    return ready == 0 ? nil : DescriptorEvents(epoll: ready, for: events)
  }

  /// Waits for the next delivery.
  ///
  /// This fails only when the descriptor was closed meanwhile: the kernel has forgotten it, and there is nothing to
  /// wait for.
  func arm() {
    state.withLock { state in
      if !state.hasEnded { _ = reference_epoll_arm(state.set, descriptor, events.epoll) }
    }
  }

  /// Stops watching.
  ///
  /// This fails only when the descriptor has been closed, which stopped it too.
  func end() {
    state.withLock { state in
      if state.set >= 0, !state.hasEnded { _ = reference_epoll_remove(state.set, descriptor) }
      state.hasEnded = true
    }
  }
}
