/// The loop's thread ended before it could do what it was asked.
public struct LoopEnded: Error, Sendable, CustomStringConvertible {
  /// Makes the error.
  public init() {}
  /// A sentence.
  public var description: String { "the loop's thread ended before the work could run" }
}
