import Files
import Text
import Verification

/// Brings a report to where it was asked for, and tells a person.
struct ReportDelivery {
  let destinations: [ReportDestination]

  /// What a person is told besides the counts.
  var detail = SummaryDetail()

  /// What does not go together: two reports for one file.
  var contradictions: [Diagnostic] {
    var seen: Set<String> = []
    return destinations.filter { !seen.insert($0.file ?? "-").inserted }.map {
      Diagnostic(
        id: "repeated-report", "two reports go to \($0.file.map { "the file '\($0)'" } ?? "standard output")", at: nil,
        cure: "give each '--report' a file of its own")
    }
  }

  /// Puts into every report's file that this verification has not come to its end.
  ///
  /// So no file holds what an earlier one found out, whatever ends this one.
  ///
  /// - Returns: How the program ends at once, if a report cannot or must not be written.
  func begin(_ console: Console) -> ExitCode? {
    let refusals = destinations.compactMap { destination in
      destination.file.flatMap { ReportFile.refusal(of: $0, for: destination.text) }
    }
    guard refusals.isEmpty else {
      for refusal in refusals { console.report(refusal) }
      return .wrongUsage
    }
    for destination in destinations {
      guard let file = destination.file, ReportFile.isReplaceable(file) else { continue }
      if write(.begun, to: destination, console) != nil { return .wrongUsage }
    }
    return nil
  }

  /// Writes reports of a verification that could not be made, whose problems have been told.
  func deliver(_ problems: [Diagnostic], endingWith code: ExitCode, to console: Console) -> ExitCode {
    // What is wrong with the book's own files is a finding like any other.
    let report =
      code == .bookHasErrors
      ? VerificationReport(verdicts: [], diagnostics: problems, duration: .zero) : .unfinished(problems)
    var code = code
    for destination in destinations { code = write(report, to: destination, console) ?? code }
    return code
  }

  /// Writes one report; how the program ends if that cannot be done.
  private func write(
    _ report: VerificationReport, to destination: ReportDestination, _ console: Console
  ) -> ExitCode? {
    let text = destination.format.text(report)
    guard let file = destination.file else {
      console.data(text)
      return nil
    }
    do throws(FileError) {
      try ReportFile.write(text, to: file)
      return nil
    } catch {
      console.report(
        Diagnostic(
          id: "unwritten-report", "the report '\(destination.text)' cannot be written: \(error.message)", at: nil))
      return .wrongUsage
    }
  }

  /// Tells a person problems that the report will have, too, before the work that leads to it.
  mutating func tellFirst(_ problems: [Diagnostic], _ console: Console) {
    let report = VerificationReport(verdicts: [], diagnostics: problems, duration: .zero)
    console.message(
      ReportSummary(report, isColored: console.colorsMessages, width: console.width, detail: detail).problems)
    detail.told.formUnion(problems)
  }

  /// Writes the reports, the problems and the summary.
  ///
  /// The summary stands on standard output, unless a report does.
  ///
  /// - Returns: How the program ends: a report that cannot be written is the command line's fault.
  func deliver(_ report: VerificationReport, to console: Console) -> ExitCode {
    console.progress.end()
    let summary = ReportSummary(
      report, isColored: console.colorsMessages, width: console.width, detail: detail)
    console.message(summary.problems)
    var code = report.hasErrors ? ExitCode.bookHasErrors : .fine
    for destination in destinations { code = write(report, to: destination, console) ?? code }
    if console.isQuiet { return code }
    if destinations.contains(where: { $0.file == nil }) {
      console.message(summary.text)
    } else {
      let summary = ReportSummary(
        report, isColored: console.colorsResults, width: console.width, detail: detail)
      console.result(summary.text)
    }
    return code
  }
}
