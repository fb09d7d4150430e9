/// Something that a loop did, as told to the recording.
public struct LoopEvent: Sendable, CustomStringConvertible {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// A run of the mode began.
    case runBegan(Mode)
    /// A run of the mode ended.
    case runEnded(Mode, RunResult)
    /// A run reached a stage.
    case activity(LoopActivity)
    /// A handler was called.
    case calloutBegan(Callout)
    /// A handler returned.
    case calloutEnded(Callout)
    /// The loop fell asleep, at most until then.
    case slept(until: LoopInstant?)
    /// The loop woke.
    case woke(WakeReason)
    /// A source was signaled.
    case signaled
    /// Someone asked the loop to wake.
    case wakeUpRequested
    /// Someone asked the innermost run, or the runs of the mode, to end.
    case stopRequested(Mode?)
    /// A mode came to be.
    case modeCreated(Mode)
    /// A mode became common.
    case commonModeAdded(Mode)
    /// A thread's loop came to be.
    case loopMade
    /// A loop's thread ended.
    case loopEnded
    /// An item entered the mode.
    case itemAdded(Mode)
    /// An item left the mode.
    case itemRemoved(Mode)
    /// An item was invalidated.
    case itemInvalidated
    /// A block was queued.
    case blockQueued
    /// A `LoopThread` began.
    case threadBegan
    /// A `LoopThread` is at its end, its loop has ended.
    case threadEnded
  }

  /// What kind of handler was called.
  ///
  /// CoreFoundation does not tell of the main queue.
  public enum Callout: String, Sendable {
    /// A timer's.
    case timer
    /// A signal source's.
    case source
    /// A descriptor's.
    case descriptor
    /// A message port's.
    case port
    /// A queued block.
    case block
    /// The main dispatch queue's blocks.
    case mainQueue
    /// An observer's.
    case observer
  }

  /// What ended a wait.
  ///
  /// CoreFoundation does not tell: it is always `nothing` here.
  public enum WakeReason: String, Sendable {
    /// Someone asked.
    case wakeUp
    /// A timer was due.
    case timer
    /// A descriptor or a port was ready.
    case source
    /// The main dispatch queue had work.
    case mainQueue
    /// The run's time was over.
    case timeout
    /// Nothing known.
    case nothing
  }

  /// What happened.
  public var kind: Kind
  /// When.
  public var time: LoopInstant
  /// The name of the loop's thread; empty when no loop is concerned.
  public var loop: String
  /// The name of the thread that did it.
  public var thread: String
  /// The mode of the loop's innermost run.
  public var mode: Mode?
  /// The item's label.
  public var label: String?
  /// Where the item was made.
  public var location: SourceLocation?

  /// An event of these parts.
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

  /// The time, the thread, what happened, and the label.
  public var description: String {
    "\(time) \(thread) \(kind)\(label.map { " \"\($0)\"" } ?? "")"
  }
}
