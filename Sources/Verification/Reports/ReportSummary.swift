import Text

/// What a person reads at the end: the problems first, then the counts, in a few lines.
package struct ReportSummary: Sendable {
  private let report: VerificationReport
  private let style: DiagnosticText
  private let width: Int
  private let detail: SummaryDetail

  /// Takes a report and how the terminal shows it.
  ///
  /// - Parameters:
  ///   - report: What was found out.
  ///   - isColored: Whether colors may be used.
  ///   - width: The columns of a line; lists are broken there.
  ///   - detail: What is told besides the counts.
  package init(
    _ report: VerificationReport, isColored: Bool, width: Int = 80, detail: SummaryDetail = SummaryDetail()
  ) {
    self.report = report
    style = DiagnosticText(isColored: isColored)
    self.width = max(width, 40)
    self.detail = detail
  }

  /// All messages that have not been told yet, sorted; many of one kind are one block.
  package var problems: String {
    let limit = detail.isVerbose ? nil : ProblemBlocks.usualLimit
    let problems = (detail.isVerbose ? report.allProblems : report.problems).filter { !detail.told.contains($0) }
    return ProblemBlocks(problems, limit: limit, accepting: detail.target, width: width)
      .diagnostics.map(style.text).joined()
  }

  /// The counts and the time, and what else was asked for; each line ends with a line feed.
  package var text: String {
    let totals = report.totals
    var lines =
      [headline(totals)] + caches(totals) + origin + skipped + uncompiled + warnings + references + schedules + races
      + reruns
      + variants
    if detail.isVerbose { lines += alone }
    lines += SlowestPrograms(report.verdicts, count: detail.slowest).lines
    return lines.joined(separator: "\n") + "\n"
  }

  /// The counts and the time in one line, without its end.
  package var headline: String { headline(report.totals) }

  /// Each example is counted once.
  private func headline(_ totals: ReportTotals) -> String {
    // Counts would say that the book has no examples, where only none was found of those that were meant.
    if totals.examples == 0, report.diagnostics.contains(where: { CaseSelection.problems.contains($0.id) }) {
      return style.styled("Nothing was verified", .red) + ": there is no such example"
    }
    let verdicts = report.verdicts
    let shown = verdicts.indices.count { verdicts[$0].isOnlyShown }
    let compiled = verdicts.indices.count { number in
      (verdicts[number].kind == .norun || verdicts[number].onlyDeclares) && verdicts[number].outcome == .passed
    }
    let passed = totals.passed - compiled
    let skipped = totals.skipped - shown
    var counts: [String] = []
    if totals.failed > 0 { counts.append(style.styled("\(totals.failed) failed", .red)) }
    if passed > 0 { counts.append(totals.failed == 0 ? style.styled("\(passed) passed", .green) : "\(passed) passed") }
    if compiled > 0 { counts.append("\(compiled) only compiled") }
    if shown > 0 {
      let signatures = verdicts.indices.count { verdicts[$0].outcome == .skipped(Verdict.signatureReason) }
      counts.append("\(shown) only shown" + (signatures > 0 ? " (\(signatures) without bodies)" : ""))
    }
    if skipped > 0 { counts.append("\(skipped) skipped") }
    if totals.bookErrors > 0 {
      counts.append(style.styled(Self.counted(totals.bookErrors, "error") + " in the book", .red))
    }
    if totals.bookWarnings > 0 {
      counts.append(style.styled(Self.counted(totals.bookWarnings, "warning"), .yellow))
    }
    let examples = totals.examples == 0 ? "No examples" : Self.counted(totals.examples, "example")
    let list = counts.isEmpty ? "" : ": " + counts.joined(separator: ", ")
    return "\(style.styled(examples, .bold)) in \(report.duration.spokenText)\(list)"
  }

  private func caches(_ totals: ReportTotals) -> [String] {
    guard totals.fromCache > 0 else { return [] }
    let shared = totals.fromSharedCache > 0 ? ", \(totals.fromSharedCache) of them from the shared one" : ""
    return [line("from the cache\(shared)", count: totals.fromCache)]
  }

  private var origin: [String] {
    switch report.packageOrigin {
    case .sharedCache: [line("package from the shared cache", count: 1)]
    case .notShared(let reason): [line("package not shared, since \(reason)", count: 1)]
    case nil: []
    }
  }

  private var skipped: [String] {
    grouped { verdict in
      guard case .skipped(let reason) = verdict.outcome, !verdict.isOnlyShown else { return nil }
      return reason
    }.map { line("skipped: \($0.reason)", count: $0.verdicts.count) }
  }

  /// Those that have lines of which nothing is known.
  private var uncompiled: [String] {
    let count = report.verdicts.count { $0.outcome == .passed && !$0.uncompiledLines.isEmpty }
    return count > 0 ? [line("with lines for other systems or versions, which are not compiled", count: count)] : []
  }

  /// The compiler's warnings that are only counted.
  private var warnings: [String] {
    let warned = report.verdicts.count { $0.warnings.count > $0.otherWarnings.count && !$0.showsWarnings }
    guard warned > 0 else { return [] }
    return [line("with warnings of the compiler" + (detail.isVerbose ? "" : "; --verbose shows them"), count: warned)]
  }

  /// What came of the comparison with CoreFoundation; each example that was compared is counted once.
  private var references: [String] {
    var counts = (same: 0, tied: 0, different: 0, off: 0)
    for verdict in report.verdicts {
      switch verdict.reference {
      case .same: counts.same += 1
      case .sameButForTies: counts.tied += 1
      case .different: counts.different += 1
      case .off: counts.off += 1
      case .nothingToCompare, .notRun: continue
      }
    }
    let compared = counts.same + counts.tied + counts.different
    let off = counts.off > 0 ? [line("not compared with CoreFoundation, with a reason", count: counts.off)] : []
    guard compared > 0 else { return off }
    let results = [
      (counts.same, "in the same order"), (counts.tied, "but for ties"), (counts.different, "different as documented"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return [line("compared with CoreFoundation: " + results.joined(separator: ", "), count: compared)] + off
  }

  private var schedules: [String] {
    let tried = report.verdicts.filter { $0.schedulesTried > 1 }
    guard !tried.isEmpty else { return [] }
    let sum = tried.reduce(0) { $0 + $1.schedulesTried }
    return [line("under \(sum) schedules", count: tried.count)]
  }

  private var races: [String] {
    let count = report.verdicts.count { $0.isRaceFree }
    return count > 0 ? [line("watched for data races", count: count)] : []
  }

  private var reruns: [String] {
    let count = report.verdicts.reduce(0) { $0 + $1.reruns.count }
    return count > 0 ? [line("run once more with declarations of another, with the same result", count: count)] : []
  }

  private var variants: [String] {
    let varied = report.verdicts.filter { !$0.variants.isEmpty }
    guard !varied.isEmpty else { return [] }
    let examples = varied.count == 1 ? "one example" : "\(varied.count) examples"
    return [line("run with other values, in \(examples)", count: varied.reduce(0) { $0 + $1.variants.count })]
  }

  /// How many names of examples are told of a kind; the reports for programs have them all.
  private static let mostNames = 40

  /// Which were compiled alone, reason by reason.
  private var alone: [String] {
    grouped(by: \.compiledAlone).flatMap { group in
      let names = group.verdicts.map(\.name)
      let more = names.count > Self.mostNames ? ["and \(names.count - Self.mostNames) more"] : []
      return [line("compiled alone: \(group.reason)", count: names.count)] + list(names.prefix(Self.mostNames) + more)
    }
  }

  /// The examples that have a reason, by it, in the reasons' order.
  private func grouped(by reason: (Verdict) -> String?) -> [(reason: String, verdicts: [Verdict])] {
    var groups: [String: [Verdict]] = [:]
    for verdict in report.verdicts {
      if let reason = reason(verdict) { groups[reason, default: []].append(verdict) }
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func line(_ words: String, count: Int) -> String {
    let number = String(count)
    return String(repeating: " ", count: max(1, 6 - number.count)) + number + " " + words
  }

  /// Names one after another, indented, on as many lines as they need.
  private func list(_ names: [String]) -> [String] {
    let margin = String(repeating: " ", count: 9)
    var lines: [String] = []
    var line = ""
    for (index, name) in names.enumerated() {
      let word = index + 1 < names.count ? name + "," : name
      if !line.isEmpty, margin.count + line.displayWidth + 1 + word.displayWidth > width {
        lines.append(margin + line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
    }
    if !line.isEmpty { lines.append(margin + line) }
    return lines.map { style.styled($0, .faint) }
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}

extension Verdict {
  /// Whether nothing is asked of it.
  fileprivate var isOnlyShown: Bool {
    guard case .skipped = outcome else { return false }
    return kind == .quote
  }
}
