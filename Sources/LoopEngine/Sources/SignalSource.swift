/// A source that is performed when it has been signalled: CoreFoundation's source0.
///
/// May be in many modes of many loops. A signal is taken once, by the first loop that comes to it; it wakes none.
public final class SignalSource: LoopSource {
  /// The part of it that loops know.
  public let core: SourceCore

  /// Makes a source.
  ///
  /// `schedule` and `cancel` are called for each mode that it joins or leaves, on the thread that makes the change.
  /// `perform` is called on the thread of the loop that takes the signal.
  public init(
    order: Int = 0, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    schedule: (@Sendable (LoopHandle, Mode) -> Void)? = nil, cancel: (@Sendable (LoopHandle, Mode) -> Void)? = nil,
    perform: @escaping @Sendable () -> Void
  ) {
    core = SourceCore(
      kind: .signal(schedule: schedule, cancel: cancel), perform: perform, order: order, label: label,
      location: SourceLocation(file: file, line: line))
  }

  /// Marks it signalled; a second signal before it is performed changes nothing.
  ///
  /// Wakes no loop.
  public func signal() { core.signal() }

  /// Whether there is a signal that no loop has taken.
  public var isSignaled: Bool { core.lock.withLock { core.isSignaled } }

  /// Lower ones are performed first; equal ones in the order of their signals.
  public var order: Int { core.order }
}
