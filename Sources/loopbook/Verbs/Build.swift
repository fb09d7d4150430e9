import Book
import Files
import Site
import Synchronization
import Text
import Verification

/// Verifies a book and writes its site.
struct Build: Verb {
  static let name = "build"
  static let summary = "verify, then write the site; nothing is written if anything fails"
  static let details = """
    Compiles and runs every example of the book and compares what it does with what the chapters say. If all examples \
    hold, writes the site, all at once: readers see the old site or the new one. The same book gives the same bytes on \
    every machine.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook build", "the book in ./content; its site goes where loopbook.yml says"),
    ("loopbook build guide --output public", "the book in guide; its site goes to public"),
    ("loopbook build --list-links", "the links out of the book, for a link checker"),
  ]

  /// The book's folder; `nil` means the usual one.
  var book: String?

  /// Where the whole book goes as one file, besides.
  var singleFile: String?

  /// The commit that the book is of, as the page of examples tells it.
  var commit: String?

  /// Whether the links out of the book are listed, and nothing else done.
  var listsLinks = false

  /// Whether each public declaration needs a doc comment.
  var demandsDocs = false

  /// Whether a book with warnings is not built.
  var isStrict = false

  var summary = SummaryOptions()
  var common = CommonOptions()
  var presentation: PresentationOptions { common.presentation }

  static var operands: [OperandDeclaration<Self>] {
    [.optional("BOOK", \.book, .folder, "the folder that holds loopbook.yml")]
  }

  static var options: [OptionDeclaration<Self>] {
    [
      .value("--single-file", "FILE", \.singleFile, .file, "also write the whole book as one HTML file"),
      .value("--commit", "REV", \.commit, .commit, "name the book's commit on the page of examples"),
      .flag("--strict-docs", \.demandsDocs, "report public declarations without a doc comment as errors"),
      .flag("--strict", \.isStrict, "report warnings as errors"),
      .flag("--list-links", \.listsLinks, "only list the links out of the book, with their places; write no site"),
    ] + SummaryOptions.options.map { $0.lifted(to: \.summary) }
      + CommonOptions.options.map { $0.lifted(to: \.common) }
  }

  var contradictions: [Diagnostic] { summary.contradictions(presentation) }

  func run(in console: Console) async -> ExitCode {
    // A build takes memory many times and ends soon: to ask the system for it page by page takes longer than the pages.
    ProcessMemory.grow(inSteps: 32 << 20)
    let target = book.map { ExampleTarget(path: $0, id: nil) }
    do throws(ExampleWork.Ending) {
      if listsLinks { return try await LinkListing.run(ExampleWork(target, common, console), console) }
      return try await build(
        ExampleWork(target, common, console) { options in
          options.makesPages = true
          options.asksForTypes = true
          options.demandsDocs = demandsDocs
        }, console)
    } catch {
      return error.code
    }
  }

  private func build(_ work: ExampleWork, _ console: Console) async throws(ExampleWork.Ending) -> ExitCode {
    if let singleFile, let refusal = SingleFile.refusal(singleFile, book: work.options.location.folder) {
      console.report(refusal.diagnostic)
      return .wrongUsage
    }
    if let refusal = refusal(of: work.options.location) {
      console.report(refusal)
      return .wrongUsage
    }
    var work = work
    var record: BuildRecord?
    var memory: Task<SiteMemory?, Never>?
    var chapters: ChapterMemory?
    try work.demandConfiguration()
    let circumstances = await work.circumstances()
    // A part of the examples, or results that are not to count, say nothing about the whole; and what examples find
    // that see the whole machine, nothing tells but a run.
    if work.options.location.isWholeBook, common.filter == nil, !common.ignoresCache, !common.isUnconfined,
      let circumstances, circumstances.configuration.examples.isSandboxed
    {
      let output = common.output ?? circumstances.configuration.output
      let before = BuildRecord(circumstances, output: output, commit: commit)
      if singleFile == nil, before.isCurrent(output) {
        console.progress.end()
        if !console.isQuiet { console.result("The site in \(output) is current.\n") }
        return .fine
      }
      record = before
      // Needed when the book has been read, which leaves a processor to it.
      memory = Task { SiteMemory(circumstances, output: output) }
      chapters = ChapterMemory(circumstances)
    }
    let theme = circumstances.map { Theme(of: $0.configuration) }
    // What is wrong with a template is told before the examples take their time.
    if let problems = theme?.diagnostics, problems.contains(where: { $0.severity == .error }) {
      console.progress.end()
      for problem in problems { console.report(problem) }
      return .bookHasErrors
    }
    let verified = try await work.verify(knowing: chapters)
    let detail = summary.detail(target: work.options.location.argument)
    let delivery = ReportDelivery(destinations: [], detail: detail)
    if verified.report.hasErrors {
      return tell(BookCheck.report(verified, work.options.location), delivery, console)
    }
    let outcome = write(
      verified, theme ?? Theme(of: verified.book.configuration), record, await memory?.value, delivery, console)
    chapters?.save()
    return outcome
  }

  /// What is said of a part of a book: its site would show the other parts without having looked at them.
  private func refusal(of location: BookLocation) -> Diagnostic? {
    guard !location.isWholeBook || location.example != nil else { return nil }
    return Diagnostic(
      id: "part-of-book", "\(location.argument) is only a part of a book, and a site is built of a whole one", at: nil,
      cure: "'loopbook build' with the folder alone builds the whole book; this looks at the part: "
        + "loopbook verify \(location.argument)")
  }

  /// What is given back when the program ends, as a whole: of a large book, to free part after part takes as long as
  /// to read it.
  private static let lasting = Mutex<[any Sendable]>([])

  /// Writes the site of a book whose examples hold.
  private func write(
    _ verified: VerifiedBook, _ theme: Theme, _ record: BuildRecord?, _ memory: SiteMemory?,
    _ delivery: ReportDelivery, _ console: Console
  ) -> ExitCode {
    let configuration = verified.book.configuration
    let site = Site(
      verified, theme: theme, commit: commit, live: LiveExamples(verified, theme: theme), types: ListingTypes(verified))
    Self.lasting.withLock { $0 = [verified, site] }
    // What is wrong with links and names counts as what is wrong with examples does.
    let report = verified.report.adding(site.diagnostics)
    let code = tell(isStrict ? report.strict : report, delivery, console)
    guard code == .fine else { return code }
    let output = common.output ?? configuration.output
    do throws(SiteFailure) {
      let writer = try SiteWriter(output, spare: CacheFolder(configuration.cache).spare)
      site.write(to: writer, knowing: memory)
      let page = singleFile.map { _ in site.singleFile() }
      let problems = site.renderingDiagnostics
      guard problems.isEmpty else {
        writer.abandon()
        for problem in problems { console.report(problem) }
        return .bookHasErrors
      }
      let outcome = try writer.finish()
      if let page, let singleFile { try SingleFile.write(page, to: singleFile) }
      memory?.save(writer)
      // What has warnings is looked at again, so that they are told again.
      if report.problems.isEmpty {
        record?.save(
          output, including: verified.book.includedFiles, linking: verified.book.linkedByIncludes)
      }
      if !console.isQuiet { console.result(Self.sentence(outcome, output) + sentenceAboutFilter) }
    } catch {
      console.report(error.diagnostic)
      return error.isMisuse ? .wrongUsage : .machineLacks
    }
    return .fine
  }

  /// Delivers a report, and says what a failure means for the site.
  private func tell(_ report: VerificationReport, _ delivery: ReportDelivery, _ console: Console) -> ExitCode {
    let code = delivery.deliver(report, to: console)
    if code != .fine, !console.isQuiet { console.result("No site was written.\n") }
    return code
  }

  /// What a person is told of the examples that were not meant.
  private var sentenceAboutFilter: String {
    common.filter == nil ? "" : "Examples that --filter leaves out are marked 'Not verified' on their pages.\n"
  }

  /// What a person is told of what was written.
  private static func sentence(_ outcome: SiteWriter.Outcome, _ output: String) -> String {
    if outcome.isUnchanged { return "The site in \(output) is current.\n" }
    var counts = ["\(outcome.written) file\(outcome.written == 1 ? "" : "s") written"]
    if outcome.removed > 0 { counts.append("\(outcome.removed) removed") }
    if outcome.kept > 0 { counts.append("\(outcome.kept) unchanged") }
    return "The site is in \(output): \(counts.joined(separator: ", ")).\n"
  }
}
