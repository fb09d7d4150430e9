import DifferentialModel

/// Prints single programs with both traces.
struct FuzzReplay {
  /// The campaign that runs them.
  let campaign: FuzzCampaign

  /// Prints a program of the family as Swift with both traces; false when they differ.
  func replay(_ index: UInt64) -> Bool {
    show(campaign.program(index))
  }

  /// Prints the smallest program found that differs as the given one does.
  func explain(_ failure: FuzzCampaign.Failure) {
    print("Program \(failure.index) differs. Making it smaller…")
    _ = show(campaign.shrink(failure.program))
  }

  private func show(_ program: Program) -> Bool {
    let traces = campaign.traces(of: program)
    let comparison = TraceComparison(engine: traces.engine, reference: traces.reference)
    var first: Int?
    let sentence: String
    switch comparison {
    case .same(let events): sentence = "The traces are the same, \(events) events."
    case .listed(let differences, let events):
      first = events
      sentence = "The traces differ as listed: \(differences.sorted().joined(separator: ", "))."
    case .different(let event):
      first = event
      sentence = "The traces differ from event \(event + 1) on."
    }
    print(ProgramPrinting.swift(program))
    print(TraceColumns.text(engine: traces.engine, reference: traces.reference, firstDifference: first))
    print(sentence)
    if case .different = comparison { return false }
    return true
  }
}
