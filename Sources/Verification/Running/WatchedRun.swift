internal import Book
internal import Examples
internal import Execution
internal import LoopTracing
internal import Markdown
package import Text

/// Compiles and runs one example for somebody who watches it; a block of a session brings all of its program along.
///
/// Nothing is compared, and no result is kept.
package struct WatchedRun: Sendable {
  /// What there is to see while the program runs, in order; told on any thread, one at a time.
  package enum News: Sendable {
    /// A block of the session begins: its number, from 0.
    case block(Int)
    /// It printed something that is in no trace.
    case wrote([UInt8], isError: Bool)
    /// Its loops did something, or it printed a line while they are recorded.
    case traced(TraceLine)
  }

  /// What came of it.
  package enum Result: Sendable {
    /// It was compiled, and perhaps run: what is wrong with that, and the compiler's message where that was asked for.
    case done([Diagnostic], message: String)
    /// The book or the example cannot be read, or it cannot be run like that.
    case unreadable([Diagnostic])
  }

  private var opened: OpenBook
  private var options: VerificationOptions { opened.options }

  /// The order of threads that is wanted, as `Schedule` describes it; `nil`: the usual one.
  package var schedule: String?
  /// Whether it runs on CoreFoundation instead of the engine.
  package var isOnReference = false

  package init(
    _ options: VerificationOptions, environment: [String: String], progress: any VerificationProgress
  ) {
    opened = OpenBook(options, environment: environment, progress: progress)
  }

  /// Whether a text says in which order threads run.
  package static func isSchedule(_ text: String) -> Bool { Schedule(text) != nil }

  /// How often somebody who watches looks at the recording.
  private static let glance = Duration.milliseconds(40)

  /// Runs the example that the options' location names.
  ///
  /// `begins` is given the names of the examples that the program's blocks are, before anything of it is shown.
  package mutating func run(
    begins: @Sendable ([String]) -> Void, _ show: @escaping @Sendable (News) -> Void
  ) async throws(MachineLack) -> Result {
    let (book, problems, _) = try await opened.read()
    guard let book else { return .unreadable(problems) }
    let found: (Program, ChapterExamples, Chapter)
    switch find(in: book) {
    case .program(let program, let examples, let chapter): found = (program, examples, chapter)
    case .problems(let problems): return .unreadable(problems)
    }
    let workshop = try await opened.workshop(book.configuration)
    opened.progress.end()
    guard workshop.diagnostics.isEmpty else { return .unreadable(workshop.diagnostics) }
    let (program, examples, chapter) = found
    let subject = Case(
      program, in: examples, path: chapter.path, importing: chapter.imports, number: 0,
      configuration: book.configuration, options: options,
      workshop: workshop)
    let runner: ProgramRunner
    do throws(Unfit) { runner = ProgramRunner(try task(of: subject)) } catch { return .unreadable([error.diagnostic]) }
    begins(program.blocks.map(\.example.name))
    let watch = RunWatch(show)
    let record = try await workshop.withWorkbench { bench in
      let looking = Task {
        while !Task.isCancelled {
          watch.look()
          // Cancelled, it has slept long enough.
          try? await Task.sleep(for: Self.glance)
        }
      }
      defer { looking.cancel() }
      let compiled = await runner.compileAlone(because: "is watched", on: bench)
      return await runner.record(of: compiled, on: bench, schedule: schedule) { watch.tell($0) }
    }
    if let want = subject.want(record) {
      let causes = workshop.offer.diagnostics([want], in: book.configuration)
      return .unreadable(causes.isEmpty ? problems.filter { $0.precedence != nil } : causes)
    }
    // What it printed has been shown.
    var unshown = record
    unshown.execution?.blocks = program.blocks.map { _ in [] }
    let judgements = subject.judge.conduct(unshown, withTraces: false)
    let message = program.kind == .fails ? judgements.first?.outcome?.error ?? [] : []
    let wrong = judgements.flatMap(\.problems)
    let modules = try await workshop.modules(declaring: Set(wrong.compactMap(ImportAdvice.missingName)))
    var told: Set<String> = []
    return .done(
      ImportAdvice.advised(wrong, modules, told: &told), message: String(decoding: message, as: UTF8.self))
  }

  // MARK: What runs

  private enum Finding {
    case program(Program, ChapterExamples, Chapter)
    case problems([Diagnostic])
  }

  private func find(in book: Book) -> Finding {
    var names: [String] = []
    let wanted = options.location.example ?? ""
    for chapter in book.chapters where options.location.includes(chapter) {
      let found = ChapterExamples(chapter, of: book.configuration)
      names += found.examples.map(\.id)
      guard let example = found.examples.first(where: { $0.id == wanted }) else { continue }
      guard let program = found.programs.first(where: { $0.blocks.contains { $0.example.id == wanted } }) else {
        let problem = Diagnostic(
          id: "not-run", "the example is only quoted: there is nothing to run",
          at: found.file.place(example.fence.opening), cure: "write `run` after `swift`, and no `quote`")
        return .problems([problem])
      }
      if program.hasErrors { return .problems(Self.problems(of: program, in: found)) }
      return .program(program, found, chapter)
    }
    return .problems([.unknownExample(wanted, among: names)])
  }

  /// What is wrong with how the examples of a program, and their recordings, are written.
  private static func problems(of program: Program, in chapter: ChapterExamples) -> [Diagnostic] {
    let ranges = program.blocks.map { block in
      let last = block.example.lastFence
      return block.example.line...max(block.example.line, chapter.file.writtenLine(at: last.fullLines.upperBound))
    }
    let problems = chapter.diagnostics.filter { problem in
      problem.place?.position.map { position in ranges.contains { $0.contains(position.line) } } ?? false
    }
    return problems.isEmpty ? chapter.diagnostics : problems
  }

  private struct Unfit: Error {
    var diagnostic: Diagnostic
  }

  /// What is run of a case, if it can be run as it is wanted.
  private func task(of subject: Case) throws(Unfit) -> ProgramTask {
    if isOnReference {
      if let task = subject.reference { return task }
      let reason =
        subject.isRecorded
        ? "its `reference` is off, or it is meant to crash" : "it does not import LoopEngine, or is not run at all"
      throw Unfit(
        diagnostic: Diagnostic(
          id: "no-reference", "the example does not run on CoreFoundation: \(reason)", at: subject.place))
    }
    if schedule != nil, !subject.task.hasVirtualClock {
      throw Unfit(
        diagnostic: Diagnostic(
          id: "no-schedule", "an order of threads can only be chosen for an example with LoopEngine's virtual clock",
          at: subject.place))
    }
    return subject.task
  }
}
