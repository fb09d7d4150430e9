import Glibc
import Text
import Verification

/// The only way in which the program talks: results on standard output, messages and progress on standard error.
final class Console: Sendable {
  /// Whether results may be colored.
  let colorsResults: Bool

  /// Whether messages may be colored.
  let colorsMessages: Bool

  /// The columns of a line, for text that is broken.
  let width: Int

  /// Whether only what is wrong is told.
  let isQuiet: Bool

  /// What is under way, on standard error; the pipeline tells it.
  let progress: ProgressDisplay

  /// Whether what is written becomes the log of a step that GitHub runs, and may have commands for that.
  private let isReadByGitHub: Bool

  private let output = DescriptorOutput(STDOUT_FILENO)
  private let errors = DescriptorOutput(STDERR_FILENO)

  init(_ presentation: PresentationOptions = PresentationOptions()) {
    let environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    let choice = presentation.color
    colorsResults = choice.isColored(isTerminal: output.isTerminal, environment: environment)
    colorsMessages = choice.isColored(isTerminal: errors.isTerminal, environment: environment)
    width = output.columns ?? errors.columns ?? 80
    isQuiet = presentation.isQuiet
    isReadByGitHub = environment("GITHUB_ACTIONS") == "true"
    let isSteerable = errors.isTerminal && !["", "dumb"].contains(environment("TERM") ?? "")
    let form: ProgressState.Form =
      presentation.isQuiet
      ? .silent : isSteerable ? .bar(columns: errors.columns ?? 80, isColored: colorsMessages) : .lines
    let errors = errors
    progress = ProgressDisplay(form) { errors.write($0) }
  }

  /// Writes what was asked for, for another program, as it is.
  func data(_ text: String) { progress.aside { output.write(text) } }

  /// Writes what was asked for, for a person.
  func result(_ text: String) { data(forLog(text)) }

  /// Writes what a person should know.
  func message(_ text: String) {
    if Abandonment.isUnderWay { return }
    progress.aside { errors.write(forLog(text)) }
  }

  /// A text for a person, without what GitHub's runner would take for commands, which examples must not give.
  private func forLog(_ text: String) -> String {
    // Of these it looks for the one kind at the beginning of lines, and for the other anywhere.
    isReadByGitHub ? LogLines.withoutCommands(text).replacing("##[", with: "## [") : text
  }

  /// Passes on, byte for byte, what an example wrote.
  func pass(_ bytes: [UInt8], isError: Bool) {
    progress.aside { (isError ? errors : output).write(bytes) }
  }

  /// Writes a message with its excerpt and cure.
  func report(_ diagnostic: Diagnostic) { message(DiagnosticText(isColored: colorsMessages).text(diagnostic)) }

  /// Ends the progress, and answers how the program ends: results that could not be written are not fine.
  func finish(_ code: ExitCode) -> ExitCode {
    progress.end()
    guard let failure = output.failure else { return code }
    report(
      Diagnostic(
        id: "unwritten-output", "standard output cannot be written: \(String(cString: strerror(failure)))", at: nil))
    return code == .fine ? .machineLacks : code
  }
}
