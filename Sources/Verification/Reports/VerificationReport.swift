package import Text

/// All that a verification of a book found out, in an order that depends on the book alone.
package struct VerificationReport: Sendable {
  /// The examples, in the order of their places.
  package let verdicts: [Verdict]

  /// Whether any of them failed, or was warned of: most reports are asked for these and have none.
  private let failed: Bool
  private let warned: Bool

  /// What is wrong with the book besides its examples, sorted.
  package let diagnostics: [Diagnostic]

  /// How long all of it took.
  package let duration: Duration

  /// Whether the verification came to its end, so that what is not told does not exist.
  package let isFinished: Bool

  /// What a cache that machines share had to do with the book's package; `nil` where there is nothing to say of it.
  package let packageOrigin: PackageOrigin?

  /// Takes the results in any order.
  package init(
    verdicts: [Verdict], diagnostics: [Diagnostic] = [], duration: Duration, isFinished: Bool = true,
    packageOrigin: PackageOrigin? = nil
  ) {
    self.packageOrigin = packageOrigin
    self.isFinished = isFinished
    // What is only quoted comes in this order, and a book may have thousands of quotes.
    let isSorted = verdicts.indices.dropFirst().allSatisfy { !Self.stand(verdicts[$0], before: verdicts[$0 - 1]) }
    failed = verdicts.indices.contains { verdicts[$0].hasFailed }
    warned = verdicts.indices.contains { !verdicts[$0].warnings.isEmpty }
    self.verdicts = isSorted ? verdicts : verdicts.sorted(by: Self.stand)
    self.diagnostics = diagnostics.sorted()
    self.duration = duration
  }

  /// Whether an example stands before another.
  private static func stand(_ left: Verdict, before right: Verdict) -> Bool {
    if left.place.path != right.place.path { return left.place.path < right.place.path }
    if left.place != right.place { return left.place < right.place }
    return (left.chapter, left.id) < (right.chapter, right.id)
  }

  /// The report of a verification that did not come to its end, and what there is to say about that.
  package static func unfinished(_ problems: [Diagnostic]) -> VerificationReport {
    VerificationReport(verdicts: [], diagnostics: problems, duration: .zero, isFinished: false)
  }

  /// The same with more that is wrong with the book.
  package func adding(_ problems: [Diagnostic]) -> VerificationReport {
    VerificationReport(
      verdicts: verdicts, diagnostics: diagnostics + problems, duration: duration, isFinished: isFinished,
      packageOrigin: packageOrigin)
  }

  /// The same where warnings that are told count as errors.
  package var strict: VerificationReport {
    VerificationReport(
      verdicts: verdicts.map(\.strict), diagnostics: diagnostics.map(\.asError), duration: duration,
      isFinished: isFinished, packageOrigin: packageOrigin)
  }

  /// What stands in reports from the moment in which a verification begins.
  package static let begun = unfinished([
    Diagnostic(
      id: "not-finished", "the verification did not finish: it is still running, or it was stopped from outside",
      at: nil, cure: "see its last messages, and run it again")
  ])

  /// All messages, those of the examples too, sorted and each once; without warnings that are only counted.
  package var problems: [Diagnostic] { problems(showingWarningsOf: \.showsWarnings) }

  /// The same with all warnings.
  package var allProblems: [Diagnostic] { problems(showingWarningsOf: { _ in true }) }

  private func problems(showingWarningsOf isShown: (Verdict) -> Bool) -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    let warnings = warned ? verdicts.flatMap { isShown($0) ? $0.warnings : $0.otherWarnings } : []
    let problems = failed ? verdicts.flatMap(\.problems) : []
    return (diagnostics + problems + warnings).filter { seen.insert($0).inserted }.sorted()
  }

  /// Whether the book says something that does not hold.
  ///
  /// Warnings alone are not errors.
  package var hasErrors: Bool {
    !isFinished || diagnostics.contains { $0.severity == .error } || failed
  }

  /// The paths of the chapters with examples that failed.
  package var failedChapters: Set<String> {
    failed ? Set(verdicts.lazy.filter(\.hasFailed).map(\.chapter)) : []
  }

  /// The examples of each chapter, chapters and examples in order.
  package var chapters: [(path: String, verdicts: [Verdict])] {
    var chapters: [(path: String, verdicts: [Verdict])] = []
    var indices: [String: Int] = [:]
    for verdict in verdicts {
      if let index = indices[verdict.chapter] {
        chapters[index].verdicts.append(verdict)
      } else {
        indices[verdict.chapter] = chapters.count
        chapters.append((verdict.chapter, [verdict]))
      }
    }
    return chapters
  }

  /// The counts of everything.
  package var totals: ReportTotals { ReportTotals(verdicts, diagnostics: diagnostics) }
}
