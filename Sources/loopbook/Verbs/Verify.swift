import Book
import Text
import Verification

/// Compiles and runs the examples and compares; writes nothing but reports.
struct Verify: Verb {
  static let name = "verify"
  static let summary = "compile, run and compare the examples; change no file of the book"
  static let details = """
    Compiles every example, runs it, and compares what it printed and what its loops did with what the chapter says. \
    Reports all problems in one run, each with its line of Markdown, including those with links and names. Examples that \
    have not changed since they last passed are not run again.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook verify", "the book in ./content"),
    ("loopbook verify content/timers.md#first", "one example"),
    ("loopbook verify --report junit=report.xml --report github", "in CI"),
  ]

  /// What is verified; `nil` means the usual book.
  var target: ExampleTarget?

  var reports: [ReportDestination] = []
  var schedules: Int?
  var repetitions: Int?
  var leavesOutReference = false
  var shard: Shard?
  var stopsAtFirstFailure = false
  var demandsDocs = false
  var isStrict = false
  var summary = SummaryOptions()
  var common = CommonOptions()
  var presentation: PresentationOptions { common.presentation }

  static var operands: [OperandDeclaration<Self>] {
    [.optional("BOOK[/chapter[#id]]", \.target, .target, "a book, a chapter of it or one example")]
  }

  static var options: [OptionDeclaration<Self>] {
    [
      .values(
        "--report", "FORMAT", \.reports, .report,
        "write a report: junit=FILE, json=FILE, sarif=FILE or github; the file - is standard output"),
      .value(
        "--schedules", "N", \.schedules, .count,
        "run each example with several threads under N orders of these"),
      .value("--repeat", "N", \.repetitions, .count, "run each example N times and name the lines that differ"),
      .flag("--no-reference", \.leavesOutReference, "do not compare with CoreFoundation"),
      .value("--shard", "I/N", \.shard, .shard, "verify only part I of N equal parts, one for each machine"),
      .flag("--strict-docs", \.demandsDocs, "report public declarations without a doc comment as errors"),
      .flag("--strict", \.isStrict, "report warnings as errors"),
      .flag("--fail-fast", \.stopsAtFirstFailure, "stop at the first example that fails"),
    ] + SummaryOptions.options.map { $0.lifted(to: \.summary) }
      + CommonOptions.options.map { $0.lifted(to: \.common) }
  }

  var contradictions: [Diagnostic] {
    ReportDelivery(destinations: reports).contradictions + summary.contradictions(presentation)
  }

  func run(in console: Console) async -> ExitCode {
    var delivery = ReportDelivery(destinations: reports, detail: summary.detail(target: nil))
    if let code = delivery.begin(console) { return code }
    do throws(ExampleWork.Ending) {
      var work = try ExampleWork(target, common, console) { options in
        options.schedules = schedules
        options.repetitions = (repetitions ?? 1) - 1
        options.comparesReference = !leavesOutReference
        options.shard = shard
        options.stopsAtFirstFailure = stopsAtFirstFailure
        options.makesPages = true
        options.demandsDocs = demandsDocs
      }
      delivery.detail.target = work.options.location.argument
      let mistakes = BookCheck.mistakes(&work)
      delivery.tellFirst(isStrict ? mistakes.map(\.asError) : mistakes, console)
      let report = BookCheck.report(try await work.verify(), work.options.location)
      return delivery.deliver(isStrict ? report.strict : report, to: console)
    } catch {
      return delivery.deliver(error.problems, endingWith: error.code, to: console)
    }
  }
}
