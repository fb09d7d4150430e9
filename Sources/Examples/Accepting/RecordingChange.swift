package import Recordings
package import Text

/// One recording that is written anew, or added.
package struct RecordingChange: Sendable, Hashable {
  /// The name of the example: `timers#stopping`.
  package var example: String

  /// What of the example's doing it holds.
  package var kind: RecordingKind

  /// Whether there was no such fence.
  package var isAdded: Bool

  /// The file that it stands in.
  package var path: String

  /// The line of the old file, counted from 1, on which the recording opens; that of its example if it is added.
  package var line: Int

  /// What was recorded, and what is now.
  package var difference: LineDifference

  /// The change as a person reads it: its place, then the lines that change, each with a line feed at its end.
  package func text(_ style: DiagnosticText) -> String {
    let verb = isAdded ? "new " : ""
    let head =
      style.styled("\(path):\(line): ", .bold) + style.styled("\(verb)\(kind.rawValue)", .cyan) + " of \(example)\n"
    return head + DifferenceText(style).text(difference, firstLine: line + 1)
  }
}
