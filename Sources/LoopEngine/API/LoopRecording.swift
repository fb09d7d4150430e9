internal import CLinux

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

  /// Tells the sink, if there is one, of an event of a loop that is not the engine's.
  ///
  /// For any thread, with no lock held that the sink could need.
  public static func record(_ event: LoopEvent) {
    if isOn { installed.lock.withLock { installed.sink }?.record(event) }
  }

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
