internal import CSystem
internal import Glibc
internal import LoopEngine

/// A host process of ours, and the programs that run as its children.
///
/// Belongs to the supervisor's loop.
final class ExampleHost {
  /// What the host said when it could not begin, or how it ended.
  private(set) var problem: String?
  /// Why there is no sandbox, where that is the problem.
  private(set) var missing: Sandbox.Missing?
  private let supervisorLoop: Loop
  private let sandbox: Sandbox
  private let scratch: Scratch
  private let process: LivingProcess
  private let socket: Int32
  private var source: DescriptorSource?
  private var runs: [UInt64: RunUnderWay] = [:]
  private var isReady = false
  private var waiting: [() -> Void] = []
  private var queued: [() -> Void] = []

  /// How many programs are under way at once; each takes four descriptors, and the host has places for 256.
  private static let mostRuns = 100

  init(
    _ settings: HostSettings, libraries: [String], isElsewhere: Bool, loop: Loop,
    start: (Command, [Int32]) throws(SystemError) -> LivingProcess
  ) throws(SystemError) {
    supervisorLoop = loop
    sandbox = settings.sandbox
    scratch = settings.scratch
    let command = try sandbox.command(settings, libraries: libraries, isElsewhere: isElsewhere)
    var sockets: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutablePointer(to: &sockets) {
      $0.withMemoryRebound(to: Int32.self, capacity: 2) { cs_socket_pair($0) }
    }
    if result < 0 { throw SystemError(call: "socketpair", errno: -result) }
    socket = sockets.0
    defer { close(sockets.1) }
    do throws(SystemError) {
      process = try start(command, [sockets.1])
    } catch {
      close(sockets.0)
      throw error
    }
    // The loop's thread is the only one that touches the host.
    nonisolated(unsafe) let host = self
    let source = DescriptorSource(socket, label: "host \(process.pid)") { _ in host.receive() }
    self.source = source
    try loop.handle.add(source)
    process.whenEnded { [weak self] result in self?.ended(result) }
    load(libraries)
  }

  deinit { close(socket) }

  /// Hears nothing any more: what the source calls holds the host.
  private func closeSource() {
    source?.invalidate()
    source = nil
  }

  /// Whether programs can be run.
  var isAlive: Bool { problem == nil }

  /// Runs a program as a child of the host, and tells how it went.
  func run(_ run: ProgramRun, number: UInt64, _ done: @escaping (ProgramResult) -> Void) {
    guard isReady || problem != nil else {
      waiting.append { [self] in self.run(run, number: number, done) }
      return
    }
    if let problem { return done(ProgramResult(ending: .notStarted(problem))) }
    if runs.count >= Self.mostRuns {
      queued.append { [self] in self.run(run, number: number, done) }
      return
    }
    do throws(SystemError) {
      let underWay = try RunUnderWay(run, number: number, scratch: scratch, loop: supervisorLoop, done: done) {
        [self] in cancel(number)
      }
      runs[number] = underWay
      try underWay.send(through: socket, sandbox: sandbox, scratch: scratch)
    } catch {
      runs[number] = nil
      done(ProgramResult(ending: .notStarted("\(error)")))
    }
  }

  /// Calls `body` once it is known whether programs can be run.
  func whenReady(_ body: @escaping () -> Void) {
    if isReady || problem != nil { body() } else { waiting.append(body) }
  }

  /// Ends the host, and with it all its children.
  func stop() { process.kill(as: .stopped) }

  /// Has the host load what its programs need, and answer.
  private func load(_ libraries: [String]) {
    var request = eh_request(EH_LOAD)
    if sandbox != .none { request.flags = UInt32(EH_NAMESPACES.rawValue) }
    request.strings = UInt32(libraries.count)
    let packet = request.packet(libraries.map { sandbox.inside($0, scratch: scratch) })
    // A host that cannot be told has ended, or will when the socket closes.
    if cs_send(socket, packet, packet.count, [], 0) < 0 { process.kill(as: .stopped) }
  }

  private func cancel(_ number: UInt64) {
    var request = eh_request(EH_KILL)
    request.run = number
    // A host that cannot be told has ended, and its children with it.
    _ = cs_send(socket, &request, MemoryLayout<eh_request>.size, [], 0)
  }

  private func receive() {
    while true {
      var answer = eh_answer()
      let count = recv(socket, &answer, MemoryLayout<eh_answer>.size, 0)
      if count < 0 && errno == EINTR { continue }
      if count == 0 { closeSource() }
      guard count == MemoryLayout<eh_answer>.size else { return }
      switch eh_answer_kind(answer.kind) {
      case EH_READY:
        isReady = true
        resume()
      case EH_REFUSED where answer.run == 0:
        problem = answer.message
        resume()
      case EH_REFUSED:
        runs.removeValue(forKey: answer.run)?.refused(answer.message)
        startQueued()
      default:
        runs.removeValue(forKey: answer.run)?.ended(answer)
        startQueued()
      }
    }
  }

  private func ended(_ result: CommandResult) {
    closeSource()
    if problem == nil {
      let words = String(decoding: result.errors, as: UTF8.self).split(separator: "\n").joined(separator: "; ")
      let ending = words.isEmpty ? "the process that runs examples ended (\(result.ending))" : words
      if !isReady, sandbox != .none {
        let missing = Sandbox.explain(ending)
        self.missing = missing
        problem = missing.message
      } else {
        problem = ending
      }
    }
    resume()
    let interrupted = runs.values
    runs = [:]
    for run in interrupted { run.refused(problem ?? "") }
    startQueued()
  }

  /// Lets those that wait for a place have one, or hear why there is none.
  private func startQueued() {
    while !queued.isEmpty, problem != nil || runs.count < Self.mostRuns { queued.removeFirst()() }
  }

  private func resume() {
    let resumed = waiting
    waiting = []
    for body in resumed { body() }
  }
}

extension eh_request {
  init(_ kind: eh_request_kind) {
    self.init()
    version = UInt32(EH_VERSION)
    self.kind = kind.rawValue
  }

  /// The bytes to send: the request, and its strings.
  func packet(_ strings: [String]) -> [UInt8] {
    withUnsafeBytes(of: self) { Array($0) } + strings.flatMap { Array($0.utf8) + [0] }
  }
}

extension eh_answer {
  /// The sentence that came with the answer.
  var message: String {
    withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
