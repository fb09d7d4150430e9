import Glibc
import LoopEngine
import LoopTracing
import TestSupport

/// Runs a scenario of `trace-probe` in a process and folder of its own.
struct ProbeProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What waitpid says of it.
  let status: Int32
  let reading: TraceJournal.Reading
  /// The bytes of the journal and of the captured output and errors.
  let files: [[UInt8]]
  /// What came out of its own standard output.
  let passedOn: String

  /// The exit status, or nil when a signal ended it.
  var exitStatus: Int32? { status & 0x7f == 0 ? status >> 8 & 0xff : nil }
  var signal: Int32 { status & 0x7f }

  /// Runs it to its end, or kills it once `until` is true of what has been recorded.
  init(
    _ scenario: String, clock: String? = "virtual", schedule: String? = nil,
    in given: String? = nil,
    until isEnough: ((Trace) -> Bool)? = nil
  ) throws {
    let folder = try given ?? Self.makeFolder()
    defer { Self.remove(folder) }
    var environment = ["LOOPBOOK_TRACE=\(folder)", "SWIFT_BACKTRACE=enable=no"]
    if let clock { environment.append("LOOPBOOK_CLOCK=\(clock)") }
    if let schedule { environment.append("LOOPBOOK_SCHEDULE=\(schedule)") }
    let child = try Self.spawn(
      [BuiltProducts.path("trace-probe"), scenario], environment, output: "\(folder)/\(Self.passedName)")
    if let isEnough {
      // The child is endless: what is waited for comes, or it ends by itself and the test fails.
      var status: Int32 = 0
      while waitpid(child, &status, WNOHANG) == 0 {
        if let trace = try? TraceJournal.read(folder: folder).trace, isEnough(trace) { kill(child, SIGKILL) }
        usleep(1_000)
      }
      self.status = status
    } else {
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0 && errno == EINTR {}
      self.status = status
    }
    passedOn = String(decoding: try Self.contents("\(folder)/\(Self.passedName)"), as: UTF8.self)
    reading = try TraceJournal.read(folder: folder)
    files = try Self.names.map { try Self.contents("\(folder)/\($0)") }
  }

  private static let passedName = "passed-on.txt"
  private static let names = ["events.journal", "output.txt", "errors.txt"]

  static func makeFolder() throws -> String {
    var template = Array("\(P_tmpdir)/trace-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(description: "mkdtemp: errno \(errno)") }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static func remove(_ folder: String) {
    for name in names + [passedName] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  static func contents(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw Failure(description: "\(path): errno \(errno)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  private static func spawn(_ words: [String], _ environment: [String], output: String) throws -> pid_t {
    // Only these: the test's own environment does not reach the probe.
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o644)
    var child: pid_t = 0
    let error = posix_spawn(&child, words[0], &actions, nil, arguments, variables)
    guard error == 0 else { throw Failure(description: "posix_spawn: errno \(error)") }
    return child
  }
}

extension Trace {
  /// A line for each event.
  var lines: [String] {
    events.map { event in
      let what =
        switch event.kind {
        case .loop(let kind): "\(kind)"
        case .print(let text, let stream): "\(stream): \(text)"
        case .snapshot(let name, let snapshot): "snapshot \(name)\n\(snapshot)"
        }
      return "\(event.time) \(event.thread) \(event.loop) \(event.mode ?? "-") \(what) \(event.label ?? "-")"
    }
  }

  /// What was printed and which blocks were called, in order.
  var steps: [String] {
    events.compactMap { event in
      switch event.kind {
      case .print(let text, let stream): "\(stream): \(text)"
      case .loop(.calloutBegan(.block)): "begin \(event.label ?? "")"
      case .loop(.calloutEnded(.block)): "end \(event.label ?? "")"
      default: nil
      }
    }
  }
}
