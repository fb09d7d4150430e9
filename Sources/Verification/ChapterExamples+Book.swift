internal import Book
internal import Examples

extension ChapterExamples {
  /// Finds the examples of a book's chapter.
  convenience init(_ chapter: Chapter, of configuration: Configuration) {
    let name = chapter.path.hasSuffix(".md") ? String(chapter.path.dropLast(3)) : chapter.path
    let usual: ExampleAttributes.Kind =
      switch configuration.examples.use {
      case .run: .runs
      case .norun: .norun
      case .quote: .quote
      }
    self.init(chapter: name, document: chapter.document, usual: usual)
  }
}
