internal import LoopEngine

/// Nothing can ever run again: each thread waits, none for a time, and no work is going on outside.
///
/// Where loops watch descriptors, something may still come from outside of the program. It is a deadlock when nothing
/// has come for as long as the ``VirtualRun`` has patience.
///
/// ```swift clock=real reference=off reason="CoreFoundation has no virtual clock"
/// import LoopEngine
///
/// let outcome = try VirtualRun().run { _ in
///   let (left, right) = (LoopSemaphore(value: 1, label: "left fork"), LoopSemaphore(value: 1, label: "right fork"))
///   let guest = try LoopThread(name: "guest") { _ in
///     right.wait()
///     LoopThread.sleep(for: .seconds(1))
///     left.wait()
///   }
///   left.wait()
///   LoopThread.sleep(for: .seconds(1))
///   right.wait()
///   guest.join()
/// }
/// print(outcome.ending)
/// ```
///
/// ```output
/// deadlocked(deadlock: nothing can ever run again at 1.000000000s
///   thread 'main' waits for semaphore "right fork" (main/main.swift:12)
///   thread 'guest' waits for semaphore "left fork" (main/main.swift:8))
/// ```
public struct Deadlock: Sendable, Hashable, CustomStringConvertible {
  /// A thread and what it waits for.
  ///
  /// ```swift clock=real reference=off reason="CoreFoundation has no virtual clock"
  /// import LoopEngine
  ///
  /// let outcome = try VirtualRun().run { _ in LoopSemaphore(label: "key").wait() }
  /// if case .deadlocked(let deadlock) = outcome.ending {
  ///   for waiter in deadlock.waiters { print(waiter.thread, "|", waiter.what, "|", waiter.location ?? "") }
  /// }
  /// ```
  ///
  /// ```output
  /// main | for semaphore "key" | main/main.swift:3
  /// ```
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
  /// How long, in real time, nothing came from outside for loops that watch descriptors; nil where none does.
  public let patience: Duration?

  /// A sentence, and a line for each thread.
  public var description: String {
    let lines = waiters.map { "\n  \($0)" }.joined()
    let time = LoopInstant(nanoseconds: time)
    guard let patience else { return "deadlock: nothing can ever run again at \(time)\(lines)" }
    let (seconds, rest) = patience.components
    let wait = rest == 0 ? "\(seconds) s" : "\(seconds * 1000 + rest / 1_000_000_000_000_000) ms"
    return "deadlock: nothing can run at \(time), and nothing came from outside in \(wait) of real time\(lines)"
  }
}
