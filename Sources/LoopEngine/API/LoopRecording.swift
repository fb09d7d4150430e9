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
    // @unchecked: `sink` and `watcher` are read and written under `lock` only.
    let lock = Lock()
    var sink: (any LoopEventSink)?
    var watcher: (any LoopWatcher)?
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

  /// Has `watcher` look at loops while a sink is installed.
  ///
  /// Under the virtual clock only: one thread runs at a time there, so a loop can be looked at from any.
  package static func watch(_ watcher: (any LoopWatcher)?) {
    let before = installed.lock.withLock {
      let before = installed.watcher
      installed.watcher = watcher
      return before
    }
    withExtendedLifetime(before) {}
  }

  /// Whether a sink is installed.
  public static var isOn: Bool { cl_recording() }

  /// Tells the sink, if there is one, of an event of a loop that is not the engine's.
  ///
  /// For any thread, with no lock held that the sink could need.
  public static func record(_ event: LoopEvent) {
    if isOn { tell(event, loop: nil, isDone: true) }
  }

  /// Tells the sink of an event; where what it tells of is still to be done, `done` is called after that.
  @inline(never)
  static func report(
    _ kind: LoopEvent.Kind, loop: LoopCore?, mode: Mode? = nil, label: String? = nil, location: SourceLocation? = nil,
    isDone: Bool = true
  ) {
    tell(
      LoopEvent(
        kind: kind, time: .now, loop: loop?.name ?? "", thread: ThreadIdentity.current.name, mode: mode, label: label,
        location: location), loop: loop, isDone: isDone)
  }

  private static func tell(_ event: LoopEvent, loop: LoopCore?, isDone: Bool) {
    let (sink, watcher) = installed.lock.withLock { (installed.sink, installed.watcher) }
    guard let sink else { return }
    // Before the sink has it, which may let another thread go on.
    if let watcher { watcher.tells(of: watched(loop), isDone: isDone) }
    sink.record(event)
  }

  /// What the thread's last event that was not done then told of has been done.
  @inline(never)
  static func done(_ loop: LoopCore?) {
    installed.lock.withLock { installed.watcher }?.hasDone(to: watched(loop))
  }

  /// The calling thread's loop, as a watcher is told of it.
  package static var loopHere: Loop? { watched(nil) }

  /// The loop, the calling thread's if there is none; nil once it has ended.
  private static func watched(_ core: LoopCore?) -> Loop? {
    if let core { return core.loop }
    // The thread retains its loop.
    let loop = cl_thread().pointee.loop.map { Unmanaged<Loop>.fromOpaque($0).takeUnretainedValue() }
    return loop?.hasEnded == true ? nil : loop
  }
}

/// Looks at loops as they stand when their events are over.
///
/// The loop that it is told of is the event's, or the calling thread's; nil where there is none any more, or not yet.
/// It may be another thread's: nothing but `observed` may be asked of it.
package protocol LoopWatcher: AnyObject, Sendable {
  /// The calling thread tells the sink of an event; `isDone` says whether what it tells of has been done.
  func tells(of loop: Loop?, isDone: Bool)
  /// What the calling thread's last event told of that was not done then has been done.
  func hasDone(to loop: Loop?)
}

@inline(__always)
var isRecording: Bool { _slowPath(cl_recording()) }
