package import LoopTracing
package import Markdown
package import Recordings

/// A fence that holds what an example did when it was last accepted.
package struct Recording: Sendable {
  /// What of the example's doing it holds.
  package var kind: RecordingKind

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
