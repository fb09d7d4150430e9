internal import LoopEngine

extension VirtualRun {
  /// How a run ended.
  public enum Ending: Sendable, Hashable {
    case finished
    /// Its thread ended, and tasks of Swift's were not done.
    case unfinished(UnfinishedWork)
    case deadlocked(Deadlock)
  }

  /// What a run leaves.
  public struct Outcome<Value> {
    /// How it ended.
    public var ending: Ending
    /// What its body returned; nil when it never did, at a deadlock.
    public var value: Value?
    /// Its choices that were not in order: as a schedule they repeat the run.
    public var switches: [Schedule.Switch]
    /// The virtual time it took.
    public var elapsed: Duration

    /// What the body returned, when the run finished.
    ///
    /// Throws, with the whole explanation, when it came to a deadlock or lost work of tasks.
    @discardableResult
    public func expectFinished() throws(NotFinished) -> Value {
      // Where its thread ended, its body returned: what a body throws is thrown by `run`.
      guard ending == .finished, let value else { throw NotFinished(ending: ending) }
      return value
    }
  }

  /// A run was expected to finish, and did not.
  public struct NotFinished: Error, Hashable, CustomStringConvertible {
    /// How it ended instead.
    public let ending: Ending

    /// Says who waits for what, or what was lost.
    public var description: String {
      switch ending {
      case .finished: "the run finished without a value"
      case .unfinished(let work): "\(work)"
      case .deadlocked(let deadlock): "\(deadlock)"
      }
    }
  }
}

extension VirtualRun.Outcome: Sendable where Value: Sendable {}
