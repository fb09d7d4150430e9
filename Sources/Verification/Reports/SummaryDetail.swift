package import Text

/// What a person is told besides the counts.
package struct SummaryDetail: Sendable {
  /// Whether every problem is shown on its own, and how examples were compiled.
  package var isVerbose = false

  /// Of how many programs is told what they took, the slowest first.
  package var slowest = 0

  /// What `accept` would have to be given to mean the same examples; `nil` where nothing is to be accepted.
  package var target: String?

  /// What has been told already, and is only counted.
  package var told: Set<Diagnostic> = []

  package init(isVerbose: Bool = false, slowest: Int = 0, target: String? = nil) {
    self.isVerbose = isVerbose
    self.slowest = slowest
    self.target = target
  }
}
