/// Why a run ended.
///
/// ```swift
/// let loop = Loop.current
/// print(loop.run(mode: "nothing", for: .seconds(1)))
/// loop.add(LoopTimer(every: .seconds(2), label: "tick") { _ in loop.stop() })
/// print(loop.run(mode: .default, for: .seconds(1)))
/// print(loop.run(mode: .default, for: nil))
/// let source = SignalSource(label: "mail") {}
/// loop.add(source)
/// source.signal()
/// print(loop.run(mode: .default, for: nil, returnAfterSourceHandled: true))
/// ```
///
/// ```output
/// finished
/// timedOut
/// stopped
/// handledSource
/// ```
///
/// CoreFoundation calls it `CFRunLoopRunResult`; the numbers are the same. Where several are true, ``handledSource``
/// comes before ``timedOut``, that before ``stopped``, and that before ``finished``.
public enum RunResult: Int32, Sendable, CustomStringConvertible {
  /// The mode had nothing that could call anything.
  ///
  /// CoreFoundation calls it `kCFRunLoopRunFinished`.
  case finished = 1
  /// A stop ended it.
  ///
  /// CoreFoundation calls it `kCFRunLoopRunStopped`.
  case stopped = 2
  /// Its time was over.
  ///
  /// CoreFoundation calls it `kCFRunLoopRunTimedOut`.
  case timedOut = 3
  /// A source was handled, and the run was to return after one.
  ///
  /// CoreFoundation calls it `kCFRunLoopRunHandledSource`.
  case handledSource = 4

  /// Its name: "finished".
  public var description: String {
    switch self {
    case .finished: "finished"
    case .stopped: "stopped"
    case .timedOut: "timedOut"
    case .handledSource: "handledSource"
    }
  }
}
