internal import CSystem
internal import Files
internal import Glibc
internal import LoopEngine

/// A program that a host is running: its output, its time limit, and who wants to know.
///
/// Belongs to the supervisor's loop.
final class RunUnderWay {
  private let run: ProgramRun
  private let number: UInt64
  private let output: CollectedPipe
  private let errors: CollectedPipe
  private let begun = LoopInstant.now
  private let done: (ProgramResult) -> Void
  private let cancel: () -> Void
  private var timer: LoopTimer?
  private var cause: ProcessEnding?
  private let traceFolder: String?
  /// The pipe with its input, kept to see what is left of that; negative where it has none.
  private var input: Int32 = -1

  init(
    _ run: ProgramRun, number: UInt64, scratch: Scratch, loop: Loop, done: @escaping (ProgramResult) -> Void,
    cancel: @escaping () -> Void
  ) throws(SystemError) {
    self.run = run
    self.number = number
    self.done = done
    self.cancel = cancel
    output = try CollectedPipe(limit: run.limits.output)
    errors = try CollectedPipe(limit: run.limits.output)
    if run.recording == nil {
      traceFolder = nil
    } else {
      let folder = "\(scratch.runs)/\(number)"
      if mkdir(folder, 0o700) != 0 { throw SystemError(call: "mkdir", errno: errno) }
      traceFolder = folder
    }
    if let watch = run.watch {
      output.passOn = { watch(.wrote($0, isError: false)) }
      errors.passOn = { watch(.wrote($0, isError: true)) }
      watch(.begins(traceFolder: traceFolder))
    }
    // The loop's thread is the only one that touches the run.
    nonisolated(unsafe) let underWay = self
    try output.watch(on: loop) { underWay.pipeChanged() }
    try errors.watch(on: loop) { underWay.pipeChanged() }
    let timer = LoopTimer(after: run.limits.timeout, label: "limit of a program") { _ in underWay.end(as: .timedOut) }
    loop.add(timer)
    self.timer = timer
  }

  deinit {
    if input >= 0 { close(input) }
  }

  func send(through socket: Int32, sandbox: Sandbox, scratch: Scratch) throws(SystemError) {
    var request = eh_request(EH_RUN)
    request.run = number
    request.secret = RunSecret.number
    if sandbox != .none {
      request.flags = UInt32(EH_NAMESPACES.rawValue)
      if run.program.needsNetwork { request.flags |= UInt32(EH_NETWORK.rawValue) }
    }
    if run.variation.lingers { request.flags |= UInt32(EH_LINGERS.rawValue) }
    if run.input == nil, run.variation.hasInput { request.flags |= UInt32(EH_HAS_INPUT.rawValue) }
    if run.variation.renumbers { request.flags |= UInt32(EH_RENUMBERS.rawValue) }
    if run.variation.isElsewhere { request.flags |= UInt32(EH_ANOTHER_MACHINE.rawValue) }
    request.processes = run.limits.processes
    request.cpu_seconds = run.limits.processorSeconds
    request.memory = run.limits.memory
    request.file_size = run.limits.files
    request.open_files = run.limits.openFiles
    request.hash_seed = run.variation.hashSeed
    request.layout = run.variation.layout
    request.date = run.variation.date
    request.folder_order = run.variation.folderOrder
    request.precedence = run.variation.precedence
    request.strings = 6
    var temporary = ""
    if sandbox == .none {
      temporary = "\(scratch.temporary)/\(number)"
      if mkdir(temporary, 0o700) != 0 { throw SystemError(call: "mkdir", errno: errno) }
    }
    let strings = [
      sandbox.inside(run.program.object, scratch: scratch), run.program.entry, temporary,
      traceFolder.map { sandbox.inside($0, scratch: scratch) } ?? "", run.recording?.clockWithPace ?? "",
      run.recording?.schedule ?? "",
    ]
    let packet = request.packet(strings)
    var descriptors = [output.writing, errors.writing]
    if let text = run.input {
      input = cs_filled_pipe(text, text.count)
      if input < 0 { throw SystemError(call: "pipe", errno: -input) }
      descriptors.append(input)
    }
    let result = cs_send(socket, packet, packet.count, descriptors, Int32(descriptors.count))
    output.closeWriting()
    errors.closeWriting()
    if result < 0 { throw SystemError(call: "sendmsg", errno: -result) }
  }

  /// The host cannot run it.
  func refused(_ message: String) {
    timer?.invalidate()
    output.drain()
    errors.drain()
    run.watch?(.ended)
    done(ProgramResult(ending: cause == .stopped ? .process(.stopped) : .notStarted(message)))
  }

  /// Its process is gone.
  func ended(_ answer: eh_answer) {
    timer?.invalidate()
    output.drain()
    errors.drain()
    if let traceFolder {
      // Its owner may have closed it to itself.
      chmod(traceFolder, 0o700)
      FileTree.keepFiles(in: traceFolder)
    }
    run.watch?(.ended)
    var result = ProgramResult(ending: ending(answer))
    result.stage = ProgramResult.Stage(rawValue: answer.stage) ?? .starting
    // One that cannot tell is believed to have come as far.
    if result.stage == .inside && !run.program.tellsLastStatement { result.stage = .reachedLastStatement }
    result.output = output.bytes
    result.errors = errors.bytes
    result.closedOutput = answer.closed_output != 0
    result.leavesInput = input >= 0 && !(run.input ?? []).isEmpty && Int(cs_unread(input)) == run.input?.count
    result.leavesTaskWaiting = answer.waiting_tasks != 0
    result.leftProcesses = Int(answer.left_processes)
    result.realTime = RealTimeUse(rawValue: answer.real_time)
    result.wallTime = begun.duration(to: .now)
    result.processorTime = .microseconds(Int64(answer.user_us + answer.system_us))
    result.traceFolder = traceFolder
    done(result)
  }

  private func ending(_ answer: eh_answer) -> ProgramResult.Ending {
    if let cause { return .process(cause) }
    if output.isOverLimit || errors.isOverLimit { return .process(.flooded) }
    if answer.kind == EH_LOST.rawValue { return .process(.signaled(SIGKILL)) }
    if answer.stage == EH_STARTING.rawValue, !answer.message.isEmpty { return .notStarted(answer.message) }
    return switch eh_verdict(answer.verdict) {
    case EH_MEMORY: .memory
    case EH_PROCESSES: .processes
    case EH_FILES: .files(run.limits.files)
    default: ending(ProcessEnding(status: answer.status))
    }
  }

  /// The kernel's signal for a file that is too large says which limit it was.
  private func ending(_ process: ProcessEnding) -> ProgramResult.Ending {
    process == .signaled(SIGXFSZ) ? .files(run.limits.files) : .process(process)
  }

  private func pipeChanged() {
    if output.isOverLimit || errors.isOverLimit { end(as: .flooded) }
  }

  private func end(as cause: ProcessEnding) {
    guard self.cause == nil else { return }
    self.cause = cause
    cancel()
  }
}
