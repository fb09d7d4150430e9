/// A delayed perform, to be canceled.
///
/// It is used by its loop's thread alone.
public struct DelayedPerform: Hashable {
  let timer: LoopTimer

  /// Has it not be performed.
  ///
  /// Does nothing when it has been.
  public func cancel() { timer.invalidate() }

  /// Whether it is neither performed nor canceled yet; still true while it is performed.
  public var isPending: Bool { timer.isValid }
}

@available(*, unavailable)
extension DelayedPerform: Sendable {}
