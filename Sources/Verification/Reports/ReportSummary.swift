import Text

/// What a person reads at the end: the problems first, then the counts and what they hide.
package struct ReportSummary: Sendable {
  private let report: VerificationReport
  private let style: DiagnosticText
  private let width: Int

  /// Takes a report and how the terminal shows it.
  ///
  /// - Parameters:
  ///   - report: What was found out.
  ///   - isColored: Whether colours may be used.
  ///   - width: The columns of a line; lists are broken there.
  package init(_ report: VerificationReport, isColored: Bool, width: Int = 80) {
    self.report = report
    style = DiagnosticText(isColored: isColored)
    self.width = max(width, 40)
  }

  /// All messages, sorted.
  package var problems: String { report.problems.map(style.text).joined() }

  /// The counts, the time, and what did not go the usual way; each line ends with a line feed.
  package var text: String {
    let totals = report.totals
    var lines = [headline(totals)]
    let own = totals.fromCache - totals.fromSharedCache
    if own > 0 { lines.append(detail("from the cache", count: own)) }
    if totals.fromSharedCache > 0 { lines.append(detail("from the shared cache", count: totals.fromSharedCache)) }
    lines += skipped + kinds + references + schedules + alone
    return lines.joined(separator: "\n") + "\n"
  }

  private func headline(_ totals: ReportTotals) -> String {
    var counts: [String] = []
    if totals.failed > 0 { counts.append(style.styled("\(totals.failed) failed", .red)) }
    if totals.passed > 0 || counts.isEmpty && totals.skipped == 0 && totals.examples > 0 {
      counts.append(totals.failed == 0 ? style.styled("\(totals.passed) passed", .green) : "\(totals.passed) passed")
    }
    if totals.skipped > 0 { counts.append("\(totals.skipped) skipped") }
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

  private var skipped: [String] {
    grouped { verdict in
      // What is quoted is counted among the kinds.
      guard case .skipped(let reason) = verdict.outcome, verdict.kind != .quote else { return nil }
      return reason
    }.map { detail("skipped: \($0.reason)", count: $0.verdicts.count) }
  }

  private var kinds: [String] {
    [(Verdict.Kind.norun, "compiled, not run"), (.quote, "shown only")].compactMap { kind, words in
      let count = report.verdicts.count { $0.kind == kind }
      return count > 0 ? detail(words, count: count) : nil
    }
  }

  private var references: [String] {
    var same = 0
    var tied = 0
    var different = 0
    var off = 0
    for verdict in report.verdicts {
      switch verdict.reference {
      case .same: same += 1
      case .sameButForTies: tied += 1
      case .different: different += 1
      case .off: off += 1
      case .notRun: continue
      }
    }
    return [
      (same, "same order of activities and callouts on CoreFoundation"),
      (tied, "same order there but for ties, which real time decides"), (different, "different there, as documented"),
      (off, "not compared, with a reason"),
    ].filter { $0.0 > 0 }.map { detail($0.1, count: $0.0) }
  }

  private var schedules: [String] {
    let tried = report.verdicts.filter { $0.schedulesTried > 1 }
    guard !tried.isEmpty else { return [] }
    let sum = tried.reduce(0) { $0 + $1.schedulesTried }
    return [detail("under \(sum) schedules", count: tried.count)]
  }

  /// How many names of examples are told of a kind; the reports for programs have them all.
  private static let mostNames = 40

  /// Who was compiled alone, reason by reason.
  private var alone: [String] {
    grouped(by: \.compiledAlone).flatMap { group in
      let names = group.verdicts.map(\.name)
      let more = names.count > Self.mostNames ? ["and \(names.count - Self.mostNames) more"] : []
      return [detail("compiled alone: \(group.reason)", count: names.count)] + list(names.prefix(Self.mostNames) + more)
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

  private func detail(_ words: String, count: Int) -> String {
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
