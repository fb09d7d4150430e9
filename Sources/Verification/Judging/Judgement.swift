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

  /// Whether its program only declares something, so that running it executed none of its lines.
  package var onlyDeclares = false

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

  /// What is wrong without what only follows from something else of it.
  var causes: [Diagnostic] {
    // Comments that tell what is printed would stand for its recording, if they were right.
    let hasWrongComment = problems.contains(where: PrintedClaims.isAboutOutput)
    var causes = hasWrongComment ? problems.filter { $0.id != "missing-recording" } : problems
    // What a task would have printed is missing because it never began.
    if let index = causes.firstIndex(where: { $0.id == "orphaned-recording" }), var task = waitingTask {
      task.severity = .error
      causes[index] = task
    }
    return causes
  }

  /// The warnings that are not among the causes.
  var otherWarnings: [Diagnostic] {
    causes.contains { $0.id == ExecutionReport.waitingTaskID }
      ? warnings.filter { $0.id != ExecutionReport.waitingTaskID } : warnings
  }

  private var waitingTask: Diagnostic? { warnings.first { $0.id == ExecutionReport.waitingTaskID } }

  /// Takes note that a run printed something else for some reason: what came cannot be recorded as it is.
  mutating func offerNoRecord(ofWhatDiffers cause: StrayCause, printing other: [UInt8]?) {
    guard let output = outcome?.output, let other, other != output else { return }
    for index in problems.indices
    where Self.offeringRecord.contains(problems[index].id) || PrintedClaims.isAboutOutput(problems[index]) {
      problems[index].cure = "\(cause.circumstance), it prints something different: \(cause.cure)"
    }
  }

  /// The problems whose cure may be to record what came, or to remove what is recorded.
  private static let offeringRecord: Set = [
    "missing-recording", "empty-recording", "orphaned-recording", "output-differs",
  ]
}
