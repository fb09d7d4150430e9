package import Markdown
package import Text

/// The examples of a chapter, the programs that they make, and what is wrong with how they are written.
///
/// They are passed around a lot and never change, so they are an object and not a value.
package final class ChapterExamples: Sendable {
  /// The chapter's name, as commands and reports give it.
  package let chapter: String

  /// The chapter's text.
  package let document: MarkdownDocument

  /// What the book says of all fences.
  private let rules: FenceRules

  /// All examples, quotes included, in the order of the file.
  package let examples: [Example]

  /// What is compiled, in the order of the first blocks; quotes are in none.
  package let programs: [Program]

  /// What is wrong, in the order of the file.
  package let diagnostics: [Diagnostic]

  /// How many recordings are only shown, since the book says so of its examples.
  package let shownRecordings: Int

  /// The chapter's file.
  package var file: SourceFile { document.file }

  /// Finds the examples of a chapter.
  ///
  /// - Parameters:
  ///   - chapter: The chapter's name.
  ///   - document: Its text.
  ///   - rules: What the book says of all fences.
  package init(chapter: String, document: MarkdownDocument, rules: FenceRules = FenceRules()) {
    self.chapter = chapter
    self.document = document
    self.rules = rules
    var reader = ExampleReader(chapter: chapter, document: document, rules: rules)
    reader.read()
    examples = reader.examples
    shownRecordings = reader.shownRecordings
    let sessions = SessionReader(chapter: chapter, examples: examples, file: document.file)
    programs = sessions.programs
    diagnostics = (reader.diagnostics + sessions.diagnostics).sorted()
  }

  /// The same chapter after edits; `nil` where they change what is written in another file.
  package func rewritten(_ edits: [TextEdit]) -> ChapterExamples? {
    guard let file = TextEdit.apply(edits, to: file) else { return nil }
    return ChapterExamples(
      chapter: chapter, document: MarkdownDocument(file, from: document.offset), rules: rules)
  }
}
