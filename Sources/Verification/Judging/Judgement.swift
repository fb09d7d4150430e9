package import Examples
package import Text

/// What a program's record means for one of its examples.
package struct Judgement: Sendable {
  package var example: Example

  /// What is wrong; nothing for an example that tells the truth.
  package var problems: [Diagnostic]

  /// The compiler's warnings, if they are to be shown, and warnings about the run.
  package var warnings: [Diagnostic] = []

  /// Its lines, from 1, that the compiler passed over, since they are for other systems.
  package var uncompiledLines: [Int] = []

  /// What it did, to be recorded; `nil` where it did not do what was asked of it, so that there is nothing to record.
  package var outcome: Outcome?

  /// By the numbers of its lines `// ^?`, what should stand there.
  package var types: [Int: String] = [:]

  /// What it did in runs that did not come out as the first, and why they did not.
  package var strays: [Stray] = []

  /// A run that came out differently.
  package struct Stray: Sendable {
    package var cause: StrayCause
    /// What it did; `nil` where it did not do what was asked of it.
    package var outcome: Outcome?
  }

  /// Whether a comment tells what a call of `print` prints, and the output alone does not show whether that is so.
  package var leavesCommentsOpen = false

  /// The number of events in its trace.
  package var eventCount = 0
}
