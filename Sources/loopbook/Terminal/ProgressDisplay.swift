import Synchronization
import Text
import Verification

/// Shows the progress of the work on the terminal.
///
/// Any thread may tell it.
final class ProgressDisplay: VerificationProgress {
  private struct Content {
    var state: ProgressState
    var ticker: ProgressTicker?
  }

  private let content: Mutex<Content>
  private let form: ProgressState.Form
  private let now: @Sendable () -> Duration
  private let write: @Sendable (String) -> Void

  /// A display that writes where `write` does.
  ///
  /// - Parameters:
  ///   - form: How progress is shown.
  ///   - now: The time since some moment.
  ///   - write: Writes to the terminal.
  init(
    _ form: ProgressState.Form, now: @escaping @Sendable () -> Duration = ProgressDisplay.time,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.form = form
    self.now = now
    self.write = write
    content = Mutex(Content(state: ProgressState(form)))
  }

  deinit { content.withLock { $0.ticker }?.stop() }

  func begin(stage: String, total: Int) {
    step { $0.begin(stage: stage, total: total, at: $1) }
    startTicker()
  }

  func started(_ name: String) { step { $0.started(name, at: $1) } }

  func finished(_ name: String) { step { $0.finished(name, at: $1) } }

  func note(_ line: String) {
    aside { write(LogLines.withoutCommands(LogLines.continued(LogLines.withoutControls(line))) + "\n") }
  }

  func end() {
    // The ticker is waited for without the lock, which it takes.
    let ticker = content.withLock { content in
      defer { content.ticker = nil }
      write(content.state.end())
      return content.ticker
    }
    ticker?.stop()
    InterruptHandling.end()
  }

  /// Shows what is due because time has passed.
  func tick() { step { $0.tick(at: $1) } }

  /// Does something that writes to the terminal while the bar is away.
  func aside(_ body: () -> Void) {
    content.withLock { content in
      write(content.state.erase())
      body()
    }
  }

  private func step(_ change: (inout ProgressState, Duration) -> String) {
    content.withLock { content in
      let text = change(&content.state, now())
      if !text.isEmpty { write(text) }
    }
  }

  private func startTicker() {
    guard form != .silent else { return }
    if case .bar = form { InterruptHandling.begin() }
    content.withLock { content in
      guard content.ticker == nil else { return }
      content.ticker = ProgressTicker(every: ProgressState.interval) { [weak self] in self?.tick() }
    }
  }

  private static let start = ContinuousClock.now

  /// The time since the program first asked.
  static let time: @Sendable () -> Duration = { ContinuousClock.now - start }
}
