internal import Pictures
package import Templates
internal import Words

/// What a page tells about a step of the loop.
package struct ToldStep {
  let step: TraceStep
  let words: InterfaceWords

  /// What templates may ask about it.
  package static let keys = DataKeys<ToldStep>(
    .text("name", "The trace's name for the step, or for its callouts.") { $0.step.name },
    .number("number", "The step's number in the pictures.") { $0.step.number },
    .text("meaning", "What happens in it.") { $0.step.meaning(in: $0.words) })
}
