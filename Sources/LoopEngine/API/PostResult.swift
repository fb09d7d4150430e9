/// What became of work handed to a loop.
///
/// ```swift
/// let worker = try PermanentThread(name: "worker")
/// let first = worker.handle.perform(label: "work") { print("works") }
/// worker.stop()
/// print(first)
/// print(worker.handle.perform { print("never") })
/// ```
///
/// ```output
/// works
/// queued
/// loopEnded
/// ```
///
/// ``queued`` promises no more than that: a loop may end with blocks in it, and tells so by their `onDrop`.
public enum PostResult: Sendable {
  /// The loop has it.
  case queued
  /// The loop's thread has ended; the work will not run.
  case loopEnded
}

/// The loop's thread ended before the work could run.
///
/// ```swift
/// let worker = try LoopThread(name: "worker") { _ in }
/// worker.join()
/// do throws(LoopEnded) {
///   try worker.handle.performAndWait { print("never") }
/// } catch {
///   print(error)
/// }
/// ```
///
/// ```output
/// the loop's thread ended before the work could run
/// ```
public struct LoopEnded: Error, Sendable, CustomStringConvertible {
  /// The only one there is.
  public init() {}

  /// A sentence.
  public var description: String { "the loop's thread ended before the work could run" }
}
