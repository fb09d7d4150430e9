internal import Glibc
package import LoopEngine
internal import Synchronization

/// Runs other programs from one loop: their ends, output and time limits are its sources and timers.
///
/// All state lives on the loop's thread, which is the actor's executor. Every process is the leader of its own session,
/// is killed as a whole, and dies with this program, whatever ends it.
package actor Supervisor {
  /// Ends with the actor, which each living process holds.
  private let thread: PermanentThread
  private var living: [Int32: LivingProcess] = [:]
  private var isStopping = false
  /// The numbers of the living processes, for who cannot wait for the actor; `nil` once all are to end.
  private nonisolated let pids = Mutex<Set<Int32>?>([])
  private var hosts: [HostKey: ExampleHost] = [:]
  private var nextRun: UInt64 = 0

  /// Starts the thread that looks after the processes.
  package init() throws(SystemError) {
    thread = try PermanentThread(name: "supervisor")
  }

  /// The loop's thread is the actor's.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.handle.executor.asUnownedSerialExecutor() }

  nonisolated var loop: LoopHandle { thread.handle }

  /// Runs a command to its end, or to its limit; in the background, if the task that wants it is.
  ///
  /// Throws when the program cannot be started at all.
  package func run(_ command: Command) async throws(SystemError) -> CommandResult {
    var command = command
    if Task.currentPriority <= .utility { command.isInBackground = true }
    let process = try start(command)
    return await withCheckedContinuation { continuation in
      process.whenEnded { continuation.resume(returning: $0) }
    }
  }

  /// Ends every process at once, and refuses to start others.
  package func stop() {
    isStopping = true
    for process in living.values { process.kill(as: .stopped) }
  }

  /// Kills every process without waiting for anything, and each that is still started; for the moment before this
  /// program ends.
  package nonisolated func killAll() {
    pids.withLock { pids in
      for pid in pids ?? [] { kill(-pid, SIGKILL) }
      pids = nil
    }
    // Whoever is being started at this moment is killed by who starts it; this program must not end before.
    let isDone = LoopSemaphore(label: "all killed")
    loop.perform { isDone.signal() }
    loop.wakeUp()
    _ = isDone.wait(for: .milliseconds(200))
  }

  func start(_ command: Command, extra: [Int32] = []) throws(SystemError) -> LivingProcess {
    if isStopping || pids.withLock({ $0 == nil }) { throw SystemError(call: "spawn", errno: ECANCELED) }
    let process = try LivingProcess(command, extra: extra, loop: Loop.current) { [self] pid in
      assumeIsolated { supervisor in
        supervisor.living[pid] = nil
        supervisor.pids.withLock { _ = $0?.remove(pid) }
      }
    }
    living[process.pid] = process
    let pid = process.pid
    let isTooLate = pids.withLock { $0?.insert(pid) == nil }
    if isTooLate { process.kill(as: .stopped) }
    return process
  }
}

extension Supervisor {
  /// Runs a program in the host for its libraries, which is started if need be.
  package func run(_ run: ProgramRun, in hosts: HostSettings) async -> ProgramResult {
    let host: ExampleHost
    do throws(SystemError) {
      let libraries = run.program.libraries
      host = try self.host(HostKey(libraries: libraries, variation: run.variation), hosts)
      if run.willBeVaried {
        let varied = RunVariation(layout: 1, isElsewhere: true)
        _ = try self.host(HostKey(libraries: libraries, variation: varied), hosts)
      }
    } catch {
      return ProgramResult(ending: .notStarted("\(error)"))
    }
    nextRun += 1
    let number = nextRun
    return await withCheckedContinuation { continuation in
      host.run(run, number: number) { continuation.resume(returning: $0) }
    }
  }

  /// Starts a host, and tells why none can be had; `nil`: one can.
  ///
  /// So that a machine that lacks something is found out before every program fails for it.
  package func missing(for hosts: HostSettings) async -> Sandbox.Missing? {
    let host: ExampleHost
    do throws(SystemError) {
      host = try self.host(HostKey(libraries: [], variation: RunVariation()), hosts)
    } catch {
      return Sandbox.Missing(message: "examples cannot be run: \(error)", cure: "Repair the installation of loopbook.")
    }
    await withCheckedContinuation { continuation in
      host.whenReady { continuation.resume() }
    }
    if let missing = host.missing { return missing }
    return host.problem.map { Sandbox.Missing(message: "examples cannot be run: \($0)", cure: "Try again.") }
  }

  private func host(_ key: HostKey, _ settings: HostSettings) throws(SystemError) -> ExampleHost {
    if let host = hosts[key], host.isAlive { return host }
    let host = try ExampleHost(
      settings, libraries: key.libraries, isElsewhere: key.isElsewhere, loop: Loop.current
    ) { (command, extra) throws(SystemError) in try start(command, extra: extra) }
    hosts[key] = host
    return host
  }
}

/// What tells hosts apart.
private struct HostKey: Hashable {
  /// What it has loaded.
  var libraries: [String]
  /// Whether it is for programs that find that at other addresses than usual: it lies where it does in all programs of
  /// a host.
  var isMoved: Bool
  /// Whether it is for programs on another machine, whose folders are those of the host, too.
  var isElsewhere: Bool

  init(libraries: [String], variation: RunVariation) {
    self.libraries = libraries
    isMoved = variation.layout != 0
    isElsewhere = variation.isElsewhere
  }
}

/// What all hosts of one verification have in common.
package struct HostSettings: Sendable {
  /// The host program's file.
  package var host: String
  package var sandbox: Sandbox
  package var scratch: Scratch
  /// The toolchain's folder of libraries, which the host and all that it loads may need.
  package var libraryFolder: String

  package init(host: String, sandbox: Sandbox, scratch: Scratch, libraryFolder: String) {
    self.host = host
    self.sandbox = sandbox
    self.scratch = scratch
    self.libraryFolder = libraryFolder
  }
}
