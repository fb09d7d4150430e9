package import SourceText

/// All that a verification of a book found out, in an order that depends on the book alone.
package struct VerificationReport: Sendable {
  /// The examples, in the order of their places.
  package let verdicts: [Verdict]

  /// What is wrong with the book besides its examples, sorted.
  package let diagnostics: [Diagnostic]

  /// How long all of it took.
  package let duration: Duration

  /// Takes the results in any order.
  package init(verdicts: [Verdict], diagnostics: [Diagnostic] = [], duration: Duration) {
    self.verdicts = verdicts.sorted { left, right in
      if left.place != right.place { return left.place < right.place }
      return (left.chapter, left.id) < (right.chapter, right.id)
    }
    self.diagnostics = diagnostics.sorted()
    self.duration = duration
  }

  /// All messages, those of the examples too, sorted and each once.
  package var problems: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return (diagnostics + verdicts.flatMap(\.problems)).filter { seen.insert($0).inserted }.sorted()
  }

  /// Whether the book says something that does not hold.
  ///
  /// Warnings alone are no errors.
  package var hasErrors: Bool {
    diagnostics.contains { $0.severity == .error } || verdicts.contains { !$0.problems.isEmpty }
  }

  /// The examples of each chapter, chapters and examples in order.
  package var chapters: [(path: String, verdicts: [Verdict])] {
    var chapters: [(path: String, verdicts: [Verdict])] = []
    var indices: [String: Int] = [:]
    for verdict in verdicts {
      if let index = indices[verdict.chapter] {
        chapters[index].verdicts.append(verdict)
      } else {
        indices[verdict.chapter] = chapters.count
        chapters.append((verdict.chapter, [verdict]))
      }
    }
    return chapters
  }

  /// The counts of everything.
  package var totals: ReportTotals { ReportTotals(verdicts, diagnostics: diagnostics) }
}
