internal import Book
package import Examples
internal import Execution
internal import LoopEngine
internal import Markdown
package import Text

/// Runs an example of a verified book with another listing, as its reader wrote it, and finds out what then differs
/// from the book.
///
/// It runs as the example would: in its session, with what it may import, in the sandbox and within its limits. Nothing
/// of it is kept, in the book or in the cache.
package struct ListingTrial: Sendable {
  /// What came of it.
  package enum Result: Sendable {
    case done(Outcome)
    /// It cannot be run, for this reason.
    case refused(String)
    /// It was ended before it came to its end.
    case cancelled
  }

  /// What a listing did.
  package struct Outcome: Sendable {
    /// What is wrong with it, as with any example.
    package var problems: [Diagnostic]
    /// What it printed, as far as is known.
    package var output: [UInt8]?
    /// The compiler's or the trap's message.
    package var error: [UInt8]?
    /// What its loops did.
    package var trace: [UInt8]?
    /// What would have to be recorded for the book to say what it does.
    package var changes: [RecordingChange]
  }

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

  /// The lines of a listing, those that are hidden too; `nil` where there is no such example, or nothing to run.
  ///
  /// - Parameters:
  ///   - chapter: The chapter's path in the book.
  ///   - id: The example's name in its chapter.
  ///   - verified: The book.
  package static func listing(of chapter: String, _ id: String, in verified: VerifiedBook) -> String? {
    guard let (_, example, _) = find(chapter, id, in: verified), example.attributes.kind != .quote else { return nil }
    return example.lines.map { $0.text + "\n" }.joined()
  }

  /// Runs an example with another listing; the task that is cancelled ends it.
  ///
  /// - Parameters:
  ///   - listing: The listing.
  ///   - chapter: The chapter's path in the book.
  ///   - id: The example's name in its chapter.
  ///   - verified: The book.
  package func run(
    _ listing: String, as chapter: String, _ id: String, in verified: VerifiedBook
  ) async throws(MachineLack) -> Result {
    guard let (number, example, found) = Self.find(chapter, id, in: verified) else {
      return .refused("This example is no longer in the book: reload the page.")
    }
    guard example.attributes.kind != .quote else {
      return .refused("This example is only quoted: there is nothing to run.")
    }
    guard let changed = Self.chapter(found, with: listing, in: example) else {
      return .refused("This text cannot be the listing of this example in the chapter.")
    }
    guard let program = changed.programs.first(where: { $0.blocks.contains { $0.example.id == id } }),
      !program.hasErrors
    else {
      let problems = changed.diagnostics.map(DiagnosticText(isColored: false).text).joined()
      return .refused(problems.isEmpty ? "There is nothing to run." : problems)
    }
    var options = self.options
    options.comparesReference = false
    let workshop = try await Workshop.open(
      verified.book.configuration, options, knowing: verified.files, environment: environment, progress: progress)
    progress.end()
    guard workshop.isConfined else {
      return .refused("This book's examples run without a sandbox, and what a reader writes is only run in one.")
    }
    guard workshop.diagnostics.isEmpty else {
      return .refused(workshop.diagnostics.map(DiagnosticText(isColored: false).text).joined())
    }
    let subject = Case(
      program, in: changed, path: verified.book.chapters[number].path, number: 0,
      configuration: verified.book.configuration, options: options, workshop: workshop)
    let runner = ProgramRunner(subject.task)
    let record = try await workshop.withWorkbench { bench in
      let compiled = await runner.compileAlone(because: "is tried", on: bench)
      return await runner.record(of: compiled, on: bench)
    }
    if Task.isCancelled { return .cancelled }
    let judgements = subject.judge.conduct(record, withTraces: true)
    guard let judgement = judgements.first(where: { $0.example.id == id }) else {
      return .refused("There is nothing to run.")
    }
    let outcome = judgement.outcome
    let acceptance = Acceptance(of: changed, outcomes: outcome.map { [id: $0] } ?? [:])
    return .done(
      Outcome(
        problems: judgements.flatMap(\.problems).sorted(), output: outcome?.output, error: outcome?.error,
        trace: outcome?.traces.sorted { $0.value.utf8.count > $1.value.utf8.count }.first.map { Array($0.value.utf8) },
        changes: acceptance.changes))
  }

  /// An example with its chapter, and the chapter's number.
  private static func find(
    _ chapter: String, _ id: String, in verified: VerifiedBook
  ) -> (Int, Example, ChapterExamples)? {
    guard let number = verified.book.chapters.firstIndex(where: { $0.path == chapter }) else { return nil }
    let found = verified.chapters[number]
    return found.examples.first { $0.id == id }.map { (number, $0, found) }
  }

  /// The chapter with another listing of one of its examples; `nil` where it would then say anything else besides.
  private static func chapter(
    _ chapter: ChapterExamples, with listing: String, in example: Example
  ) -> ChapterExamples? {
    var lines = listing.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    if lines.last == "" { lines.removeLast() }
    guard let edits = example.fence.edits(replacingLinesBy: lines), let changed = chapter.rewritten(edits),
      changed.examples.count == chapter.examples.count
    else { return nil }
    let isSame = zip(chapter.examples, changed.examples).allSatisfy { old, new in
      old.id == new.id && old.attributes == new.attributes && old.inputText == new.inputText
        && old.recordings.count == new.recordings.count
        && (old.id == example.id ? new.lines.map(\.text) == lines : old.lines.map(\.text) == new.lines.map(\.text))
    }
    return isSame ? changed : nil
  }
}
