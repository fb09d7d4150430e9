internal import LoopEngine

/// Work of Swift's tasks, and threads, that were left when a run on virtual time ended.
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
  public internal(set) var waiting = 0
  /// Until when tasks were to sleep, in nanoseconds since the beginning, the earliest first.
  public private(set) var sleepers: [Int64] = []
  /// The threads that had not ended, and what they waited for; none for a process, which ends with its threads.
  public internal(set) var threads: [Deadlock.Waiter] = []

  init(time: Int64, waiting: Int = 0, sleepers: [Int64] = []) {
    self.time = time
    self.waiting = waiting
    self.sleepers = sleepers
  }

  /// Whether some of it is work of tasks.
  private var isOfTasks: Bool { waiting > 0 || !sleepers.isEmpty }
  var isNothing: Bool { !isOfTasks && threads.isEmpty }

  /// Adds the work of tasks that was lost earlier.
  mutating func add(_ earlier: UnfinishedWork) {
    waiting += earlier.waiting
    sleepers = (earlier.sleepers + sleepers).sorted()
  }

  /// A sentence, and a line for what is left.
  public var description: String {
    let whose = !isOfTasks ? "threads" : threads.isEmpty ? "tasks" : "tasks and threads"
    var text = "the program ended at \(LoopInstant(nanoseconds: time)), and work of its \(whose) was lost"
    if waiting > 0 { text += "\n  \(waiting == 1 ? "a job was" : "\(waiting) jobs were") queued and never began" }
    for sleeper in sleepers.prefix(8) { text += "\n  a task sleeps until \(LoopInstant(nanoseconds: sleeper))" }
    if sleepers.count > 8 { text += "\n  \(sleepers.count - 8) more tasks sleep" }
    for thread in threads { text += "\n  \(thread)" }
    var cures = isOfTasks ? ["wait for the tasks, or cancel them,"] : []
    if !threads.isEmpty { cures.append("join the threads") }
    return text + "\n\(cures.joined(separator: " and ")) before the program ends"
  }
}
