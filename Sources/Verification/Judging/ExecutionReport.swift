internal import Book
internal import Examples
internal import Execution
internal import Files
internal import LoopTracing
internal import Markdown
internal import Recordings
internal import Text

/// What an execution that did not go as asked is called, and where.
struct ExecutionReport {
  private let program: Program
  private let file: SourceFile

  init(_ program: Program, _ file: SourceFile) {
    self.program = program
    self.file = file
  }

  /// What is wrong with how the program ended; `place` is that of the example that was under way.
  func problem(_ execution: ProgramRecord.Execution, place: SourcePlace) -> (block: Int?, diagnostic: Diagnostic)? {
    switch execution.ending {
    case .process(.exited(0)) where program.kind == .crashes:
      return failure(
        "no-crash", "the example is marked `crashes`, but it does not crash", execution, place, cure: noCrashCure)
    case .process(.exited(0)):
      return unfinished(execution, place)
    case .process(.exited(let status)) where status == TracedProgram.deadlockStatus && execution.trace != nil:
      return failure("deadlock", "the example deadlocked", execution, place)
    case .process(.exited(let status)) where status == TracedProgram.unfinishedStatus && execution.trace != nil:
      return failure("unfinished-tasks", "the example ended before its tasks were done", execution, place)
    case .process(.exited(let status)) where status == TracedProgram.awaitStatus && execution.trace != nil:
      return failure(
        "await-on-virtual-clock",
        "an example that waits with `await` at its top level, as one with tests does, cannot run on the virtual clock",
        execution, place, cure: "put clock=real on the fence; a test has virtual time in a `VirtualRun`")
    case .process(.exited(let status)):
      return failure("failed-exit", "the example ended with status \(status)", execution, place)
    case .process(.signaled(let signal)) where isTrap(signal):
      let isLast = execution.lastBlock >= program.blocks.count - 1
      guard program.kind == .crashes, isLast else { return trap(execution, place) }
      return raisedSignal(execution, place) ?? realTime(execution, place)
    case .process(.signaled(let signal)):
      return failure("killed", "the example was ended by signal \(signal) (\(name(signal)))", execution, place)
    case .process(.timedOut):
      return failure(
        "timeout", "the example ran longer than its limit allows", execution, place,
        cure: "end it sooner, or allow more: timeout=30s")
    case .process(.flooded):
      return failure(
        "too-much-output", "the example printed more than its limit allows", execution, place,
        cure: "print less, or allow more in loopbook.yml: examples.output")
    case .process(.stopped):
      return failure("stopped", "the example was stopped together with loopbook", execution, place)
    case .memory:
      return tooMuchMemory(execution, place)
    case .processes:
      return failure(
        "too-many-processes", "the example started more processes than its limit allows", execution, place,
        cure: "start fewer, or allow more in loopbook.yml: examples.processes")
    case .files(let limit):
      let size = ByteCount(bytes: Int(clamping: limit))
      return failure(
        "too-large-files", "the example wrote larger files than its limit of \(size) allows", execution, place,
        cure: "write less, or allow more in loopbook.yml: examples.files")
    case .notStarted(let reason):
      return failure("not-started", "the example could not be started: \(reason)", execution, place)
    }
  }

  /// What is wrong with the input of a program that ended as it should, and in which block; `nil` where nothing is.
  func unreadInput(_ execution: ProgramRecord.Execution) -> (block: Int, diagnostic: Diagnostic)? {
    guard execution.leavesInput, let block = program.blocks.firstIndex(where: { $0.example.input != nil }),
      let input = program.blocks[block].example.input
    else { return nil }
    return (
      block,
      Diagnostic(
        id: "unread-input", "the example reads nothing of its `input`", at: file.place(input.opening),
        cure: "remove the fence, or read from it, for instance with `readLine()`")
    )
  }

  /// What names the warning about a task that never began.
  static let waitingTaskID = "waiting-task"

  /// What may be wrong with a program that ended as it should; `nil` where nothing is.
  func warning(_ execution: ProgramRecord.Execution, place: SourcePlace) -> Diagnostic? {
    guard execution.leavesTaskWaiting else { return nil }
    return Diagnostic(
      .warning, id: Self.waitingTaskID,
      "a task of this example never began: the program ended before the main actor came to it", at: place,
      cure: "wait for the task before the program ends, for instance with `await Task { … }.value`")
  }

  /// What mends an example that does not crash any more.
  private var noCrashCure: String {
    let hasError = program.blocks.contains { $0.example.recordings.contains { $0.kind == .error } }
    return "remove `crashes`" + (hasError ? ", and the `error` fence below it," : "") + " if it should not crash"
  }

  /// The trap's message, as an `error` recording holds it.
  func trapMessage(_ execution: ProgramRecord.Execution) -> [UInt8] {
    let trap = TrapMessage(execution.errors)
    if !trap.text.isEmpty { return Array("\(trap.text)\n".utf8) }
    guard case .process(.signaled(let signal)) = execution.ending else { return [] }
    return Array("signal \(signal): \(name(signal))\n".utf8)
  }

