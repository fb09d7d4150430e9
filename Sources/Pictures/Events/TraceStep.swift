package import LoopTracing
package import Words

/// A step of the loop that the lines of a trace show, and what it means.
package struct TraceStep: Hashable, Sendable {
  /// What the trace calls it, or what is called in it: `beforeTimers`.
  package let name: String
  private let step: LoopStep

  /// The step's number in the pictures.
  package var number: Int { step.rawValue }

  /// What happens in it.
  package func meaning(in words: InterfaceWords) -> String {
    switch step {
    case .decides: words[.whatExit]
    case .serves: step.name(in: words)
    default: step.explanation(in: words)
    }
  }

  /// The steps that lines of a trace show, in the loop's order: none where the loop's own steps are left out.
  package static func steps(in lines: [TraceColumns]) -> [TraceStep] {
    let names = Set(lines.filter { $0.isWhole }.map { String(decoding: $0.columns[2].bytes, as: UTF8.self) })
    guard activities.contains(where: { names.contains($0.name) }) else { return [] }
    return (activities + callouts).filter { names.contains($0.name) }.sorted {
      ($0.number, $0.name) < ($1.number, $1.name)
    }
  }

  private static let activities = [
    TraceStep(name: "entry", step: .entry), TraceStep(name: "beforeTimers", step: .beforeTimers),
    TraceStep(name: "beforeSources", step: .beforeSources),
    TraceStep(name: "beforeWaiting", step: .beforeWaiting), TraceStep(name: "afterWaiting", step: .afterWaiting),
    TraceStep(name: "exit", step: .decides),
  ]

  /// The callouts of which a line tells the step; blocks are called in two.
  private static let callouts =
    [TraceStep(name: "source", step: .performs)]
    + ["descriptor", "mainQueue", "port", "timer"].map { TraceStep(name: $0, step: .serves) }
}
