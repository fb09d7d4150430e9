internal import CLinux
internal import Synchronization

/// How a process ended.
///
/// ```swift
/// for exit in [ProcessExit.exited(0), .killed(9), .unknown] {
///   print(exit, exit == .exited(0) ? "- well" : "- not well")
/// }
/// ```
///
/// ```output
/// exited with status 0 - well
/// killed by signal 9 - not well
/// ended - not well
/// ```
///
/// A ``ProcessSource`` hands it to its handler.
public enum ProcessExit: Sendable, Hashable, CustomStringConvertible {
  /// It exited with that status.
  case exited(Int32)
  /// That signal ended it.
  case killed(Int32)
  /// It is not a child of this process, or its status was taken by other means, such as `waitpid`.
  case unknown

  /// "exited with status 0", "killed by signal 9", "ended".
  public var description: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .killed(let signal): "killed by signal \(signal)"
    case .unknown: "ended"
    }
  }
}

/// A source that tells once, by its handler, how a process ended: a child, or any other.
///
/// ```swift
/// import Glibc
///
/// var number: pid_t = 0
/// var arguments = [strdup("sleep"), strdup("60"), nil]
/// posix_spawn(&number, "/bin/sleep", nil, nil, &arguments, nil)
/// try Loop.current.add(ProcessSource(number, label: "child") { exit in print(exit) })
/// kill(number, SIGTERM)
/// var end = siginfo_t()
/// waitid(P_PID, id_t(number), &end, WEXITED | WNOWAIT)  // waits for its end, and leaves its status
/// print(Loop.current.run(mode: .default, for: .seconds(10), returnAfterSourceHandled: true))
/// ```
///
/// ```output
/// killed by signal 15
/// handledSource
/// ```
///
/// It takes a child's status from the kernel, so do not wait for the child by other means; and it is invalid from then
/// on. A child that ended before the source was made is told of, too, if its status was not taken. The virtual clock
/// does not wait for processes while a thread waits for time to pass: announce them by a ``BusyToken``.
public final class ProcessSource: LoopSource {
  /// The process does not exist, or the system gives no descriptor.
  public typealias Failure = SystemError

  /// The process's number.
  public let process: Int32
  private let source: DescriptorSource

  /// Watches the process; the handler is called once the process has ended and the source is in a loop that runs.
  ///
  /// - Throws: A ``SystemError`` when the process does not exist, or the system gives no descriptor.
  public init(
    _ process: Int32, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    handler: @escaping @Sendable (ProcessExit) -> Void
  ) throws(SystemError) {
    let watch = try ProcessWatch(process)
    self.process = process
    source = DescriptorSource(
      watching: watch.descriptor, label: label, location: SourceLocation(file: file, line: line),
      ended: { watch.end() }, handler: { _ in if let exit = watch.take() { handler(exit) } })
    watch.tells(source.core)
  }

  /// The part of it that loops know.
  public var core: SourceCore { source.core }
}

/// A process as a descriptor.
private final class ProcessWatch: Sendable {
  private struct State: Sendable {
    // Weak: the core's handler holds the watch.
    weak var core: SourceCore?
    var isTaken = false
    var isOpen = true
  }

  let descriptor: Int32
  private let state = Mutex(State())

  init(_ process: Int32) throws(SystemError) {
    descriptor = cl_process_open(process)
    if descriptor < 0 { throw SystemError(call: "pidfd_open", errno: -descriptor) }
  }

  deinit { end() }

  /// Has `core` be invalidated once the process has ended.
  func tells(_ core: SourceCore) {
    state.withLock { $0.core = core }
  }

  /// How the process ended, for the first that asks; the source is invalid then.
  func take() -> ProcessExit? {
    // Under the lock: once it is closed, the descriptor may be another file's.
    let (exit, core) = state.withLock { state -> (ProcessExit?, SourceCore?) in
      if state.isTaken || !state.isOpen { return (nil, nil) }
      var number: Int32 = 0
      let exit: ProcessExit? =
        switch cl_process_take(descriptor, &number) {
        case CL_PROCESS_EXITED: .exited(number)
        case CL_PROCESS_KILLED: .killed(number)
        case CL_PROCESS_UNKNOWN: .unknown
        default: nil
        }
      state.isTaken = exit != nil
      return (exit, state.core)
    }
    if exit != nil { core?.invalidate() }
    return exit
  }

  func end() {
    state.withLock { state in
      if state.isOpen { _ = cl_close(descriptor) }
      state.isOpen = false
    }
  }
}
