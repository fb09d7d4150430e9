package import Execution
internal import Files
internal import LoopTracing

/// What became of a program when it was compiled and run: all that a verdict needs, and nothing of what is expected.
package struct ProgramRecord: Sendable {
  /// The compiler's errors; none for a program that compiles.
  package var messages: [CompilerMessage] = []

  /// The compiler's warnings about a program that compiles.
  package var warnings: [CompilerMessage] = []

  /// Why it was compiled as a module of its own.
  package var aloneReason: String?

  /// How long the compiler took over it; where it compiled several at once, its part of that.
  package var compilation = Duration.zero

  /// Its execution; `nil` where it does not compile, or is not to run.
  package var execution: Execution?

  /// Runs that did not do the same, though they differ in nothing that a program should depend on.
  package var strays: [Stray] = []

  /// Whether the compiler came to no verdict, so that nothing is known.
  package var isBroken = false

  package init() {}

  /// A run that came out differently.
  package struct Stray: Sendable {
    package var cause: StrayCause
    package var execution: Execution
  }

  /// How a program ran.
  package struct Execution: Sendable {
    package var ending: ProgramResult.Ending
    package var stage: ProgramResult.Stage
    /// What each block printed.
    package var blocks: [[UInt8]]
    /// What it wrote to standard error.
    package var errors: [UInt8]
    package var closedOutput = false
    package var leftProcesses = 0
    /// Whether it read nothing of the input that it was given.
    package var leavesInput = false
    /// Whether it ended before the main actor came to one of its tasks.
    package var leavesTaskWaiting = false
    package var realTime: RealTimeUse = []
    package var duration = Duration.zero
    package var trace: RecordedTrace?
    /// The block that was under way at the end, from 0.
    package var lastBlock = 0
  }
}

extension ProgramRecord {
  private static let version = 7

  /// The recording of the whole program.
  var trace: Trace? { execution?.trace?.value }

  /// Whether it can be trusted to come out the same again, and may be kept.
  var isLasting: Bool {
    !isBroken && execution?.ending.isLasting ?? true && strays.allSatisfy { $0.execution.ending.isLasting }
  }

  /// Whether this can be what a program of so many blocks did.
  ///
  /// What other machines sent is asked so: whoever made it up, nothing that reads it may come to harm.
  func isPlausible(blocks: Int) -> Bool {
    isLasting && compilation >= .zero && (messages + warnings).allSatisfy(\.isPlausible)
      && ([execution].compactMap(\.self) + strays.map(\.execution)).allSatisfy { $0.isPlausible(blocks: blocks) }
  }

  /// The record as bytes for the cache.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.version)
    writer.write(messages) { $0.write($1) }
    writer.write(warnings) { $0.write($1) }
    writer.write(aloneReason) { $0.write($1) }
    writer.write(Int(compilation / .nanoseconds(1)))
    writer.write(execution) { $0.write($1) }
    writer.write(strays) { writer, stray in
      writer.write(stray.cause.text)
      writer.write(stray.execution)
    }
    return writer.bytes
  }

  /// Reads what `encoded` gave.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    do throws(ByteReader.Damage) {
      guard try reader.number() == Self.version else { return nil }
      messages = try reader.list { reader throws(ByteReader.Damage) in try reader.message(depth: 0) }
      warnings = try reader.list { reader throws(ByteReader.Damage) in try reader.message(depth: 0) }
      aloneReason = try reader.optional { reader throws(ByteReader.Damage) in try reader.text() }
      compilation = .nanoseconds(try reader.number())
      execution = try reader.optional { reader throws(ByteReader.Damage) in try reader.execution() }
      strays = try reader.list { reader throws(ByteReader.Damage) in
        guard let cause = StrayCause(text: try reader.text()) else { throw ByteReader.Damage() }
        return Stray(cause: cause, execution: try reader.execution())
      }
      guard reader.isAtEnd else { return nil }
    } catch {
      return nil
    }
  }
}

extension CompilerMessage {
  fileprivate var isPlausible: Bool {
    [line, column, length].allSatisfy { (0...1 << 30).contains($0) } && notes.allSatisfy(\.isPlausible)
  }
}

