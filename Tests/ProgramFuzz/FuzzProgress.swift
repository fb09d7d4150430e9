import Glibc
import ProgramFuzzing
import Synchronization

/// Shows how far a campaign is: a line that is rewritten on a terminal, a line every few seconds elsewhere.
final class FuzzProgress: Sendable {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let shown = Mutex(0.0)

  /// Shows a report, unless one was shown just now.
  func show(_ report: FuzzCampaign.Report) {
    shown.withLock { shown in
      guard report.seconds - shown >= (isTerminal ? 0.2 : 5) else { return }
      shown = report.seconds
      Self.write((isTerminal ? "\r\u{1B}[K" : "") + report.summary + (isTerminal ? "" : "\n"))
    }
  }

  /// Writes to the standard error output; what it does not take is lost, there being nowhere else to say so.
  static func write(_ text: String) {
    _ = text.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
  }

  /// Makes way for other output.
  func finish() {
    if isTerminal { Self.write("\r\u{1B}[K") }
  }
}
