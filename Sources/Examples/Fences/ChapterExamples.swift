package import Markdown
internal import Synchronization
package import Text

/// The examples of a chapter, the programs that they make, and what is wrong with how they are written.
///
/// They are passed around a lot and never change, so they are an object and not a value.
package final class ChapterExamples: Sendable {
  /// The chapter's name, as commands and reports give it.
  package let chapter: String

  /// The chapter's file.
  package let file: SourceFile

  /// Where in the file the Markdown begins.
  package let offset: Int

  /// What the book says of all fences.
  private let rules: FenceRules

  /// What is known of the examples where all are only quoted, so that they are found when one is asked for.
  package let quotes: [Quote]?

  /// The examples, once they were asked for.
  private let found: Mutex<[Example]?>

  /// The chapter's text.
  private let text: @Sendable () -> MarkdownDocument

  /// All examples, quotes included, in the order of the file.
  package var examples: [Example] {
    if quotes?.isEmpty == true { return [] }
    return found.withLock { found in
      if let found { return found }
      var reader = ExampleReader(chapter: chapter, document: text(), rules: rules)
      reader.read()
      found = reader.examples
      return reader.examples
    }
  }

  /// Gives back the memory of examples that are only quoted, which are found again when one is asked for.
  package func forgetQuotes() {
    if quotes != nil { found.withLock { $0 = nil } }
  }

  /// The names of all examples, in the order of the file.
  package var names: [String] { quotes?.map(\.id) ?? examples.map(\.id) }

  /// The examples that are only quoted, in the order of the file.
  package var allQuotes: [Quote] {
    quotes ?? examples.filter { $0.attributes.kind == .quote }.map(Quote.init)
  }

  /// Whether the chapter has no examples.
  package var isEmpty: Bool { quotes?.isEmpty ?? examples.isEmpty }

  /// What is compiled, in the order of the first blocks; quotes are in none.
  package let programs: [Program]

  /// What is wrong, in the order of the file.
  package let diagnostics: [Diagnostic]

  /// How many recordings are only shown, since the book says so of its examples.
  package let shownRecordings: Int

  /// The chapter's text.
  var document: MarkdownDocument { text() }

  /// Finds the examples of a chapter.
  ///
  /// - Parameters:
  ///   - chapter: The chapter's name.
  ///   - document: Its text.
  ///   - rules: What the book says of all fences.
  ///   - text: Where the text comes from when it is asked for again; otherwise it is parsed.
  package init(
    chapter: String, document: MarkdownDocument, rules: FenceRules = FenceRules(),
    text: (@Sendable () -> MarkdownDocument)? = nil
  ) {
    self.chapter = chapter
    file = document.file
    offset = document.offset
    self.rules = rules
    var reader = ExampleReader(chapter: chapter, document: document, rules: rules)
    reader.read()
    let examples = reader.examples
    shownRecordings = reader.shownRecordings
    let sessions = SessionReader(chapter: chapter, examples: examples, file: document.file)
    programs = sessions.programs
    diagnostics = (reader.diagnostics + sessions.diagnostics).sorted()
    let isQuoted = programs.isEmpty && diagnostics.isEmpty && examples.allSatisfy { $0.attributes.kind == .quote }
    quotes = isQuoted ? examples.map(Quote.init) : nil
    found = Mutex(examples)
    self.text = text ?? { [file, offset] in MarkdownDocument(file, from: offset) }
  }

  /// Takes what was known of a chapter in which all examples are only quoted, and nothing is wrong.
  package init(
    chapter: String, file: SourceFile, offset: Int, rules: FenceRules, quotes: [Quote], shownRecordings: Int,
    text: @escaping @Sendable () -> MarkdownDocument
  ) {
    self.chapter = chapter
    self.file = file
    self.offset = offset
    self.rules = rules
    self.quotes = quotes
    self.shownRecordings = shownRecordings
    self.text = text
    found = Mutex(nil)
    programs = []
    diagnostics = []
  }

  /// Whether it is made of doc comments and articles.
  var isMadeOfComments: Bool { rules.isMadeOfComments }

  /// The same chapter after edits; `nil` where they change what is in another file, and cannot be written there.
  package func rewritten(_ edits: [TextEdit]) -> ChapterExamples? {
    var changes = FileChanges()
    return rewritten(edits, noting: &changes)
  }

  /// The same, with what files become noted.
  func rewritten(_ edits: [TextEdit], noting changes: inout FileChanges) -> ChapterExamples? {
    let result: SourceFile
    if rules.isMadeOfComments {
      guard let comments = CommentEdits(edits, to: file) else { return nil }
      for (file, edits) in comments.files { changes.add(edits, to: file) }
      result = comments.result
    } else {
      guard let (text, files) = TextEdit.apply(edits, to: file) else { return nil }
      for (file, edits) in files { changes.add(edits, to: file) }
      result = text
    }
    var rules = rules
    // They are places of the text as it was; what is rewritten has nothing missing.
    rules.unread = []
    return ChapterExamples(
      chapter: chapter, document: MarkdownDocument(result, from: offset), rules: rules)
  }
}
