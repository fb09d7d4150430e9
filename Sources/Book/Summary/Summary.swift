package import Markdown
package import Text

/// A book's `SUMMARY.md`: which chapters it has, in which order, and how they nest.
package struct Summary: Sendable {
  /// The file's name in a book's folder.
  package static let fileName = "SUMMARY.md"

  /// The heading before everything else.
  package let title: String?

  /// The chapters, parts and separators in order.
  package let items: [OutlineItem]

  /// What is wrong; a chapter that is wrong is not among the items.
  package let diagnostics: [Diagnostic]

  /// Reads a summary.
  ///
  /// - Parameters:
  ///   - document: The file, as Markdown.
  ///   - files: The Markdown files of the book, as paths in it.
  ///   - others: All other files of the book.
  package init(_ document: MarkdownDocument, files: [String], others: [String] = []) {
    var reading = SummaryReading(document, files: files, others: others)
    reading.read()
    title = reading.title
    items = reading.items
    diagnostics = reading.diagnostics.sorted()
  }

  /// The order of a book without a summary: that of the paths.
  package static func items(of files: [String]) -> [OutlineItem] {
    files.filter { $0 != fileName }.map { .chapter(OutlineChapter(title: "", path: $0)) }
  }
}
