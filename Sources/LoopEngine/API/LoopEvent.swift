internal import CLinux

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

  /// Whose handler a callout runs.
  public enum Callout: String, Sendable {
    case timer, source, descriptor, port, block, mainQueue, observer
  }

  /// What ended a sleep.
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

/// Takes the events of all loops of the process.
public protocol LoopEventSink: AnyObject, Sendable {
  /// Called on the thread that did it, at the moment it is done, with no lock of the engine's held.
  func record(_ event: LoopEvent)
}

/// The sink that the process's loops report to.
public enum LoopRecording {
  private final class Installed: @unchecked Sendable {
    // @unchecked: `sink` is read and written under `lock` only.
    let lock = Lock()
    var sink: (any LoopEventSink)?
  }
  private static let installed = Installed()

  /// Installs `sink` instead of the one before; nil: events go nowhere and cost one predictable branch.
  public static func install(_ sink: (any LoopEventSink)?) {
    let before = installed.lock.withLock {
      let before = installed.sink
      installed.sink = sink
      cl_set_recording(sink != nil)
      return before
    }
    // The old sink may end here, with no lock held.
    withExtendedLifetime(before) {}
  }

  /// Whether a sink is installed.
  public static var isOn: Bool { cl_recording() }

  @inline(never)
  static func report(
    _ kind: LoopEvent.Kind, loop: LoopCore?, mode: Mode? = nil, label: String? = nil, location: SourceLocation? = nil
  ) {
    guard let sink = installed.lock.withLock({ installed.sink }) else { return }
    sink.record(
      LoopEvent(
        kind: kind, time: .now, loop: loop?.name ?? "", thread: ThreadIdentity.current.name, mode: mode, label: label,
        location: location))
  }
}

@inline(__always)
var isRecording: Bool { _slowPath(cl_recording()) }
