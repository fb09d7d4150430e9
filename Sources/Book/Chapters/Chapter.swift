package import Files
package import Markdown
internal import Synchronization
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

  /// The quotation marks that the text has on pages; `nil` for those that were typed.
  let marks: QuotationMarks?

  /// Where in the file something is missing that could not be included.
  package let unread: [Int]

  /// What the book has to know of it, shown or not.
  package let facts: ChapterFacts

  /// The headings, in the order in which they are rendered.
  package var headings: [Heading] { facts.headings }

  /// The title: from the front matter, else the first heading, else the file's name.
  package let title: String

  /// What is wrong with the front matter.
  package let diagnostics: [Diagnostic]

  /// What the system said of the file before it was read, if any change since would make it say something else.
  let stamp: String?

  /// A hash of the text and of where each part of it was written.
  package let textHash: ContentHash

  /// Where in the file the Markdown begins.
  package let offset: Int

  /// The text as it was written and as pages show it, once it was asked for.
  private let parsed: Mutex<(document: MarkdownDocument, shown: MarkdownDocument)?>

  /// By their paths in the book, the files that it shows since Markdown does that it includes.
  let assets: [String: String]

  /// What the links of such Markdown lead to, there or not, as the program would open it.
  let linkedByIncludes: Set<String>

  /// Whether it is made of other files, and lies in none itself.
  package let isGenerated: Bool

  /// The modules that its examples import without saying so, besides those that the book names.
  package let imports: [String]

  /// Reads a chapter whose bytes are UTF-8, as it stands: without what it includes.
  package convenience init(path: String, file: SourceFile) {
    self.init(path: path, including: IncludeReading(alone: file), marks: nil, stamp: nil)
  }

  /// Reads a chapter with what it includes; where its text is known, that is parsed only when it is asked for.
  init(
    path: String, including reading: IncludeReading, marks: QuotationMarks?, stamp: String?,
    isGenerated: Bool = false, imports: [String] = [], knowing memory: ChapterMemory? = nil
  ) {
    self.isGenerated = isGenerated
    self.imports = imports
    self.marks = marks
    self.stamp = stamp
    self.path = path
    let file = reading.file
    self.file = file
    includes = reading.paths
    unread = reading.unread
    assets = reading.assets
    linkedByIncludes = reading.linked
    var (frontMatter, offset, problems) = FrontMatter.read(file)
    frontMatter.title = (frontMatter.title ?? reading.title).map { marks?.typeset($0) ?? $0 }
    frontMatter.description = frontMatter.description.map { marks?.typeset($0) ?? $0 }
    self.frontMatter = frontMatter
    self.offset = offset
    diagnostics = problems + reading.diagnostics
    let textHash = Self.hash(of: file)
    self.textHash = textHash
    // What a summary lists is read apart.
    let known = path == Summary.fileName ? ChapterFacts() : memory?.facts(ofChapter: path, madeFrom: textHash)
    let facts: ChapterFacts
    if let known {
      facts = known
      parsed = Mutex(nil)
    } else {
      let (document, shown) = Self.parse(file, offset, marks)
      facts = ChapterFacts(of: document, shown: shown)
      parsed = Mutex((document, shown))
      memory?.note(facts, ofChapter: path, madeFrom: textHash)
    }
    self.facts = facts
    let name = BookPath.name(of: BookPath.withoutMarkdownEnding(path))
    title = frontMatter.title ?? facts.htmlTitle ?? facts.headings.first { !$0.text.isEmpty }?.text ?? name
  }

  /// The Markdown after the front matter.
  package var document: MarkdownDocument { texts.document }

  /// The same as pages show it: with other quotation marks, where the book wants them.
  package var shown: MarkdownDocument { texts.shown }

  private var texts: (document: MarkdownDocument, shown: MarkdownDocument) {
    parsed.withLock { parsed in
      let texts = parsed ?? Self.parse(file, offset, marks)
      parsed = texts
      return texts
    }
  }

  /// Whether its text was parsed, and is at hand.
  package var isParsed: Bool { parsed.withLock { $0 != nil } }

  /// Gives back the memory of the parsed text, which is parsed again when it is asked for.
  package func forgetText() { parsed.withLock { $0 = nil } }

  private static func parse(
    _ file: SourceFile, _ offset: Int, _ marks: QuotationMarks?
  ) -> (document: MarkdownDocument, shown: MarkdownDocument) {
    let document = MarkdownDocument(file, from: offset)
    return (document, marks?.typeset(document) ?? document)
  }

  private static func hash(of file: SourceFile) -> ContentHash {
    var hash = ContentHash(of: [file.bytes])
    for piece in file.pieces {
      hash.add(piece.file.path)
      for number in [piece.range.lowerBound, piece.range.upperBound, piece.start] { hash.add(number) }
      if let original = piece.original {
        hash.add(original.file.path)
        hash.add(original.range.lowerBound)
      }
    }
    return hash
  }
}
