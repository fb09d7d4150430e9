package import LoopTracing
package import Markdown

/// A fence that holds what an example did when it was last accepted.
package struct Recording: Sendable {
  /// What of the example's doing it holds, by the fence's language.
  package enum Kind: String, Sendable, CaseIterable {
    /// What it printed.
    case output
    /// The compiler's or the trap's message.
    case error
    /// What the loop did.
    case trace
  }

  package var kind: Kind

  /// Which events a trace shows; passes everything for the other kinds.
  package var filter: TraceFilter

  /// The fence in the chapter.
  package var fence: Fence

  /// The lines of a trace, from 0, that the text around it is about.
  package internal(set) var focus: Set<Int> = []

  /// Which events a trace shows, as its author says it; `nil` for all.
  package internal(set) var filterText: String?

  /// What it expects.
  package var text: RecordedText { RecordedText(fence.lines.map(\.text), as: kind) }
}
