/// Whether a loop took what was posted to it.
public enum PostResult: Sendable {
  /// The loop has it.
  case queued
  /// The loop's thread has ended; nothing was queued.
  case loopEnded
}
