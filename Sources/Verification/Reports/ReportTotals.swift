package import Text

/// How many examples there are of each sort.
package struct ReportTotals: Hashable, Sendable {
  package private(set) var examples = 0
  package private(set) var passed = 0
  package private(set) var failed = 0
  package private(set) var skipped = 0

  /// Those whose result was known from an earlier run.
  package private(set) var fromCache = 0

  /// Those of them that the shared cache had.
  package private(set) var fromSharedCache = 0

  /// Those that could not be compiled together with the others.
  package private(set) var compiledAlone = 0

  /// Errors and warnings that are about the book and not about one example.
  package private(set) var bookErrors = 0
  package private(set) var bookWarnings = 0

  /// Counts.
  package init(_ verdicts: [Verdict], diagnostics: [Diagnostic] = []) {
    examples = verdicts.count
    // Where they stand: a copy of each would take longer than the rest, and a book may have thousands.
    for number in verdicts.indices {
      switch verdicts[number].outcome {
      case .passed: passed += 1
      case .failed: failed += 1
      case .skipped: skipped += 1
      }
      if verdicts[number].isFromCache { fromCache += 1 }
      if verdicts[number].isFromSharedCache { fromSharedCache += 1 }
      if verdicts[number].compiledAlone != nil { compiledAlone += 1 }
    }
    bookErrors = diagnostics.count { $0.severity == .error }
    bookWarnings = diagnostics.count - bookErrors
  }
}
