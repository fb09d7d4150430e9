internal import Examples
internal import Text

/// What was found out about an example with other values than those that it was written with.
struct VariantFindings {
  private let all: [(subject: Case, findings: Findings)]

  /// Takes what was found out about each choice of values.
  init(_ all: [(subject: Case, findings: Findings)]) { self.all = all }

  /// Why one of them was not looked at; `nil` where all were.
  var skipped: String? { all.lazy.compactMap(\.findings.skipped).first }

  /// What is wrong, told at the marks: the same of many values once, and not what is wrong with the example as it is
  /// written.
  func problems(besides known: [Diagnostic]) -> [Diagnostic] {
    var told: [(message: String, problem: Diagnostic, others: [String])] = []
    for (subject, findings) in all {
      guard let variant = subject.variant, let problem = findings.judgements.flatMap(\.problems).first,
        !known.contains(where: { $0.message == problem.message })
      else { continue }
      if let index = told.firstIndex(where: { $0.message == problem.message }) {
        told[index].others.append(variant.description)
      } else {
        told.append((problem.message, Self.told(problem, of: variant, in: subject), []))
      }
    }
    return told.map { _, problem, others in
      guard !others.isEmpty else { return problem }
      var problem = problem
      let named = others.prefix(Self.mostNamed).joined(separator: ", ")
      let more = others.count > Self.mostNamed ? ", and \(others.count - Self.mostNamed) more" : ""
      problem.notes.append(Diagnostic.Note("the same with \(named)\(more)"))
      return problem
    }
  }

  /// How many values are named with the same problem.
  private static let mostNamed = 8

  private static func told(_ problem: Diagnostic, of variant: ExampleVariant, in subject: Case) -> Diagnostic {
    var told = problem
    told.message = "with \(variant.description), \(problem.message)"
    told.place = subject.chapter.file.place(variant.mark.trimmingBlanks(in: subject.chapter.file))
    // Other cures are about the example as it is written.
    told.cure = ["timeout", "too-much-output", "too-much-memory"].contains(problem.id) ? problem.cure : nil
    if told.cure == nil { told.cure = "leave this value out, or fix what it leads to" }
    return told
  }

  /// What is told of each that holds.
  var verdicts: [Verdict.Variant] {
    all.compactMap { subject, findings in
      guard let variant = subject.variant, findings.holds else { return nil }
      return Verdict.Variant(
        values: zip(subject.variedValues, variant.choice).map { $0.values[$1] },
        duration: findings.record?.execution?.duration ?? .zero, isFromCache: findings.isFromCache,
        eventCount: findings.judgements.reduce(0) { $0 + $1.eventCount },
        reference: subject.referenceOffReason.map { .off($0) } ?? findings.reference,
        schedulesTried: findings.schedulesTried)
    }
  }

  /// What each did, for pages; nothing unless all hold, so that no choice leads nowhere.
  var verified: [VerifiedVariant] {
    let verified = all.compactMap { subject, findings -> VerifiedVariant? in
      guard let variant = subject.variant, findings.holds, let outcome = findings.judgements[0].outcome else {
        return nil
      }
      return VerifiedVariant(variant: variant, outcome: outcome, trace: findings.trace)
    }
    return verified.count == all.count ? verified : []
  }
}

extension Case {
  /// The values of its example that vary.
  fileprivate var variedValues: [VariedValue] { program.blocks[0].example.varied }
}

extension Range<Int> {
  /// The bytes of a file without blanks at their beginning.
  fileprivate func trimmingBlanks(in file: SourceFile) -> Range<Int> {
    let blanks = file.bytes[self].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    return lowerBound + blanks..<upperBound
  }
}
