internal import CLinux

/// Takes the events of all loops of the process.
///
/// ```swift reference=off reason="which events there are beside activities and callouts differs from loop to loop"
/// import Synchronization
///
/// final class Counter: LoopEventSink {
///   let callouts = Mutex(0)
///   func record(_ event: LoopEvent) {
///     if case .calloutBegan = event.kind { callouts.withLock { $0 += 1 } }
///   }
/// }
///
/// let counter = Counter()
/// Loop.current.add(LoopTimer(every: .seconds(1)) { _ in })
/// LoopRecording.install(counter)
/// Loop.current.run(mode: .default, for: .milliseconds(3_500))
/// LoopRecording.install(nil)
/// print(counter.callouts.withLock { $0 }, "callouts")
/// ```
///
/// ```output
/// 3 callouts
/// ```
///
/// The events of several threads come side by side, so it has to be `Sendable` in earnest. It must not use a loop.
public protocol LoopEventSink: AnyObject, Sendable {
  /// Called on the thread that did it, at the moment it is done, with no lock of the engine's held.
  ///
  /// The loop goes on when it returns: what takes long here makes the loop slow.
  func record(_ event: LoopEvent)
}

/// The sink that the process's loops report to.
///
/// There is one for all loops. Without it an event costs a predictable branch, so programs can be recorded that were
/// not built for it.
///
/// ```swift reference=off reason="which events there are beside activities and callouts differs from loop to loop"
/// final class Printer: LoopEventSink {
///   func record(_ event: LoopEvent) {
///     if case .signaled = event.kind { print("signaled:", event.label ?? "") }
///   }
/// }
///
/// let source = SignalSource(label: "mail") {}
/// LoopRecording.install(Printer())
/// source.signal()
/// LoopRecording.install(nil)
/// source.signal()
/// print(LoopRecording.isOn)
/// ```
///
/// ```output
/// signaled: mail
/// false
/// ```
///
/// `LoopTracing` has a sink that writes a trace, `TraceRecorder`.
public enum LoopRecording {
  private final class Installed: @unchecked Sendable {
    // @unchecked: `sink` is read and written under `lock` only.
    let lock = Lock()
    var sink: (any LoopEventSink)?
  }
  private static let installed = Installed()

  /// Installs `sink` instead of the one before; nil: events go nowhere and cost one predictable branch.
  ///
  /// For any thread. When it returns, a call of the sink before may still be going on on another thread.
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
