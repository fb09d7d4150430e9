internal import CSystem
internal import Glibc
internal import LoopEngine

/// A process under way, with the sources and the timer that watch it.
///
/// Belongs to the supervisor's loop.
final class LivingProcess {
  let pid: Int32
  private let loop: Loop
  /// Told once, and not held any longer: who is told may hold this.
  private var gone: ((Int32) -> Void)?
  private var output: CollectedPipe
  private var errors: CollectedPipe
  private var pidfd: Int32 = -1
  private var source: DescriptorSource?
  private var timer: LoopTimer?
  private var cause: ProcessEnding?
  private var ending: ProcessEnding?
  private var waiters: [(CommandResult) -> Void] = []

  /// Starts the command; `extra` become its descriptors from 3 on.
  ///
  /// `gone` is told when it has ended.
  init(_ command: Command, extra: [Int32], loop: Loop, gone: @escaping (Int32) -> Void) throws(SystemError) {
    self.loop = loop
    self.gone = gone
    output = try CollectedPipe(limit: command.outputLimit)
    errors = try CollectedPipe(limit: command.outputLimit)
    let null = cs_open_null()
    defer { close(null) }
    let environment = command.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let descriptors = [null, output.writing, errors.writing] + extra
    let name = command.name ?? String(command.path.split(separator: "/").last ?? "")
    pid = withCStrings([name] + command.arguments) { arguments in
      withCStrings(environment) { environment in
        cs_spawn(
          command.path, arguments, environment, command.folder, descriptors, Int32(descriptors.count),
          command.processorSeconds, command.memory, command.isInBackground)
      }
    }
    output.closeWriting()
    errors.closeWriting()
    if pid < 0 { throw SystemError(call: "starting \(command.path)", errno: -pid) }
    pidfd = cs_pidfd(pid)
    if pidfd < 0 {
      let error = -pidfd
      var end = cs_end()
      _ = Glibc.kill(-pid, SIGKILL)
      _ = cs_reap(pid, &end)
      throw SystemError(call: "pidfd_open", errno: error)
    }
    try watch(command.timeout)
  }

  private func watch(_ timeout: Duration?) throws(SystemError) {
    // The loop's thread is the only one that touches the process.
    nonisolated(unsafe) let process = self
    let source = DescriptorSource(pidfd, label: "end of process \(pid)") { _ in process.reap() }
    self.source = source
    try loop.handle.add(source)
    try output.watch(on: loop) { process.pipeChanged() }
    try errors.watch(on: loop) { process.pipeChanged() }
    if let timeout {
      let timer = LoopTimer(after: timeout, label: "limit of process \(pid)") { _ in process.kill(as: .timedOut) }
      loop.add(timer)
      self.timer = timer
    }
  }

  /// Ends the process and all that it started in its session.
  func kill(as cause: ProcessEnding) {
    guard ending == nil else { return }
    if self.cause == nil { self.cause = cause }
    _ = Glibc.kill(-pid, SIGKILL)
  }

  /// Calls `body` when the process and its output have ended.
  func whenEnded(_ body: @escaping (CommandResult) -> Void) {
    waiters.append(body)
    finish()
  }

  private func reap() {
    source?.invalidate()
    // Its handler holds this.
    source = nil
    timer?.invalidate()
    timer = nil
    var end = cs_end()
    let result = cs_reap(pid, &end)
    close(pidfd)
    ending = cause ?? (result == 0 ? ProcessEnding(status: end.status) : .signaled(SIGKILL))
    // What it started must not hold its output open.
    _ = Glibc.kill(-pid, SIGKILL)
    output.drain()
    errors.drain()
    gone?(pid)
    gone = nil
    finish()
  }

  private func pipeChanged() {
    if output.isOverLimit || errors.isOverLimit { kill(as: .flooded) }
    finish()
  }

  private func finish() {
    guard let ending, output.isFinished, errors.isFinished else { return }
    let result = CommandResult(ending: ending, output: output.bytes, errors: errors.bytes)
    for waiter in waiters { waiter(result) }
    waiters = []
  }
}
