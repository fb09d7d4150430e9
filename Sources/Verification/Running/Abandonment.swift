internal import Execution
internal import Synchronization

/// What has to be ended and removed when this program is interrupted in the middle of its work.
package enum Abandonment {
  private static let hasBegun = Atomic<Bool>(false)

  /// Whether this program is about to end, so that what becomes of its children means nothing, and what goes wrong from
  /// now on is not to be told.
  package static var isUnderWay: Bool { hasBegun.load(ordering: .sequentiallyConsistent) }

  private struct Work {
    var supervisor: Supervisor
    var scratch: Scratch?
  }
  private static let works = Mutex<[ObjectIdentifier: Work]>([:])

  static func remember(_ supervisor: Supervisor, _ scratch: Scratch? = nil) {
    works.withLock { $0[ObjectIdentifier(supervisor)] = Work(supervisor: supervisor, scratch: scratch) }
  }

  static func forget(_ supervisor: Supervisor) {
    works.withLock { $0[ObjectIdentifier(supervisor)] = nil }
  }

  /// Ends all children and removes all temporary files; for the moment before the program ends.
  ///
  /// Not for signal handlers.
  package static func abandon() {
    hasBegun.store(true, ordering: .sequentiallyConsistent)
    let works = works.withLock { Array($0.values) }
    for work in works { work.supervisor.killAll() }
    for work in works { work.scratch?.remove() }
  }
}
