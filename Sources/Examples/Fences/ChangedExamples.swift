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
      guard example.shownLines == before.shownLines else {
        return hiddenChange(of: example, from: before, in: file, at: place).map { (number, $0) }
      }
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

extension ChangedExamples {
  /// What is wrong where a line differs that readers do not see: they take the change that they see for all of it.
  private static func hiddenChange(
    of example: Example, from before: Example, in file: SourceFile, at place: SourcePlace
  ) -> Diagnostic? {
    let (mine, others) = (example.unshownLines, before.unshownLines)
    guard mine.map(\.text) != others.map(\.text) else { return nil }
    let index = mine.indices.first { !others.indices.contains($0) || others[$0].text != mine[$0].text }
    let other = others.indices.first { !mine.indices.contains($0) || others[$0].text != mine[$0].text }
    return Diagnostic(
      id: "hidden-change",
      index == nil
        ? "`\(before.id)` has a hidden line that this example does not have, and the page does not show that as a change"
        : "this hidden line is not in `\(before.id)`, and the page does not show it as a change",
      at: index.map { file.place(mine[$0].range) } ?? place,
      notes: other.map { [Diagnostic.Note("the line of the other example is here", at: file.place(others[$0].range))] }
        ?? [],
      cure: "show the line, or hide the same lines in both")
  }
}

extension Example {
  /// The lines that readers see only on demand, but for those without text.
  fileprivate var unshownLines: [SourceLine] {
    lines.indices.filter { !hiddenLines.shows($0) && !hiddenLines.marks.contains($0) }.map { lines[$0] }
      .filter { !$0.text.allSatisfy(\.isWhitespace) }
  }

  /// The lines that every reader sees.
  package var shownLines: [String] { lines.indices.filter(hiddenLines.shows).map { lines[$0].text } }

  /// How its lines differ from those of another example, as far as every reader sees them.
  package func changes(from other: Example) -> LineDifference {
    LineDifference(from: other.shownLines, to: shownLines)
  }
}