extension ProgramRecord.Execution {
  fileprivate func isPlausible(blocks: Int) -> Bool {
    self.blocks.count == blocks && (0..<blocks).contains(lastBlock) && leftProcesses >= 0 && duration >= .zero
      && (trace == nil || trace?.value != nil)
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ message: CompilerMessage) {
    write(message.severity.rawValue)
    write(message.file)
    write(message.line)
    write(message.column)
    write(message.length)
    write(message.text)
    write(message.fixIt) { $0.write($1) }
    write(message.notes) { $0.write($1) }
  }

  fileprivate mutating func write(_ execution: ProgramRecord.Execution) {
    let (kind, value, text) = execution.ending.form
    write(kind)
    write(value)
    write(text)
    write(Int(execution.stage.rawValue))
    write(execution.blocks) { $0.write($1) }
    write(execution.errors)
    write(execution.closedOutput)
    write(execution.leftProcesses)
    write(execution.leavesInput)
    write(execution.leavesTaskWaiting)
    write(Int(execution.realTime.rawValue))
    write(Int(execution.duration / .nanoseconds(1)))
    write(execution.trace) { $0.write($1.json) }
    write(execution.lastBlock)
  }
}

extension ByteReader {
  fileprivate mutating func message(depth: Int) throws(Damage) -> CompilerMessage {
    // A compiler's notes have no notes; what another machine sends must not use up the stack.
    guard depth < 8 else { throw Damage() }
    guard let severity = CompilerMessage.Severity(rawValue: try text()) else { throw Damage() }
    var message = CompilerMessage(
      severity: severity, file: try text(), line: try number(), column: try number(), text: "")
    message.length = try number()
    message.text = try text()
    message.fixIt = try optional { reader throws(Damage) in try reader.text() }
    message.notes = try list { reader throws(Damage) in try reader.message(depth: depth + 1) }
    return message
  }

  fileprivate mutating func execution() throws(Damage) -> ProgramRecord.Execution {
    let ending = ProgramResult.Ending(kind: try number(), value: try number(), text: try text())
    guard let ending, let stage = ProgramResult.Stage(rawValue: UInt32(clamping: try number())) else { throw Damage() }
    var execution = ProgramRecord.Execution(
      ending: ending, stage: stage, blocks: try list { reader throws(Damage) in try reader.content() },
      errors: try content())
    execution.closedOutput = try flag()
    execution.leftProcesses = try number()
    execution.leavesInput = try flag()
    execution.leavesTaskWaiting = try flag()
    execution.realTime = RealTimeUse(rawValue: UInt32(truncatingIfNeeded: try number()))
    execution.duration = .nanoseconds(try number())
    execution.trace = try optional { reader throws(Damage) in RecordedTrace(try reader.content()) }
    execution.lastBlock = try number()
    return execution
  }
}

extension ProgramResult.Ending {
  /// A number for the case, and what it holds.
  fileprivate var form: (kind: Int, value: Int, text: String) {
    switch self {
    case .process(.exited(let status)): (0, Int(status), "")
    case .process(.signaled(let signal)): (1, Int(signal), "")
    case .process(.timedOut): (2, 0, "")
    case .process(.flooded): (3, 0, "")
    case .process(.stopped): (4, 0, "")
    case .memory: (5, 0, "")
    case .processes: (6, 0, "")
    case .notStarted(let reason): (7, 0, reason)
    case .files(let limit): (8, Int(clamping: limit), "")
    }
  }

  fileprivate init?(kind: Int, value: Int, text: String) {
    switch kind {
    case 0: self = .process(.exited(Int32(truncatingIfNeeded: value)))
    case 1: self = .process(.signaled(Int32(truncatingIfNeeded: value)))
    case 2: self = .process(.timedOut)
    case 3: self = .process(.flooded)
    case 4: self = .process(.stopped)
    case 5: self = .memory
    case 6: self = .processes
    case 7: self = .notStarted(text)
    case 8: self = .files(UInt64(clamping: value))
    default: return nil
    }
  }

  /// Whether the same program would end the same way again, as far as one can know.
  var isLasting: Bool {
    switch self {
    case .process(.exited), .process(.signaled): true
    default: false
    }
  }
}
