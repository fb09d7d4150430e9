package import Recordings
package import Text

/// One recording that is written anew, or added; or a line that tells what a name means.
package struct RecordingChange: Sendable, Hashable {
  /// The name of the example: `timers#stopping`.
  package var example: String

  /// What of the example's doing it holds; `nil` for a line of the example that tells what a name means.
  package var kind: RecordingKind?

  /// What it holds, in a word.
  package var word: String { kind?.rawValue ?? "type" }

  /// Whether there was no such fence.
  package var isAdded: Bool

  /// The file that it stands in.
  package var path: String

  /// The line of the old file, counted from 1, on which the recording opens; that of its example if it is added; or the
  /// line that changes itself.
  package var line: Int

  /// What was recorded, and what is now.
  package var difference: LineDifference

  /// The change as a person reads it: its place, then the lines that change, each with a line feed at its end.
  package func text(_ style: DiagnosticText) -> String {
    let verb = isAdded ? "new " : ""
    let head =
      style.styled("\(path):\(line): ", .bold) + style.styled("\(verb)\(word)", .cyan) + " of \(example)\n"
    return head + DifferenceText(style).text(difference, firstLine: kind == nil ? line : line + 1)
  }
}
