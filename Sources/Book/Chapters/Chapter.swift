internal import Files
package import Markdown
package import Text

/// One chapter of a book: a Markdown file.
///
/// It is passed around a lot and never changes, so it is an object and not a value.
package final class Chapter: Sendable {
  /// A heading and the name that links use for it.
  package struct Heading: Hashable, Sendable {
    /// The heading's node in the document.
    package var node: Int
    package var level: Int
    /// What it says, without markup.
    package var text: String
    package var id: String
    /// What its author ended it with to name it; not shown.
    package var mark: HeadingMark?
  }

  /// The path in the book, with `/` between its parts.
  package let path: String

  /// The file as a whole, front matter included, with what it includes.
  package let file: SourceFile

  /// The files that it includes, or was meant to include.
  package let includes: [String]

  package let frontMatter: FrontMatter

  /// The Markdown after the front matter.
  package let document: MarkdownDocument

  /// The same as pages show it: with other quotation marks, where the book wants them.
  package let shown: MarkdownDocument

  /// The quotation marks that the text has on pages; `nil` for those that were typed.
  let marks: QuotationMarks?

  /// The headings, in the order in which they are rendered.
  package let headings: [Heading]

  /// The title: from the front matter, else the first heading, else the file's name.
  package let title: String

  /// What is wrong with the front matter.
  package let diagnostics: [Diagnostic]

  /// What the system said of the file before it was read, if any change since would make it say something else.
  let stamp: String?

  /// Reads a chapter whose bytes are UTF-8, as it stands: without what it includes.
  package convenience init(path: String, file: SourceFile) {
    self.init(path: path, including: IncludeReading(alone: file), marks: nil, stamp: nil)
  }

  /// Reads a chapter with what it includes.
  init(path: String, including reading: IncludeReading, marks: QuotationMarks?, stamp: String?) {
    self.marks = marks
    self.stamp = stamp
    self.path = path
    file = reading.file
    includes = reading.paths
    var (frontMatter, offset, problems) = FrontMatter.read(file)
    frontMatter.title = (frontMatter.title ?? reading.title).map { marks?.typeset($0) ?? $0 }
    self.frontMatter = frontMatter
    diagnostics = problems + reading.diagnostics
    let document = MarkdownDocument(file, from: offset)
    self.document = document
    let shown = marks?.typeset(document) ?? document
    self.shown = shown
    var ids = HeadingID()
    headings = document.nodes.indices.filter { document.nodes[$0].kind == .heading }.map { node in
      // Addresses do not change with the marks.
      let id = HeadingMark(of: node, in: document)?.name ?? ids.next(document.headingText(of: node))
      return Heading(
        node: node, level: Int(document.nodes[node].number), text: shown.headingText(of: node), id: id,
        mark: HeadingMark(of: node, in: shown))
    }
    let name = BookPath.name(of: BookPath.withoutMarkdownEnding(path))
    title = frontMatter.title ?? headings.first { !$0.text.isEmpty }?.text ?? name
  }

  /// Where in the file the Markdown begins.
  package var offset: Int { document.offset }
}
