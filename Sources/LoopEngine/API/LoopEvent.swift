/// One thing that a loop did, or that was done to it.
public struct LoopEvent: Sendable, CustomStringConvertible {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    case runBegan(Mode)
    case runEnded(Mode, RunResult)
    case activity(LoopActivity)
    case calloutBegan(Callout)
    case calloutEnded(Callout)
    /// The thread goes to sleep; nil: without limit.
    case slept(until: LoopInstant?)
    case woke(WakeReason)
    case signaled
    case wakeUpRequested
    /// Nil: the innermost run is to stop; else runs of that mode.
    case stopRequested(Mode?)
    case modeCreated(Mode)
    case commonModeAdded(Mode)
    case loopMade
    case loopEnded
    case itemAdded(Mode)
    case itemRemoved(Mode)
    case itemInvalidated
    case blockQueued
    /// A `LoopThread` began.
    case threadBegan
    /// A `LoopThread` is at its end, its loop has ended.
    case threadEnded
  }

  /// Whose handler a callout runs; CoreFoundation does not tell of the main queue.
  public enum Callout: String, Sendable {
    case timer, source, descriptor, port, block, mainQueue, observer
  }

  /// What ended a sleep; on CoreFoundation, which does not tell, always `nothing`.
  public enum WakeReason: String, Sendable {
    case wakeUp, timer, source, mainQueue, timeout, nothing
  }

  /// What happened.
  public var kind: Kind
  /// When, by the loop's clock.
  public var time: LoopInstant
  /// The loop's name; empty when the event is of no one loop, such as a signal to a source in several.
  public var loop: String
  /// The name of the thread that did it.
  public var thread: String
  /// The mode of the loop's innermost run, or nil when it does not run or when another thread tells.
  public var mode: Mode?
  /// The item's label.
  public var label: String?
  /// The line that set the item up.
  public var location: SourceLocation?

  /// An event with all it has.
  public init(
    kind: Kind, time: LoopInstant, loop: String, thread: String, mode: Mode? = nil, label: String? = nil,
    location: SourceLocation? = nil
  ) {
    self.kind = kind
    self.time = time
    self.loop = loop
    self.thread = thread
    self.mode = mode
    self.label = label
    self.location = location
  }

  /// One line: time, thread, what, and the label.
  public var description: String {
    let name = label.map { " \"\($0)\"" } ?? ""
    return "\(time) \(thread) \(kind)\(name)"
  }
}
