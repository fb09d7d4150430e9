internal import Book
internal import Examples
internal import Execution
internal import LoopEngine
internal import LoopTracing
internal import Markdown
package import Text

/// Verifies the examples of a book: compiles, runs and compares them, with the help of what earlier runs found out.
package struct Verifier: Sendable {
  private var opened: OpenBook
  private var options: VerificationOptions { opened.options }
  private var progress: any VerificationProgress { opened.progress }

  package init(
    _ options: VerificationOptions, environment: [String: String], progress: any VerificationProgress
  ) {
    opened = OpenBook(options, environment: environment, progress: progress)
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
  package mutating func verify(after before: VerifiedBook? = nil) async throws(MachineLack) -> Result {
    let start = LoopInstant.now
    let (book, problems) = opened.read(after: before?.book)
    guard let book else { return .unreadable(problems) }
    var diagnostics = problems
    let chapters = Self.examples(of: book, after: before)
    for (chapter, examples) in zip(book.chapters, chapters) where options.location.includes(chapter.path) {
      diagnostics += chapter.diagnostics + examples.diagnostics
    }
    let workshop = try await opened.workshop(book.configuration)
    diagnostics += workshop.diagnostics
    let selection = CaseSelection(from: book, chapters, options, workshop)
    diagnostics += selection.diagnostics
    let examination = Examination(selection.cases, options: options, progress: progress)
    try await examination.examine(in: workshop, knowing: before?.known ?? [:])
    progress.end()
    diagnostics += workshop.offer.diagnostics(examination.wants, in: book.configuration)
    let verified = examination.cases.flatMap(\.examples) + quotes(of: book, chapters)
    let report = VerificationReport(
      verdicts: verified.map(\.verdict), diagnostics: diagnostics, duration: start.duration(to: .now))
    var result = VerifiedBook(
      book: book, chapters: chapters,
      examples: Dictionary(verified.map { ($0.judgement.example.name, $0) }) { first, _ in first }, report: report)
    let known = examination.cases.map { ($0.subject.task.fingerprint, $0.findings) }
    result.known = Dictionary(known) { first, _ in first }
    return .verified(result)
  }

  /// What the results depend on besides the book's own files; `nil` where something is wrong, which verifying tells.
  ///
  /// The book's package is built if it has changed.
  package mutating func circumstances() async -> Circumstances? {
    guard let configuration = opened.configuration().0, let workshop = try? await opened.workshop(configuration) else {
      return nil
    }
    workshop.remember()
    return Circumstances(configuration, workshop, options)
  }

  /// The examples of all chapters.
  private static func examples(of book: Book, after before: VerifiedBook?) -> [ChapterExamples] {
    let isSame = before?.book.configuration.examples == book.configuration.examples
    let known = Dictionary(
      isSame ? zip(before?.book.chapters ?? [], before?.chapters ?? []).map { ($0.path, ($0, $1)) } : []
    ) { first, _ in first }
    return book.chapters.map { chapter in
      // Chapters that were not parsed again share their bytes, so that this compares nothing.
      if let (old, examples) = known[chapter.path], old.file.bytes == chapter.file.bytes { return examples }
      return ChapterExamples(chapter, of: book.configuration)
    }
  }

  /// What is only quoted, where all of what was meant is looked at.
  private func quotes(of book: Book, _ chapters: [ChapterExamples]) -> [VerifiedExample] {
    guard options.location.example == nil, options.filter == nil, options.shard == nil else { return [] }
    return zip(book.chapters, chapters).filter { options.location.includes($0.0.path) }.flatMap { chapter, found in
      found.examples.filter { $0.attributes.kind == .quote }.map { quote in
        let verdict = Verdict(
          chapter: chapter.path, id: quote.id, place: found.file.place(quote.fence.opening), kind: .quote,
          outcome: .skipped(quote.abridgement == .signatures ? Verdict.signatureReason : "is only quoted"))
        return VerifiedExample(judgement: Judgement(example: quote, problems: []), verdict: verdict)
      }
    }
  }
}
