/// One thing that a loop did, or that was done to it.
///
/// ```swift reference=off reason="which events there are beside activities and callouts differs from loop to loop"
/// final class Printer: LoopEventSink {
///   func record(_ event: LoopEvent) {
///     if let label = event.label { print(event.time, event.thread, event.kind, label) }
///   }
/// }
///
/// let loop = Loop.current
/// LoopRecording.install(Printer())
/// loop.add(LoopTimer(after: .seconds(1), label: "alarm") { _ in })
/// loop.run(mode: .default, for: .seconds(2))
/// LoopRecording.install(nil)
/// ```
///
/// ```output
/// 0.000000000s main itemAdded(default) alarm
/// 1.000000000s main calloutBegan(LoopEngine.LoopEvent.Callout.timer) alarm
/// 1.000000000s main calloutEnded(LoopEngine.LoopEvent.Callout.timer) alarm
/// ```
///
/// Events are what traces are made of: a ``LoopEventSink`` takes them.
public struct LoopEvent: Sendable, CustomStringConvertible {
  /// What happened.
  ///
  /// ```swift
  /// let kinds: [LoopEvent.Kind] = [.runBegan(.default), .activity(.beforeWaiting), .slept(until: nil), .woke(.wakeUp)]
  /// for kind in kinds {
  ///   switch kind {
  ///   case .activity(let activity): print("observers are called:", activity)
  ///   case .slept(until: nil): print("sleeps without limit")
  ///   case .woke(let reason): print("wakes:", reason)
  ///   default: print(kind)
  ///   }
  /// }
  /// ```
  ///
  /// ```output
  /// runBegan(default)
  /// observers are called: beforeWaiting
  /// sleeps without limit
  /// wakes: wakeUp
  /// ```
  public enum Kind: Sendable, Hashable {
    /// A run of that mode began; also one that has nothing to run for, and ends at once.
    case runBegan(Mode)
    /// A run of that mode ended, with that result.
    case runEnded(Mode, RunResult)
    /// The observers of that activity are called next, if there are any.
    case activity(LoopActivity)
    /// A handler is called.
    case calloutBegan(Callout)
    /// A handler has returned.
    case calloutEnded(Callout)
    /// The thread goes to sleep; nil: without limit.
    case slept(until: LoopInstant?)
    /// The thread is awake again.
    case woke(WakeReason)
    /// A ``SignalSource`` was signaled, or a thread was asked to perform something.
    case signaled
    /// A wake-up was asked for, also one that is dropped.
    case wakeUpRequested
    /// Nil: the innermost run is to stop; else runs of that mode.
    case stopRequested(Mode?)
    /// Something was put into a mode of which the loop did not know before.
    case modeCreated(Mode)
    /// A mode was marked as common.
    case commonModeAdded(Mode)
    /// The loop came into being.
    case loopMade
    /// The loop has ended, with its thread.
    case loopEnded
    /// An item was added to a mode in which it was not.
    case itemAdded(Mode)
    /// An item was taken out of a mode.
    case itemRemoved(Mode)
    /// An item was invalidated, and so has left all its modes.
    case itemInvalidated
    /// A block was queued, by this thread or another.
    case blockQueued
    /// A `LoopThread` began.
    case threadBegan
    /// A `LoopThread` is at its end, its loop has ended.
    case threadEnded
  }

  /// Whose handler a callout runs; CoreFoundation does not tell of the main queue.
  ///
  /// ```swift reference=off reason="which events there are beside activities and callouts differs from loop to loop"
  /// final class Printer: LoopEventSink {
  ///   func record(_ event: LoopEvent) {
  ///     if case .calloutBegan(let callout) = event.kind { print(callout) }
  ///   }
  /// }
  ///
  /// let (loop, source) = (Loop.current, SignalSource {})
  /// loop.add(source)
  /// loop.add(LoopTimer(after: .seconds(1)) { _ in source.signal() })
  /// loop.perform {}
  /// LoopRecording.install(Printer())
  /// loop.run(mode: .default, for: .seconds(2))
  /// LoopRecording.install(nil)
  /// ```
  ///
  /// ```output
  /// block
  /// timer
  /// source
  /// ```
  public enum Callout: String, Sendable {
    /// A timer's.
    case timer
    /// A ``SignalSource``'s, or what a thread was asked to perform.
    case source
    /// A ``DescriptorSource``'s.
    case descriptor
    /// A ``MessagePort``'s.
    case port
    /// A block that was queued.
    case block
    /// All that Dispatch's main queue had to do, and with it the main actor.
    case mainQueue
    /// An observer's.
    case observer
  }

  /// What ended a sleep; on CoreFoundation, which does not tell, always `nothing`.
  ///
  /// ```swift reference=off reason="CoreFoundation does not tell what woke it"
  /// final class Printer: LoopEventSink {
  ///   func record(_ event: LoopEvent) {
  ///     if case .woke(let reason) = event.kind { print(event.time, "woken by:", reason) }
  ///   }
  /// }
  ///
  /// Loop.current.add(LoopTimer(after: .seconds(1)) { _ in })
  /// LoopRecording.install(Printer())
  /// Loop.current.run(mode: .default, for: .milliseconds(1_500))
  /// LoopRecording.install(nil)
  /// ```
  ///
  /// ```output
  /// 1.000000000s woken by: timer
  /// 1.500000000s woken by: timeout
  /// ```
  public enum WakeReason: String, Sendable {
    /// A wake-up was asked for, or comes with what wakes by itself, such as a stop.
    case wakeUp
    /// A timer is due.
    case timer
    /// A descriptor is ready, or a port has messages.
    case source
    /// Dispatch's main queue has something to do.
    case mainQueue
    /// The run's time is over.
    case timeout
    /// Nothing that the loop knows of.
    case nothing
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