  private func unfinished(
    _ execution: ProgramRecord.Execution, _ place: SourcePlace
  ) -> (block: Int?, diagnostic: Diagnostic)? {
    if execution.stage < .reachedLastStatement {
      return failure(
        "early-exit", "the example ended by itself before it reached its last statement", execution, place)
    }
    if execution.closedOutput {
      return failure(
        "closed-output", "the example closed its standard output, so what it prints is lost", execution, place)
    }
    if execution.leftProcesses > 0 {
      return failure(
        "left-processes", "the example left \(execution.leftProcesses == 1 ? "a process" : "processes") running",
        execution, place, cure: "end what it starts, and wait for it")
    }
    return realTime(execution, place)
  }

  /// What is wrong with a crash that is only a signal which the program sends itself; `nil` where it is another one.
  ///
  /// For readers, a handler of Swift's runtime tells of the signal. It goes back to the instruction that was under way:
  /// that of a trap traps again, but behind `raise` the program goes on. `abort` takes the handler away and ends it.
  private func raisedSignal(
    _ execution: ProgramRecord.Execution, _ place: SourcePlace
  ) -> (block: Int?, diagnostic: Diagnostic)? {
    guard TrapMessage(execution.errors).text.isEmpty,
      !CodeWords(program.text).all.isDisjoint(with: ["raise", "kill", "pthread_kill", "sigqueue", "tgkill"])
    else { return nil }
    return failure(
      "raised-signal",
      "the example does not trap, but sends itself a signal, behind which it goes on where Swift's backtraces are on",
      execution, place, cure: "end it with `fatalError`, or with `abort()`")
  }

  /// What the program did in real time while its loops were on the virtual clock, and readers will see otherwise.
  private func realTime(
    _ execution: ProgramRecord.Execution, _ place: SourcePlace
  ) -> (block: Int?, diagnostic: Diagnostic)? {
    guard !execution.realTime.isEmpty, let events = execution.trace?.value?.events else { return nil }
    // What a crash says is recorded without the time at which it came.
    let timePasses = program.kind == .crashes || events.last.map { $0.time > 0 } ?? false
    let usesLoops = events.contains { if case .loop = $0.kind { true } else { false } }
    let (sentence, instead): (String, String)
    if execution.realTime.contains(.sleeps), usesLoops {
      sentence = "the example waits in real time, and meanwhile no time passes on its loops' virtual clock"
      instead = "wait with LoopThread.sleep(for:), a timer or a loop"
    } else if execution.realTime.contains(.reads), timePasses {
      sentence = "the example reads the machine's clock, on which its loops' virtual time does not pass"
      instead = "ask LoopInstant.now or ContinuousClock for the time"
    } else {
      return nil
    }
    let cure = "\(instead), or put clock=real on the fence: then all of it runs in real time"
    return (nil, Diagnostic(id: "real-time", sentence, at: place, cure: cure))
  }

  private func trap(
    _ execution: ProgramRecord.Execution, _ place: SourcePlace
  ) -> (block: Int?, diagnostic: Diagnostic) {
    let trap = TrapMessage(execution.errors)
    // Whether the limit refuses memory or the guard sees it first is chance.
    if trap.text.hasPrefix("Fatal error: failed to allocate ") { return tooMuchMemory(execution, place) }
    if let tests = trap.tests { return failure(of: tests, execution, place) }
    let sentence = "the example crashed: \(trap.text.isEmpty ? signalName(execution) : trap.text)"
    let notes = notes(execution, trap.wordsBefore)
    let cure = cure(for: trap, execution)
    guard let line = trap.line, !program.renumbersLines,
      let block = program.blocks.firstIndex(where: { $0.lines.contains(line) })
    else {
      return (nil, Diagnostic(id: "crashed", sentence, at: place, notes: notes, cure: cure))
    }
    let lines = program.blocks[block].example.lines
    let text = lines[line - program.blocks[block].lines.lowerBound].text
    let indentation = text.utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    let exact = program.place(
      line: line, column: indentation + 1, length: text.utf8.count - indentation, in: file)
    return (block, Diagnostic(id: "crashed", sentence, at: exact, notes: notes, cure: cure))
  }

  private func failure(
    of tests: FailedTests, _ execution: ProgramRecord.Execution, _ place: SourcePlace
  ) -> (block: Int?, diagnostic: Diagnostic) {
    var notes = notes(execution, tests.wordsBefore)
    if let others = tests.others { notes.append(Diagnostic.Note("what else failed:\n\(others)")) }
    let at = tests.place.flatMap { place in
      program.renumbersLines ? nil : program.blocks.firstIndex { $0.lines.contains(place.line) }
    }
    guard let at, let own = tests.place else {
      let cure = tests.place == nil ? "let at least one run, or mark the example `norun`" : nil
      return (nil, Diagnostic(id: "failed-test", tests.sentence, at: place, notes: notes, cure: cure))
    }
    let block = program.blocks[at]
    let text = block.example.lines[own.line - block.lines.lowerBound].text
    let exact = program.place(
      line: own.line, column: own.column, length: max(text.utf8.count - own.column + 1, 1), in: file)
    let cure = "mend the test, or write `swift crashes` on the fence if the chapter shows how a test fails"
    return (at, Diagnostic(id: "failed-test", tests.sentence, at: exact, notes: notes, cure: cure))
  }

