internal import LoopEngine

/// Work of Swift's tasks that was left when a run on virtual time ended.
///
/// ```swift clock=real reference=off reason="CoreFoundation has no virtual clock"
/// import LoopEngine
///
/// let outcome = try VirtualRun().run { _ in
///   Task { try await Task.sleep(for: .seconds(5)) }
///   LoopThread.sleep(for: .seconds(1))
/// }
/// if case .unfinished(let work) = outcome.ending { print(work) }
/// ```
///
/// ```output
/// the program ended at 1.000000000s, and work of its tasks was lost
///   a task sleeps until 5.000000000s
/// wait for the tasks, or cancel them, before the program ends
/// ```
///
/// A task that waits for something other than time, such as a continuation or a stream that never goes on, is not
/// among it: the Swift runtime does not tell of it.
public struct UnfinishedWork: Sendable, Hashable, CustomStringConvertible {
  /// The virtual time of the end, in nanoseconds since the beginning.
  public let time: Int64
  /// How many jobs of tasks were queued, on Swift's own threads, on the main actor or on a loop, and never began.
  public let waiting: Int
  /// Until when tasks were to sleep, in nanoseconds since the beginning, the earliest first.
  public let sleepers: [Int64]

  /// A sentence, and a line for what is left.
  public var description: String {
    var text = "the program ended at \(LoopInstant(nanoseconds: time)), and work of its tasks was lost"
    if waiting > 0 { text += "\n  \(waiting == 1 ? "a job was" : "\(waiting) jobs were") queued and never began" }
    for sleeper in sleepers.prefix(8) { text += "\n  a task sleeps until \(LoopInstant(nanoseconds: sleeper))" }
    if sleepers.count > 8 { text += "\n  \(sleepers.count - 8) more tasks sleep" }
    return text + "\nwait for the tasks, or cancel them, before the program ends"
  }
}
