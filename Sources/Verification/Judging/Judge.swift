internal import Book
internal import Examples
internal import Execution
internal import LoopTracing
internal import Markdown
internal import Recordings
internal import Text

/// Compares what a program did with what its chapter says.
package struct Judge: Sendable {
  private let program: Program
  private let chapter: ChapterExamples
  private var file: SourceFile { chapter.file }
  private let offer: ModuleOffer
  private let conditions: KnownConditions
  private let warnings: WarningUse
  /// Whether it has to do what is recorded; with other values than as written, it has to do the same each time.
  private let comparesRecordings: Bool
  /// The command that accepts an example, without its name.
  private let book: String

  /// Judges a program of a chapter.
  ///
  /// - Parameters:
  ///   - book: What the command line calls the book.
  ///   - offer: What the program could import.
  ///   - conditions: What is known of its conditions.
  ///   - warnings: What is done with the compiler's warnings.
  ///   - comparesRecordings: Whether it has to do what is recorded.
  init(
    _ program: Program, in chapter: ChapterExamples, book: String, offer: ModuleOffer, conditions: KnownConditions,
    warnings: WarningUse, comparesRecordings: Bool = true
  ) {
    self.program = program
    self.chapter = chapter
    self.book = book
    self.offer = offer
    self.conditions = conditions
    self.warnings = warnings
    self.comparesRecordings = comparesRecordings
  }

  /// What the record means for each of the program's examples, in order; traces count unless they are left out.
  package func judgements(_ record: ProgramRecord, withTraces: Bool = true) -> [Judgement] {
    var judgements = conduct(record, withTraces: withTraces)
    if comparesRecordings { judgeRecordings(record, &judgements) }
    judgeStrays(record, withTraces: withTraces, &judgements)
    return judgements
  }

  /// Judges what is recorded of examples that did what is asked of them, and what their comments say is printed.
  private func judgeRecordings(_ record: ProgramRecord, _ judgements: inout [Judgement]) {
    let claims = record.execution == nil ? nil : PrintedClaims(of: program, in: file)
    if judgements.contains(where: { $0.outcome != nil }) {
      let uncompiled = judgements.map(\.uncompiledLines)
      let found =
        program.kind == .fails
        ? ErrorComments.problems(of: program, in: file, with: record.messages, uncompiled: uncompiled)
        : ErrorComments.problems(of: program, in: file, uncompiled: uncompiled)
      let crashes =
        program.kind == .crashes
        ? CrashComments.problems(
          of: program, in: file, errors: record.execution?.errors ?? [], uncompiled: uncompiled) : []
      for (block, problem) in found + crashes {
        judgements[block].problems.append(problem)
      }
    }
    for index in judgements.indices where judgements[index].outcome != nil {
      if let warning = commentOfOneValue(in: index, claims) { judgements[index].warnings.append(warning) }
      var problems: [Diagnostic] = []
      if let claims, let execution = record.execution {
        let output = execution.blocks[index]
        let uncompiled = judgements[index].uncompiledLines
        problems = claims.problems(
          ofBlock: index, output: output, errors: execution.errors, uncompiled: uncompiled)
        judgements[index].outcome?.isToldInComments =
          problems.isEmpty && claims.tellAll(inBlock: index, output: output, uncompiled: uncompiled)
        judgements[index].leavesCommentsOpen = claims.leaveCallsOpen(inBlock: index, output: output)
      }
      guard let outcome = judgements[index].outcome else { continue }
      let example = judgements[index].example
      judgements[index].problems += self.problems(of: example, outcome) + problems
      if outcome.isToldInComments, let warning = UnverifiedOutput.besideComments(of: example, in: file) {
        judgements[index].warnings.append(warning)
      }
    }
  }

  /// What is told of the first comment on values or on the output where readers can choose another value.
  private func commentOfOneValue(in block: Int, _ claims: PrintedClaims?) -> Diagnostic? {
    guard !program.blocks[block].example.varied.isEmpty else { return nil }
    let lines = program.blocks[block].lines
    let comments =
      (claims?.comments ?? []) + (probedComments?.probed.probes.filter { $0.question != .line }.map(\.comment) ?? [])
    guard let comment = comments.filter({ lines.contains($0.line) }).min(by: { $0.line < $1.line }) else { return nil }
    return Diagnostic(
      .warning, id: "comment-of-one-value",
      "readers can choose other values here, and this comment was only checked for those that are written",
      at: program.place(line: comment.line, column: comment.column, length: comment.length, in: file),
      cure: "record what is printed in an `output` fence, which changes with the values, and remove the comment")
  }

  /// The comments of the program whose questions calls can answer; `nil` where there is none.
  var probedComments: ProbedComments? { comparesRecordings ? ProbedComments(of: program, in: file) : nil }

  /// What is wrong with an example's recordings; to record what came is offered where that can be written.
  private func problems(of example: Example, _ outcome: Outcome) -> [Diagnostic] {
    let mismatches = example.mismatches(with: outcome, in: file)
    // What stands in a Swift file has to stay a comment there.
    let mayBeRefused = !mismatches.isEmpty && !file.pieces.isEmpty
    let refused =
      mayBeRefused ? Acceptance(of: chapter, outcomes: [example.id: outcome]).unresolved.map(\.kind) : []
    return mismatches.map { mismatch in
      let accept =
        refused.contains(mismatch.kind) ? nil : "loopbook accept " + ShellWord.quoted("\(book)/\(example.name)")
      return mismatch.diagnostic(in: chapter, accept: accept)
    }
  }

  /// Judges the runs that came out differently: where the first holds what the chapter says, they have to, too.
  private func judgeStrays(_ record: ProgramRecord, withTraces: Bool, _ judgements: inout [Judgement]) {
    let holds = judgements.allSatisfy(\.problems.isEmpty)
    for stray in record.strays {
      var other = record
      other.execution = stray.execution
      other.strays = []
      let others = self.judgements(other, withTraces: withTraces && stray.cause.keepsTraces)
      for index in judgements.indices {
        judgements[index].strays.append(Judgement.Stray(cause: stray.cause, outcome: others[index].outcome))
        judgements[index].offerNoRecord(ofWhatDiffers: stray.cause, printing: others[index].outcome?.output)
      }
      guard holds, judgements.allSatisfy(\.problems.isEmpty),
        let index = others.indices.first(where: { index in
          problem(of: others[index], insteadOf: judgements[index]) != nil
        }), var problem = problem(of: others[index], insteadOf: judgements[index])
      else { continue }
      problem.id = "not-deterministic"
      problem.message = "\(stray.cause.circumstance), \(problem.message)"
      problem.cure = stray.cause.cure
      judgements[index].problems.append(problem)
    }
  }

  /// What is wrong with a run that should do the same as one that holds; `nil` where nothing is.
  func problem(of other: Judgement, insteadOf first: Judgement) -> Diagnostic? {
    if let problem = other.problems.first { return problem }
    guard !comparesRecordings, let expected = first.outcome, let outcome = other.outcome else { return nil }
    let isSame = outcome.output == expected.output && outcome.traces.allSatisfy { expected.traces[$0.key] == $0.value }
    return isSame
      ? nil : Diagnostic(id: "not-deterministic", "the example does something different", at: place(of: other.example))
  }

  /// The same without a look at what is recorded: whether the program did what is asked of any that is like it.
  package func conduct(_ record: ProgramRecord, withTraces: Bool) -> [Judgement] {
    var judgements = program.blocks.map { Judgement(example: $0.example, problems: []) }
    if program.kind.isRun, let problem = UnrunTests.problem(program, file) {
      judgements[problem.block].problems.append(problem.diagnostic)
      return judgements
    }
    let compilation = CompilationReport(program, chapter, offer)
    if record.isBroken {
      let reason = record.messages.first?.text ?? "the compiler gave no reason"
      judgements[0].problems.append(
        Diagnostic(
          id: "not-compiled", "the example could not be compiled: \(reason)", at: place(of: judgements[0].example)))
      return judgements
    }
    if program.kind != .fails && !record.messages.isEmpty {
      for (block, problem) in compilation.problems(record.messages) { judgements[block].problems.append(problem) }
      return judgements
    }
    let split = SplitText.problems(program, in: file)
    if !split.isEmpty {
      for (block, problem) in split { judgements[block].problems.append(problem) }
      return judgements
    }
    if let uncompiled = UncompiledCode(of: program, knowing: conditions) {
      for block in judgements.indices { judgements[block].uncompiledLines = uncompiled.lines(ofBlock: block) }
      if program.kind != .fails {
        for (block, problem) in uncompiled.problems(in: file) { judgements[block].problems.append(problem) }
        if judgements.contains(where: { !$0.problems.isEmpty }) { return judgements }
      }
    }
    if warnings != .off, program.kind != .fails {
      for (block, warning) in compilation.warnings(record.warnings, areErrors: warnings == .error) {
        if warnings == .error {
          judgements[block].problems.append(warning)
        } else {
          judgements[block].warnings.append(warning)
        }
      }
    }
    switch program.kind {
    case .quote: break
    case .norun:
      let uncompiled = judgements.map(\.uncompiledLines)
      for (block, warning) in UnrunComments.warnings(of: program, in: file, uncompiled: uncompiled) {
        judgements[block].warnings.append(warning)
      }
    case .fails:
      if record.messages.isEmpty {
        judgements[0].problems.append(
          Diagnostic(
            id: "compiles", "the example is marked `fails`, but it compiles", at: place(of: judgements[0].example),
            cure: "remove `fails`, or write the mistake that it should show"))
      } else if let problem = missingModule(record.messages, of: judgements[0].example) {
        judgements[0].problems.append(problem)
      } else {
        judgements[0].outcome = Outcome(error: Array(compilation.text(record.messages).utf8))
        if let warning = compilation.hiddenErrors(record.messages) { judgements[0].warnings.append(warning) }
      }
    case .runs, .crashes: judge(record, withTraces: withTraces, &judgements)
    }
    return judgements
  }

  /// What is wrong with an example that is not to compile, and does not for want of a module.
  ///
  /// The compiler has looked at nothing else then. Its author may have recorded just that.
  private func missingModule(_ messages: [CompilerMessage], of example: Example) -> Diagnostic? {
    guard let module = messages.lazy.compactMap(\.missingModule).first else { return nil }
    let isMeant = example.recordings.contains { recording in
      recording.kind == .error && recording.fence.lines.contains { $0.text.contains("no such module '\(module)'") }
    }
    if isMeant { return nil }
    return Diagnostic(
      id: "missing-module",
      "there is no module '\(module)', so the compiler never gets to what the example shows",
      at: place(of: example),
      cure: offer.cure(for: module) ?? "if that is what it shows, record the message yourself")
  }

  private func place(of example: Example) -> SourcePlace { file.place(example.fence.opening) }

  /// A trace that stands below an example, whatever it holds.
  private func untraced(_ example: Example) -> Recording? {
    comparesRecordings ? example.recordings.first { $0.kind == .trace } : nil
  }

  private func judge(_ record: ProgramRecord, withTraces: Bool, _ judgements: inout [Judgement]) {
    guard let execution = record.execution else { return }
    let report = ExecutionReport(program, file)
    let last = min(execution.lastBlock, judgements.count - 1)
    let problem = report.problem(execution, place: place(of: judgements[last].example))
    if let problem {
      judgements[problem.block ?? last].problems.append(problem.diagnostic)
      return
    }
    if let (block, problem) = report.unreadInput(execution) { judgements[block].problems.append(problem) }
    if let warning = report.warning(execution, place: place(of: judgements[last].example)) {
      judgements[last].warnings.append(warning)
    }
    let traces = withTraces ? BlockMarks.split(record.trace, blocks: judgements.count) : nil
    if withTraces, traces == nil, let index = judgements.firstIndex(where: { untraced($0.example) != nil }),
      let recording = untraced(judgements[index].example)
    {
      judgements[index].problems.append(
        Diagnostic(
          id: "not-traced", "this `trace` cannot be compared: nothing that the program did was recorded",
          at: file.place(recording.fence.opening), cure: "import LoopEngine in the example, or remove the `trace`"))
      return
    }
    // What prints something has something to run, and parsing takes time.
    let onlyDeclares = execution.blocks.allSatisfy(\.isEmpty) && ScriptSyntax(program.text).onlyDeclares
    for (index, block) in program.blocks.enumerated() {
      var outcome = Outcome()
      if block.example.attributes.recordsOutput { outcome.output = execution.blocks[index] }
      if program.kind == .crashes, index == last { outcome.error = report.trapMessage(execution) }
      if let trace = traces?[index] {
        judgements[index].eventCount = trace.events.count
        for recording in block.example.recordings where recording.kind == .trace {
          outcome.traces[recording.filter] = TraceText(trace, filter: recording.filter).text
        }
      }
      judgements[index].outcome = outcome
      judgements[index].onlyDeclares = onlyDeclares
    }
  }
}
