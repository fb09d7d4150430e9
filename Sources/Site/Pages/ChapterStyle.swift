internal import Book
internal import Examples
internal import Files
internal import Pictures
internal import Templates
internal import Text
internal import Verification

/// The style sheet of what is special to the text of a chapter; most have none.
struct ChapterStyle: Sendable {
  private let citations: [TemplateValue]
  private let hasFocus: Bool
  private let hasChanges: Bool
  private let hasNumbers: Bool
  private let hasChoices: Bool
  private let hasTypes: Bool
  private let hasLive: Bool
  private let hasComparisons: Bool
  private let hasPredictions: Bool
  private let hasSymbols: Bool
  private let hasDarkPictures: Bool

  /// - Parameters:
  ///   - chapter: The chapter's number in the book.
  ///   - target: What its text is rendered for.
  init(_ chapter: Int, for target: RenderTarget, in site: SiteContext) {
    let path = site.book.chapters[chapter].path
    // Most chapters need not be asked for their examples.
    let isPlain = site.examples[chapter].quotes?.allSatisfy(\.isPlain) ?? false
    let examples = isPlain && !site.citations.leads(to: path) ? [] : site.examples[chapter].examples
    hasFocus = examples.contains { $0.recordings.contains { !$0.focus.isEmpty } }
    hasChanges = examples.contains { $0.attributes.changes != nil }
    hasNumbers = examples.contains(where: ExampleBlock.hasNumbers)
    hasChoices =
      !target.isAlone && !target.isForPaper && examples.contains { site.verified($0)?.variants.isEmpty == false }
    hasLive = !target.isAlone && !target.isForPaper && examples.contains(where: site.live.contains)
    hasTypes = !target.isAlone && !target.isForPaper && site.types.address(of: site.examples[chapter]) != nil
    hasComparisons = examples.contains { $0.attributes.compares != nil }
    hasPredictions = !target.isAlone && !target.isForPaper && site.examples[chapter].predicts
    hasDarkPictures =
      !target.isForPaper && !site.reference.darkPictures.isEmpty && site.reference.pages[path] != nil
    hasSymbols = !site.declaredSymbols(in: chapter).isEmpty
    guard site.citations.leads(to: path), !target.isForPaper else {
      citations = []
      return
    }
    citations = examples.flatMap { example in
      let cited = site.citations.citations(of: example.id, in: path)
      let traced = cited.isEmpty ? nil : TracedLines(example, site.verified(example))
      return cited.map { citation in
        CitationFacts.keys.record(of: CitationFacts(citation, prefix: target.prefix, traced))
      }
    }
  }

  static let keys = DataKeys<ChapterStyle>(
    .list("citations", of: "citation", "The lines of traces that the book's text links to.") { $0.citations },
    .flag("hasFocus", "Whether a trace has lines to which its author calls attention.") { $0.hasFocus },
    .flag("hasChanges", "Whether an example is a change of another.") { $0.hasChanges },
    .flag("hasNumbers", "Whether the lines of an example have numbers.") { $0.hasNumbers },
    .flag("hasChoices", "Whether an example has values that readers can choose.") { $0.hasChoices },
    .flag("hasTypes", "Whether listings show what the names in them mean.") { $0.hasTypes },
    .flag("hasLive", "Whether readers can change an example and run it again.") { $0.hasLive },
    .flag("hasRuns", "Whether an example can show other runs in place of its recording.") {
      $0.hasChoices || $0.hasLive
    },
    .flag("hasComparisons", "Whether an example's run is compared with that of another.") { $0.hasComparisons },
    .flag("hasPredictions", "Whether readers are asked what an example does before they see it.") { $0.hasPredictions },
    .flag("hasSymbols", "Whether it contains the declarations of symbols.") { $0.hasSymbols },
    .flag("hasDarkPictures", "Whether pictures in it may have forms of their own for dark pages.") {
      $0.hasDarkPictures
    })

  /// Whether there is nothing in it.
  var isEmpty: Bool {
    citations.isEmpty && !hasFocus && !hasChanges && !hasNumbers && !hasChoices && !hasTypes && !hasLive
      && !hasComparisons && !hasPredictions && !hasSymbols && !hasDarkPictures
  }

  /// Where the style sheet of a chapter lies in the site.
  static func path(of chapter: ChapterExamples) -> String { "traces/\(chapter.chapter).css" }
}

/// Lines of a trace as a style sheet knows them.
struct CitationFacts {
  private let citation: TraceCitation
  private let prefix: String
  private let events: [(event: Int, mark: Int?)]

  init(_ citation: TraceCitation, prefix: String, _ traced: TracedLines?) {
    self.citation = citation
    self.prefix = prefix
    events = citation.lines.compactMap { traced?.event(ofLine: $0) }
  }

  static let keys = DataKeys<CitationFacts>(
    .html(
      "from",
      "Selectors of their links while these are pointed at, and of their place while it is the page's target."
    ) {
      let anchor = $0.prefix + $0.citation.anchor
      return Array(
        "[href=\"#\(WebPath.encoded(anchor))\"]:is(:hover,:focus-visible),[id=\"\(anchor)\"]:target".utf8)
    },
    .text(
      "number", "The last part of the name of their place; it is in the block's `data-cites` while they stand out."
    ) {
      $0.citation.number
    },
    .html("example", "The selector of the example's block.") {
      Array("[id=\"\($0.prefix)\(ExampleBlock.anchor(of: $0.citation.example))\"]".utf8)
    },
    .html("lines", "Selectors of the lines in it.") { facts in
      Array(facts.citation.lines.map { "[data-cited=\"\($0)\"]" }.joined(separator: ",").utf8)
    },
    .optionalHTML("marks", "Selectors of their places in its pictures, if there are any.") { facts in
      guard !facts.events.isEmpty else { return nil }
      let own = facts.events.map { "[data-event=\"\($0.event)\"]" }
      let shared = Set(facts.events.compactMap(\.mark)).subtracting(facts.events.map(\.event)).sorted()
      return Array((own + shared.map { ".overview [data-event=\"\($0)\"]" }).joined(separator: ",").utf8)
    })
}
