/// What became of work handed to a loop.
public enum PostResult: Sendable {
  /// The loop has it.
  case queued
  /// The loop's thread has ended; the work will not run.
  case loopEnded
}

/// The loop's thread ended before the work could run.
public struct LoopEnded: Error, Sendable, CustomStringConvertible {
  /// The only one there is.
  public init() {}

  /// A sentence.
  public var description: String { "the loop's thread ended before the work could run" }
}
