internal import Programs
internal import Synchronization

/// What has to be ended and removed when this program is interrupted in the middle of its work.
package enum Abandonment {
  private static let work = Mutex<(supervisor: Supervisor, scratch: Scratch)?>(nil)

  static func remember(_ supervisor: Supervisor, _ scratch: Scratch) {
    work.withLock { $0 = (supervisor, scratch) }
  }

  static func forget() {
    work.withLock { $0 = nil }
  }

  /// Ends all children and removes all temporary files; for the moment before the program ends.
  ///
  /// Not for signal handlers.
  package static func abandon() {
    guard let (supervisor, scratch) = work.withLock({ $0 }) else { return }
    supervisor.killAll()
    scratch.remove()
  }
}
