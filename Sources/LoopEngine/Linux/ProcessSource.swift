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
  /// It is not a child of this process, or its status was taken by other means, such as `waitpid`, or by the kernel,
  /// which takes it where the process ignores SIGCHLD.
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
/// It takes a child's status from the kernel, so do not wait for the child by other means, and do not have SIGCHLD
/// ignored; and it is invalid from then on. Each source for a process is told how it ended. A child that ended before
/// the source was made is told of, too, if its status was not taken. The virtual clock does not wait for processes
/// while a thread waits for time to pass: announce them by a ``BusyToken``.
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

/// One source's watch over a process.
private final class ProcessWatch: Sendable {
  private struct State: Sendable {
    /// Until the source is invalid: its descriptor is not closed while a loop watches it.
    var process: WatchedProcess?
    // Weak: the core's handler holds the watch.
    weak var core: SourceCore?
    var hasTold = false
  }

  let descriptor: Int32
  private let state: Mutex<State>

  init(_ number: Int32) throws(SystemError) {
    let process = try WatchedProcess.watch(number)
    descriptor = process.descriptor
    state = Mutex(State(process: process))
  }

  deinit { end() }

  /// Has `core` be invalidated once the process has ended.
  func tells(_ core: SourceCore) {
    state.withLock { $0.core = core }
  }

  /// How the process ended, for the first that asks; the source is invalid then.
  func take() -> ProcessExit? {
    let (exit, core) = state.withLock { state -> (ProcessExit?, SourceCore?) in
      guard !state.hasTold, let exit = state.process?.take() else { return (nil, nil) }
      state.hasTold = true
      return (exit, state.core)
    }
    if exit != nil { core?.invalidate() }
    return exit
  }

  func end() {
    let process = state.withLock { state in
      defer { state.process = nil }
      return state.process
    }
    process?.unwatch()
  }
}

/// A process as a descriptor, for all sources that watch it: the kernel gives a child's status only once.
private final class WatchedProcess: Sendable {
  private struct Known {
    let process: WatchedProcess
    var watches = 1
  }

  /// Those that are watched, by number.
  private static let known = Mutex<[Int32: Known]>([:])

  private let number: Int32
  let descriptor: Int32
  private let exit = Mutex<ProcessExit?>(nil)

  private init(_ number: Int32) throws(SystemError) {
    self.number = number
    descriptor = cl_process_open(number)
    if descriptor < 0 { throw SystemError(call: "pidfd_open", errno: -descriptor) }
  }

  deinit {
    if descriptor >= 0 { _ = cl_close(descriptor) }
  }

  /// The process that has the number now, for one more watch, which ends with `unwatch`.
  static func watch(_ number: Int32) throws(SystemError) -> WatchedProcess {
    try known.withLock { known throws(SystemError) in
      // No other process is given the number of a child whose status has not been taken.
      if let process = known[number]?.process, cl_process_is_untaken(process.descriptor) {
        known[number]?.watches += 1
        return process
      }
      let made = try WatchedProcess(number)
      known[number] = Known(process: made)
      return made
    }
  }

  func unwatch() {
    Self.known.withLock { known in
      // It may be that of a later process with the same number.
      guard var mine = known[number], mine.process === self else { return }
      mine.watches -= 1
      known[number] = mine.watches == 0 ? nil : mine
    }
  }

  /// How it ended; nil while it runs.
  func take() -> ProcessExit? {
    exit.withLock { exit in
      if exit != nil { return exit }
      var number: Int32 = 0
      switch cl_process_take(descriptor, &number) {
      case CL_PROCESS_EXITED: exit = .exited(number)
      case CL_PROCESS_KILLED: exit = .killed(number)
      case CL_PROCESS_UNKNOWN: exit = .unknown
      default: break
      }
      return exit
    }
  }
}
