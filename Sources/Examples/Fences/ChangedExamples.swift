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
  /// What is wrong where a line differs that readers do not see, or is in another place: they take the change that they
  /// see for all of it.
  private static func hiddenChange(
    of example: Example, from before: Example, in file: SourceFile, at place: SourcePlace
  ) -> Diagnostic? {
    let anchors = commonLines(of: example.changes(from: before))
    let mine = example.hidden(among: anchors.map(\.mine))
    let others = before.hidden(among: anchors.map(\.other))
    let index = mine.indices.first { !others.indices.contains($0) || !others[$0].isSame(as: mine[$0]) }
    let other = others.indices.first { !mine.indices.contains($0) || !mine[$0].isSame(as: others[$0]) }
    guard index != nil || other != nil else { return nil }
    let hasMoved = mine.map(\.line.text) == others.map(\.line.text)
    return Diagnostic(
      id: "hidden-change",
      index == nil
        ? "`\(before.id)` has a hidden line that this example does not have, and the page does not show that as a change"
        : hasMoved
          ? "this hidden line is in another place in `\(before.id)`, and the page does not show that as a change"
          : "this hidden line is not in `\(before.id)`, and the page does not show it as a change",
      at: index.map { file.place(mine[$0].line.range) } ?? place,
      notes: other.map {
        [Diagnostic.Note("the line of the other example is here", at: file.place(others[$0].line.range))]
      } ?? [],
      cure: hasMoved ? "show the line, or leave it in its place" : "show the line, or hide the same lines in both")
  }

  /// The shown lines that both have, by their numbers among all that are shown.
  ///
  /// Lines without text are not landmarks. A line that has just one in its place is the same line, changed.
  private static func commonLines(of difference: LineDifference) -> [(other: Int, mine: Int)] {
    var common: [(other: Int, mine: Int)] = []
    var rest = difference.lines[...]
    while let line = rest.first {
      let hunk = rest.prefix { $0.mark != .same }
      let taken = hunk.isEmpty ? rest.prefix(1) : hunk
      rest = rest[taken.endIndex...]
      guard hunk.isEmpty || hunk.count == 2, !line.text.allSatisfy(\.isWhitespace),
        let other = taken.compactMap(\.expectedLine).first, let mine = taken.compactMap(\.cameLine).first
      else { continue }
      common.append((other, mine))
    }
    return common
  }
}

/// A line that readers see only on demand, and between which lines it stands.
private struct PlacedLine {
  var line: SourceLine
  /// How many of the shown lines that both examples have stand before it.
  var landmarks: Int

  func isSame(as other: PlacedLine) -> Bool { line.text == other.line.text && landmarks == other.landmarks }
}

extension Example {
  /// The lines that readers see only on demand, but for those without text; `landmarks` are numbers of shown lines.
  fileprivate func hidden(among landmarks: [Int]) -> [PlacedLine] {
    var shown = 0
    var hidden: [PlacedLine] = []
    for index in lines.indices where !hiddenLines.marks.contains(index) {
      if hiddenLines.shows(index) {
        shown += 1
      } else if !lines[index].text.allSatisfy(\.isWhitespace) {
        hidden.append(PlacedLine(line: lines[index], landmarks: landmarks.count { $0 < shown }))
      }
    }
    return hidden
  }

  /// The lines that every reader sees.
  package var shownLines: [String] { lines.indices.filter(hiddenLines.shows).map { lines[$0].text } }

  /// How its lines differ from those of another example, as far as every reader sees them.
  package func changes(from other: Example) -> LineDifference {
    LineDifference(from: other.shownLines, to: shownLines)
  }
}
