import Glibc
import SourceText
import Verification

/// Brings a report to where it was asked for, and tells a person.
struct ReportDelivery {
  let destinations: [ReportDestination]

  /// What does not go together: two reports for one file.
  var contradictions: [Diagnostic] {
    var seen: Set<String> = []
    return destinations.filter { !seen.insert($0.file ?? "-").inserted }.map {
      Diagnostic(
        id: "repeated-report", "two reports go to \($0.file.map { "the file '\($0)'" } ?? "standard output")", at: nil,
        cure: "give each '--report' a file of its own")
    }
  }

  /// Writes the reports, the problems and the summary.
  ///
  /// The summary stands on standard output, unless a report does.
  ///
  /// - Returns: How the program ends: a report that cannot be written is the command line's fault.
  func deliver(_ report: VerificationReport, to console: Console) -> ExitCode {
    console.progress.end()
    let summary = ReportSummary(
      report, isColored: console.colorsMessages, width: console.width)
    console.message(summary.problems)
    var code = report.hasErrors ? ExitCode.bookHasErrors : .fine
    for destination in destinations {
      let text = destination.format.text(report)
      guard let file = destination.file else {
        console.result(text)
        continue
      }
      do {
        try Self.write(text, to: file)
      } catch {
        console.report(
          Diagnostic(
            id: "unwritten-report", "the report '\(destination.text)' cannot be written: \(error.reason)", at: nil))
        code = .wrongUsage
      }
    }
    if console.isQuiet { return code }
    if destinations.contains(where: { $0.file == nil }) {
      console.message(summary.text)
    } else {
      console.result(ReportSummary(report, isColored: console.colorsResults, width: console.width).text)
    }
    return code
  }

  /// A system call that failed.
  private struct Failure: Error {
    let reason: String
    init(_ code: Int32) { reason = String(cString: strerror(code)) }
  }

  /// Writes a file, and makes the folders that it is to be in.
  private static func write(_ text: String, to file: String) throws(Failure) {
    for end in file.indices where file[end] == "/" && end > file.startIndex {
      if mkdir(String(file[..<end]), 0o777) != 0, errno != EEXIST { throw Failure(errno) }
    }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure(errno) }
    let output = DescriptorOutput(descriptor)
    output.write(text)
    // Some file systems tell of a full disk only now.
    let closed = close(descriptor) == 0 ? nil : errno
    if let failure = output.failure ?? closed { throw Failure(failure) }
  }
}
