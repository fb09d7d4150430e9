/// A form in which a report is given to another program.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// XML as JUnit and Jenkins have it, read by most CI systems.
  case junit
  /// Everything, in the form of `docs/report-schema.md`.
  case json
  /// SARIF 2.1.0: the problems, for code scanning and editors.
  case sarif
  /// Commands that GitHub's runner shows as annotations in a pull request; they are read from the output of the step.
  case github

  /// Whether the report goes into a file that must be named.
  package var needsFile: Bool { self != .github }

  /// The report in this form; every line ends with a line feed.
  package func text(_ report: VerificationReport) -> String {
    switch self {
    case .junit: JUnitReport.text(report)
    case .json: JSONReport.text(report)
    case .sarif: SARIFReport.text(report)
    case .github: GitHubAnnotations.text(report)
    }
  }
}
