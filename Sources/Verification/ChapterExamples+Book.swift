internal import Book
internal import Examples
internal import Execution

extension ChapterExamples {
  /// Finds the examples of a book's chapter.
  convenience init(_ chapter: Chapter, of configuration: Configuration) {
    let name = chapter.path.hasSuffix(".md") ? String(chapter.path.dropLast(3)) : chapter.path
    self.init(chapter: name, document: chapter.document, rules: FenceRules(configuration.examples))
  }
}

extension FenceRules {
  /// What a book says of its fences.
  fileprivate init(_ defaults: ExampleDefaults) {
    let usual: ExampleAttributes.Kind =
      switch defaults.use {
      case .run: .runs
      case .norun: .norun
      case .quote: .quote
      }
    self.init(
      usual: usual, hiddenPrefix: defaults.hiddenLines.flatMap { HiddenPrefix($0) },
      quotesSignatures: defaults.signatures == .quote
    ) { text, looksForSignatures in
      switch ProgramOutline.of(text, lookingForSignatures: looksForSignatures) {
      case .whole: .whole
      case .signatures: .signatures
      case .abridged(let text, let support): .abridged(text: text, support: support)
      }
    }
  }
}
