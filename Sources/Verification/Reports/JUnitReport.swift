import Text

/// A report as the XML of JUnit: a suite for each chapter, a case for each example.
///
/// It holds to the schema of Jenkins (`junit-10.xsd`), and adds `file` and `line` to each case, as GitLab, CircleCI and
/// Jenkins read them.
enum JUnitReport {
  static func text(_ report: VerificationReport) -> String {
    let totals = report.totals
    var writer = XMLWriter()
    let attributes = [
      ("name", "loopbook"),
      ("tests", String(totals.examples + totals.bookErrors)),
      ("failures", String(totals.failed + totals.bookErrors)),
      ("errors", "0"),
      ("time", report.duration.secondsText),
    ]
    writer.element("testsuites", attributes) { writer in
      writeBook(report, to: &writer)
      for chapter in report.chapters { write(chapter.verdicts, of: chapter.path, to: &writer) }
    }
    return writer.text
  }

  /// Errors that are about no example are failed cases of a suite of their own: a CI system sees nothing but cases.
  private static func writeBook(_ report: VerificationReport, to writer: inout XMLWriter) {
    guard !report.diagnostics.isEmpty else { return }
    let errors = report.diagnostics.filter { $0.severity == .error }
    let warnings = report.diagnostics.filter { $0.severity == .warning }
    let count = String(errors.count)
    let attributes = [("name", "book"), ("tests", count), ("failures", count), ("errors", "0"), ("skipped", "0")]
    writer.element("testsuite", attributes) { writer in
      for error in errors {
        let name = error.place.map { "\(error.id) (\(position($0)))" } ?? error.id
        writer.element("testcase", [("name", name), ("classname", "book")] + place(error.place)) { writer in
          writeFailure([error], to: &writer)
        }
      }
      if !warnings.isEmpty {
        writer.element("system-err", text: warnings.map(plain.text).joined())
      }
    }
  }

  private static func write(_ verdicts: [Verdict], of chapter: String, to writer: inout XMLWriter) {
    let totals = ReportTotals(verdicts)
    let attributes = [
      ("name", chapter),
      ("tests", String(totals.examples)),
      ("failures", String(totals.failed)),
      ("errors", "0"),
      ("skipped", String(totals.skipped)),
      ("time", verdicts.reduce(Duration.zero) { $0 + $1.duration }.secondsText),
    ]
    let file = verdicts.first.map { [("file", $0.place.path)] } ?? []
    let properties =
      verdicts.flatMap { verdict in verdict.reruns.map { ("rerun of \(verdict.id)", $0) } }
      + verdicts.filter { !$0.variants.isEmpty }.map {
        ("runs of \($0.id) with other values", String($0.variants.count))
      }
    writer.element("testsuite", attributes + file) { writer in
      if !properties.isEmpty {
        writer.element("properties", []) { writer in
          for (name, value) in properties { writer.element("property", [("name", name), ("value", value)]) }
        }
      }
      for verdict in verdicts { write(verdict, to: &writer) }
    }
  }

  private static func write(_ verdict: Verdict, to writer: inout XMLWriter) {
    let attributes = [
      ("name", verdict.id), ("classname", className(verdict.chapter)), ("time", verdict.duration.secondsText),
    ]
    writer.element("testcase", attributes + place(verdict.place)) { writer in
      switch verdict.outcome {
      case .passed: break
      case .failed: writeFailure(verdict.problems, to: &writer)
      case .skipped(let reason): writer.element("skipped", [("message", reason)])
      }
      if !verdict.output.isEmpty { writer.element("system-out", text: verdict.output) }
    }
  }

  /// One failure for each case, since that is all that many readers show; its text has all messages.
  private static func writeFailure(_ problems: [Diagnostic], to writer: inout XMLWriter) {
    guard let first = problems.first else { return }
    let message = problems.count > 1 ? "\(first.message) (and \(problems.count - 1) more)" : first.message
    writer.element(
      "failure", [("message", message), ("type", first.id)], text: problems.map(plain.text).joined())
  }

  private static let plain = DiagnosticText(isColored: false)

  /// A chapter's path as readers of JUnit know classes: folders become packages, by their dots.
  private static func className(_ chapter: String) -> String {
    let path = chapter.hasSuffix(".md") ? String(chapter.dropLast(3)) : chapter
    return path.split(separator: "/").map { $0.split(separator: ".").joined(separator: "_") }.joined(separator: ".")
  }

  private static func place(_ place: SourcePlace?) -> [(String, String)] {
    guard let place else { return [] }
    return [("file", place.path)] + (place.position.map { [("line", String($0.line))] } ?? [])
  }

  private static func position(_ place: SourcePlace) -> String {
    guard let position = place.position else { return place.path }
    return "\(place.path):\(position.line):\(position.column)"
  }
}
