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

  private let output = DescriptorOutput(STDOUT_FILENO)
  private let errors = DescriptorOutput(STDERR_FILENO)

  init(_ presentation: PresentationOptions = PresentationOptions()) {
    let environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    let choice = presentation.color
    colorsResults = choice.isColored(isTerminal: output.isTerminal, environment: environment)
    colorsMessages = choice.isColored(isTerminal: errors.isTerminal, environment: environment)
    width = output.columns ?? errors.columns ?? 80
    isQuiet = presentation.isQuiet
    let isSteerable = errors.isTerminal && !["", "dumb"].contains(environment("TERM") ?? "")
    let form: ProgressState.Form =
      presentation.isQuiet
      ? .silent : isSteerable ? .bar(columns: errors.columns ?? 80, isColored: colorsMessages) : .lines
    let errors = errors
    progress = ProgressDisplay(form) { errors.write($0) }
  }

  /// Writes what was asked for, as it is.
  func result(_ text: String) { progress.aside { output.write(text) } }

  /// Writes what a person should know, as it is.
  func message(_ text: String) {
    if Abandonment.isUnderWay { return }
    progress.aside { errors.write(text) }
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
