internal import Book
internal import Examples

/// What things on the page of a chapter are called.
struct ChapterNames: Sendable {
  /// The names of the examples, as their author gave them.
  let examples: Set<String>
  /// What the examples are called on the page.
  let anchors: Set<String>
  /// What links can call the examples.
  let targets: Set<String>
  /// The names of the headings.
  let headings: Set<String>
  private let chapter: Chapter
  private let found: ChapterExamples

  init(_ chapter: Chapter, _ found: ChapterExamples) {
    self.chapter = chapter
    self.found = found
    examples = Set(found.names)
    anchors = Set(examples.map(ExampleBlock.anchor))
    targets = examples.union(anchors)
    headings = Set(chapter.headings.map(\.id))
  }

  /// Whether they are the names in these: neither changes.
  func isOf(_ chapter: Chapter, _ found: ChapterExamples) -> Bool { self.chapter === chapter && self.found === found }
}
