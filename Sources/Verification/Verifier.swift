package import Book
internal import Examples
internal import Execution
internal import LoopEngine
internal import LoopTracing
internal import Markdown
package import Text

/// Verifies the examples of a book: compiles, runs and compares them, with the help of what earlier runs found out.
package struct Verifier: Sendable {
  private let options: VerificationOptions
  private let environment: [String: String]
  private let progress: any VerificationProgress

  package init(
    _ options: VerificationOptions, environment: [String: String], progress: any VerificationProgress
  ) {
    self.options = options
    self.environment = environment
    self.progress = progress
  }

  /// What came of it: a book, or why there is none.
  package enum Result: Sendable {
    case verified(VerifiedBook)
    /// The book cannot be read.
    case unreadable([Diagnostic])
  }

  /// Verifies what the options say.
  ///
  /// Nothing is written but the cache.
  ///
  /// - Parameter before: The book as it was verified earlier in this process; what is the same is not read again.
  package func verify(after before: VerifiedBook? = nil) async throws(MachineLack) -> Result {
    let start = LoopInstant.now
    let (book, problems) = Book.load(
      options.location.folder, includesDrafts: options.includesDrafts, after: before?.book)
    guard let book else { return .unreadable(problems) }
    var diagnostics = problems
    let chapters = Self.examples(of: book, after: before)
    for (chapter, examples) in zip(book.chapters, chapters) where options.location.includes(chapter.path) {
      diagnostics += chapter.diagnostics + examples.diagnostics
    }
    let workshop = try await Workshop(
      book.configuration, options: options, environment: environment, progress: progress)
    diagnostics += workshop.diagnostics
    let (plans, unknown) = select(book, chapters, workshop)
    diagnostics += unknown
    let examination = Examination(plans, options: options, progress: progress, knowing: before?.known ?? [:])
    let examples = try await examination.examine(in: workshop)
    progress.end()
    let verified = Self.assemble(plans, chapters, examples, book, options)
    let report = VerificationReport(
      verdicts: verified.map(\.verdict), diagnostics: diagnostics, duration: start.duration(to: .now))
    var result = VerifiedBook(
      book: book, chapters: chapters,
      examples: Dictionary(verified.map { ($0.judgement.example.name, $0) }) { first, _ in first }, report: report)
    result.known = Dictionary(zip(plans.map(\.task.fingerprint), examples)) { first, _ in first }
    return .verified(result)
  }

  /// What the results depend on besides the book's own files.
  ///
  /// The book's package is built if it has changed.
  package func circumstances(of configuration: Configuration) async throws(MachineLack) -> Circumstances {
    let workshop = try await Workshop(
      configuration, options: options, environment: environment, progress: progress)
    workshop.remember()
    return Circumstances(configuration, workshop, options)
  }

  /// The examples of all chapters.
  private static func examples(of book: Book, after before: VerifiedBook?) -> [ChapterExamples] {
    let isSame = before?.book.configuration.examples.use == book.configuration.examples.use
    let known = Dictionary(
      isSame ? zip(before?.book.chapters ?? [], before?.chapters ?? []).map { ($0.path, ($0, $1)) } : []
    ) { first, _ in first }
    return book.chapters.map { chapter in
      // Chapters that were not parsed again share their bytes, so that this compares nothing.
      if let (old, examples) = known[chapter.path], old.file.bytes == chapter.file.bytes { return examples }
      return ChapterExamples(chapter, of: book.configuration)
    }
  }

  /// The programs that the options mean, in the order of the book.
  private func select(
    _ book: Book, _ chapters: [ChapterExamples], _ workshop: Workshop
  ) -> ([ProgramPlan], [Diagnostic]) {
    var plans: [ProgramPlan] = []
    var number = 0
    var names: [String] = []
    var matches = 0
    var isFound = false
    for (chapter, examples) in zip(book.chapters, chapters) {
      for program in examples.programs {
        defer { number += 1 }
        guard options.location.includes(chapter.path) else { continue }
        let blocks = program.blocks.map(\.example)
        names += blocks.map(\.id)
        if let wanted = options.location.example {
          guard blocks.contains(where: { $0.id == wanted }) else { continue }
          isFound = true
        }
        if let filter = options.filter,
          !blocks.contains(where: { filter.matches(chapter: chapter.path, id: $0.id) })
        {
          continue
        }
        matches += 1
        if let shard = options.shard, !shard.contains(index: number) { continue }
        if program.hasErrors { continue }
        plans.append(
          ProgramPlan(
            program, examples, path: chapter.path, number: number, configuration: book.configuration, options: options,
            workshop: workshop))
      }
    }
    if let wanted = options.location.example, !isFound {
      let nearest = NearestName.suggestion(for: wanted, among: names)
      return (
        plans,
        [
          Diagnostic(
            id: "unknown-example", "there is no example '\(wanted)' here", at: nil,
            cure: nearest.map { "did you mean '\($0)'?" })
        ]
      )
    }
    if let filter = options.filter, matches == 0 {
      return (
        plans,
        [
          Diagnostic(
            id: "unmatched-filter", "no example matches the filter '\(filter)'", at: nil,
            cure: "a pattern is compared with chapter#id: --filter 'timers#*'")
        ]
      )
    }
    return (plans, [])
  }

  /// The examples that were meant, with their verdicts.
  private static func assemble(
    _ plans: [ProgramPlan], _ chapters: [ChapterExamples], _ results: [ProgramExamination], _ book: Book,
    _ options: VerificationOptions
  ) -> [VerifiedExample] {
    var examples: [VerifiedExample] = []
    for (plan, result) in zip(plans, results) {
      for judgement in result.judgements {
        examples.append(
          VerifiedExample(judgement: judgement, verdict: result.verdict(judgement, plan, book), trace: result.trace))
      }
    }
    guard options.location.example == nil, options.filter == nil, options.shard == nil else { return examples }
    for (chapter, found) in zip(book.chapters, chapters) where options.location.includes(chapter.path) {
      for quote in found.examples where quote.attributes.kind == .quote {
        let verdict = Verdict(
          chapter: chapter.path, id: quote.id, place: found.file.place(quote.fence.opening), kind: .quote,
          outcome: .skipped("is only quoted"))
        examples.append(VerifiedExample(judgement: Judgement(example: quote, problems: []), verdict: verdict))
      }
    }
    return examples
  }
}
