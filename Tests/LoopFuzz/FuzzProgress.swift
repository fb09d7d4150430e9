import DifferentialModel
import Glibc

/// Shows how far a campaign is: a line that is rewritten on a terminal, a line every few seconds elsewhere.
final class FuzzProgress {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var shown = 0.0

  /// Shows a report, unless one was shown just now.
  func show(_ report: FuzzCampaign.Report) {
    guard report.seconds - shown >= (isTerminal ? 0.2 : 5) else { return }
    shown = report.seconds
    fputs((isTerminal ? "\r\u{1B}[K" : "") + report.summary + (isTerminal ? "" : "\n"), stderr)
  }

  /// Makes way for other output.
  func finish() {
    if isTerminal { fputs("\r\u{1B}[K", stderr) }
  }
}
