internal import Markdown
internal import Recordings
internal import Text

/// Looks at the examples that say which other example they change.
enum ChangedExamples {
  /// What is wrong with what the examples of a chapter say, by their numbers; `words` are where they say it.
  static func problems(
    of examples: [Example], saidBy words: [Int: InfoString.Word], in file: SourceFile
  ) -> [(example: Int, problem: Diagnostic)] {
    words.sorted { $0.key < $1.key }.compactMap { number, word in
      let example = examples[number]
      guard let name = example.attributes.changes else { return nil }
      let place = file.place(word.valueRange)
      guard name != example.id else {
        return (number, Diagnostic(id: "no-change", "an example cannot be a change of itself", at: place))
      }
      guard let before = examples.first(where: { $0.id == name }) else {
        let nearest = NearestName.suggestion(for: name, among: examples.map(\.id).filter { $0 != example.id })
        return (
          number,
          Diagnostic(
            id: "unknown-example", "there is no example `\(name)` in this chapter", at: place,
            cure: nearest.map { "did you mean `\($0)`?" } ?? "name an example of the same chapter")
        )
      }
      guard example.shownLines == before.shownLines else { return nil }
      return (
        number,
        Diagnostic(
          id: "no-change", "this example shows the same lines as `\(name)`", at: place,
          notes: [Diagnostic.Note("the other example is here", at: file.place(before.fence.opening))],
          cure: "remove `changes=\(name)`, or name the example that it changes")
      )
    }
  }
}

extension Example {
  /// The lines that every reader sees.
  package var shownLines: [String] { lines.indices.filter(hiddenLines.shows).map { lines[$0].text } }

  /// How its lines differ from those of another example, as far as every reader sees them.
  package func changes(from other: Example) -> LineDifference {
    LineDifference(from: other.shownLines, to: shownLines)
  }
}