  private func cure(for trap: TrapMessage, _ execution: ProgramRecord.Execution) -> String? {
    if trap.text.contains("could not load resource bundle: "), let folder = Sandbox.coveredFolder(in: trap.text) {
      return "an example does not see this machine's \(folder): have the package built elsewhere, with "
        + "'cache: /var/tmp/loopbook' in \(Configuration.fileName)"
    }
    if trap.text.isEmpty, case .process(.signaled(4)) = execution.ending, mayLeaveTheMainActor {
      return
        "Swift 6 ends a program like this if another thread runs code of the main actor, to which closures at the top "
        + "level belong: mark those that other threads run `@Sendable`, or put them into a function outside of any actor"
    }
    if readsLine(at: trap) {
      return program.input == nil
        ? "an example's standard input is empty, so that `readLine()` is `nil`: write what it reads between '```input' and "
          + "'```', right below the example"
        : "its `input` has no line left, so that `readLine()` is `nil`: add the line that is missing"
    }
    // What comes after a block that crashes is never reached.
    let marking =
      execution.lastBlock >= program.blocks.count - 1
      ? "if the chapter shows this crash, write `swift crashes` on the fence" : nil
    guard trap.text.contains("Error raised at ") else { return marking }
    let unrun = "if it needs what is not here, such as a server, write `swift norun`"
    return (["catch the error with `do` and `catch`, or write `try?`", unrun] + [marking].compactMap(\.self))
      .joined(separator: "; ")
  }

  /// Whether a program has other threads than the main one, or speaks of the main actor.
  private var mayLeaveTheMainActor: Bool {
    let words = CodeWords(program.text).all
    return !words.isDisjoint(with: [
      "MainActor", "DispatchQueue", "DispatchSource", "OperationQueue", "Thread", "LoopThread", "Task", "detached",
      "pthread_create",
    ])
  }

  /// Whether a program ended because there was no line to be read.
  private func readsLine(at trap: TrapMessage) -> Bool {
    guard let line = trap.line, !program.renumbersLines, trap.text.contains("Unexpectedly found nil"),
      let block = program.blocks.first(where: { $0.lines.contains(line) })
    else { return false }
    return block.example.lines[line - block.lines.lowerBound].text.containsBytes(of: "readLine(")
  }

  private func tooMuchMemory(
    _ execution: ProgramRecord.Execution, _ place: SourcePlace
  ) -> (block: Int?, diagnostic: Diagnostic) {
    let cure = "use less, or allow more in loopbook.yml: examples.memory"
    return (
      nil,
      Diagnostic(
        id: "too-much-memory", "the example used more memory than its limit allows", at: place,
        notes: notes(execution, []), cure: cure)
    )
  }

  private func failure(
    _ id: String, _ sentence: String, _ execution: ProgramRecord.Execution, _ place: SourcePlace, cure: String? = nil
  ) -> (block: Int?, diagnostic: Diagnostic) {
    (nil, Diagnostic(id: id, sentence, at: place, notes: notes(execution, execution.errors), cure: cure))
  }

  /// What a program that failed printed, and what it wrote to standard error.
  private func notes(_ execution: ProgramRecord.Execution, _ words: [UInt8]) -> [Diagnostic.Note] {
    let printed = PrintedExcerpt(execution.blocks.flatMap(\.self)).lines.map { "  \($0)" }.joined(separator: "\n")
    let said = TrapMessage.lastLines(words)
    return (printed.isEmpty ? [] : [Diagnostic.Note("it had printed:\n\(printed)")])
      + (said.map { [Diagnostic.Note("it said:\n\($0)")] } ?? [])
  }

  private func signalName(_ execution: ProgramRecord.Execution) -> String {
    guard case .process(.signaled(let signal)) = execution.ending else { return "for an unknown reason" }
    return name(signal)
  }

  private func isTrap(_ signal: Int32) -> Bool { [4, 5, 6, 8, 11, 7].contains(signal) }

  private func name(_ signal: Int32) -> String {
    switch signal {
    case 4: "illegal instruction"
    case 5: "trap"
    case 6: "abort"
    case 7: "bus error"
    case 8: "arithmetic error"
    case 9: "killed"
    case 11: "segmentation fault: it used memory that it does not have, or its stack overflowed"
    case 24: "processor time used up"
    default: "see signal(7)"
    }
  }
}
