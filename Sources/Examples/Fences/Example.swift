package import Markdown
package import Recordings

/// A fence with Swift, what is to be done with it, and what is recorded of it.
package struct Example: Sendable {
  /// The name of its chapter, as commands and reports give it: `timers` or `guide/timers`.
  package let chapter: String

  /// Its name, which no other example of the chapter has.
  package let id: String

  /// How many examples stand before it in the chapter.
  package let number: Int

  /// What its info string says.
  package let attributes: ExampleAttributes

  /// The fence in the chapter.
  package let fence: Fence

  /// The line of the chapter, counted from 1, on which the fence opens.
  package let line: Int

  /// The number of its first line in its program: a session's lines are counted through.
  package internal(set) var firstLine = 1

  /// The lines of its text.
  package internal(set) var lines: [SourceLine]

  /// Which of them are shown only on demand.
  package let hiddenLines: HiddenLines

  /// The values in it that readers can choose.
  package let varied: [VariedValue]

  /// What of a program it leaves out.
  package enum Abridgement: Sendable, Hashable {
    /// Nothing.
    case none
    /// It is declarations without bodies, and nothing else.
    case signatures
    /// Some bodies are an ellipsis; the support stands at the end of a program that is compiled all the same.
    case bodies(support: String)
  }

  /// What of a program it leaves out; then it is not run.
  package let abridgement: Abridgement

  /// The fence directly after it, among its recordings, that holds its standard input.
  package let input: Fence?

  /// The recordings that stand directly after it, in the order of the file.
  package let recordings: [Recording]

  /// The last fence that belongs to it: a recording, its input, or its own.
  package var lastFence: Fence {
    (recordings.map(\.fence) + [input].compactMap(\.self)).max { $0.node < $1.node } ?? fence
  }

  /// The fence directly below it, where it has no recordings and the fence has no language of code.
  package internal(set) var plainFence: Fence?

  /// Whether what is recorded of it stands below it, but not directly.
  package internal(set) var isRecordedApart = false

  /// Whether its attributes or recordings have errors, so that a verdict about it would mean nothing.
  package internal(set) var hasErrors: Bool

  /// Its input, where that stands directly below it, before all recordings.
  package var inputAbove: Fence? {
    input.flatMap { input in recordings.allSatisfy { input.node < $0.fence.node } ? input : nil }
  }

  /// Its name among all examples of the book: `timers#stopping`.
  package var name: String { "\(chapter)#\(id)" }

  /// The name among all examples of the book of one that this one names: without a chapter, one of its own.
  package func fullName(_ written: String) -> String { written.contains("#") ? written : "\(chapter)#\(written)" }

  /// What it must have a recording of once it happens: what it prints, and the message that it ends with.
  ///
  /// A trace is recorded where its author asks for one, and nowhere else.
  package var demandedKinds: [RecordingKind] {
    guard attributes.recordsOutput else { return [] }
    switch attributes.kind {
    case .runs: return [.output]
    case .crashes: return [.output, .error]
    case .fails: return [.error]
    case .norun, .quote: return []
    }
  }
}
