internal import LoopEngine

/// Nothing can ever run again: each thread waits, none for a time, and no work is going on outside.
public struct Deadlock: Sendable, Hashable, CustomStringConvertible {
  /// A thread and what it waits for.
  public struct Waiter: Sendable, Hashable, CustomStringConvertible {
    /// The thread's name.
    public let thread: String
    /// Completes "thread 'main' waits …".
    public let what: String
    /// "Module/File.swift:12", where it is known.
    public let location: String?

    /// "thread 'main' waits for semaphore "done" (Module/File.swift:12)".
    public var description: String {
      "thread '\(thread)' waits \(what)\(location.map { " (\($0))" } ?? "")"
    }
  }

  /// The virtual time at which it came to this, in nanoseconds since the beginning.
  public let time: Int64
  /// Every thread, in the order in which they blocked.
  public let waiters: [Waiter]

  /// A sentence, and a line for each thread.
  public var description: String {
    let lines = waiters.map { "\n  \($0)" }.joined()
    return "deadlock: nothing can ever run again at \(LoopInstant(nanoseconds: time))\(lines)"
  }
}
