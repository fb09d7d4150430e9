internal import Book
internal import Examples
internal import Verification

/// What the HTML of a chapter is made with besides its text; any thread may ask it.
protocol ChapterSurroundings: Sendable {
  /// Whether an author's HTML is kept.
  var allowsHTML: Bool { get }

  /// Whether what is written as a formula is one.
  var hasMath: Bool { get }

  /// What shows examples and callouts.
  var templates: ThemeRenderer { get }

  /// What was found out about an example; `nil` where it was not looked at.
  func verified(_ example: Example) -> VerifiedExample?

  /// Whether readers can change an example and run it again.
  func isLive(_ example: Example) -> Bool

  /// What was found out about the example of a name in the book, such as `timers#once`.
  func verified(named name: String) -> VerifiedExample?

  /// Where an example of the book stands, seen from a page.
  func address(ofExample name: String, on target: RenderTarget) -> String?

  /// A diagram or formula as it is drawn; `nil` where no tool drew it, and its source is shown.
  func markup(of figure: Figure) -> [UInt8]?

  /// The size of a picture, by its path in the book; `nil` where it is not known.
  func imageSize(of file: String) -> ImageSize?

  /// The form that a picture, by its path in the book, has for dark pages; `nil` where it has none.
  func darkForm(of file: String, on target: RenderTarget) -> ChapterLink?

  /// What a link of a chapter, by its node, leads to in a trace; `nil` for other links.
  func citation(of link: Int, in chapter: Chapter) -> TraceCitation?

  /// The address of what a link leads to in a trace.
  func address(of citation: TraceCitation, on target: RenderTarget) -> String

  /// What the name of a symbol or an article in a chapter, by its node, shows, and where it leads; `nil` for other code
  /// and other links.
  func symbol(namedBy node: Int, in chapter: Chapter, on target: RenderTarget) -> NamedSymbolLink?

  /// The declaration of a symbol in parts; none where the symbol is not known.
  func declaration(of usr: String, on target: RenderTarget) -> [DeclarationPart]

  /// The examples that use a symbol.
  func uses(of usr: String, on target: RenderTarget) -> UsesList

  /// What the book's text leads to in the traces of an example.
  func citations(of example: Example, in chapter: Chapter) -> [TraceCitation]

  /// Where a link of a chapter leads within the book; `nil` where it leads to the web or nowhere.
  func link(_ destination: String, as use: WebAddress.Use, from chapter: Chapter, on target: RenderTarget)
    -> ChapterLink?
}

/// A link or an image of a chapter as its page has it.
struct ChapterLink {
  /// Where it leads, seen from the page.
  var address: String
  /// The file of the book or of the theme that it leads to; `nil` for chapters and for the web.
  var file: String?
  /// On paper, the number of the other chapter that it leads to: a reader has nothing else to follow it by.
  var number: String?
}
