internal import Book
internal import Examples
internal import Files
internal import Markdown
internal import Synchronization
internal import Templates
internal import Text
internal import Verification

/// What all pages of a site are made from; any thread may ask it.
final class SiteContext: Sendable {
  let book: Book
  let examples: [ChapterExamples]
  let verified: [String: VerifiedExample]
  /// The diagrams and formulas of the book.
  let figures: [Figure: [UInt8]]
  /// What the compiler of the examples says of itself.
  let compiler: String?
  /// The commit that the book is of, where that is told.
  let commit: String?
  let map: SiteMap
  let index: LinkIndex
  let outline: SiteOutline
  let sidebar: Sidebar
  let imageSizes: [String: ImageSize]
  /// By chapter, the names of its examples and of its headings.
  let names: [ChapterNames]
  /// By the path of a chapter with examples, what these are called on its page.
  let exampleNames: [String: Set<String>]
  let templates: ThemeRenderer
  /// The examples that readers can change.
  let live: LiveExamples
  /// What the names in listings mean.
  let types: ListingTypes
  /// What the text leads to in traces.
  let citations: TraceCitations
  /// The pages that are made of doc comments, and what chapters name of them.
  let reference: BookReference
  let symbolLinks: SymbolLinks
  /// The examples that use the symbols of these pages.
  let uses: SymbolUses
  let usesScripts: UsesScripts

  /// All that pages load when a reader asks for it.
  var scriptsOnDemand: [ScriptsOnDemand] { [live.scripts, types.scripts, usesScripts.scripts] }

  var theme: Theme { templates.theme }

  /// - Parameters:
  ///   - verified: The book.
  ///   - theme: What its pages are made with.
  ///   - hasPrint: Whether there is a page with the whole book.
  ///   - commit: The commit that the book is of.
  ///   - live: The examples that readers can change.
  ///   - types: What the names in listings mean.
  ///   - before: What the pages of the same book were made from earlier: what depends on the same is taken over.
  init(
    _ verified: VerifiedBook, theme: Theme, hasPrint: Bool, commit: String? = nil, live: LiveExamples = .none,
    types: ListingTypes = .none, after before: SiteContext? = nil
  ) {
    self.commit = commit
    self.live = live
    self.types = types
    figures = verified.figures
    compiler = verified.compiler
    book = verified.book
    examples = verified.chapters
    self.verified = verified.examples
    templates = ThemeRenderer(theme)
    let names = verified.chapters.indices.map { number in
      if let before, number < before.names.count,
        before.names[number].isOf(verified.book.chapters[number], verified.chapters[number])
      {
        return before.names[number]
      }
      return ChapterNames(verified.book.chapters[number], verified.chapters[number])
    }
    self.names = names
    let withExamples = zip(verified.book.chapters, names).filter { !$1.examples.isEmpty }
    exampleNames = Dictionary(withExamples.map { ($0.path, $1.anchors) }) { first, _ in first }
    index = LinkIndex(
      verified.book, anchors: Dictionary(withExamples.map { ($0.path, $1.targets) }) { first, _ in first },
      files: theme.assets.keys.sorted(),
      pages: [SiteMap.contents] + (hasPrint ? [SiteMap.print] : [])
        + (withExamples.isEmpty ? [] : [SiteMap.verification]), after: before?.index)
    let hasSameFiles =
      before.map { before in
        before.book.folder == verified.book.folder && before.book.assets == verified.book.assets
          && before.theme.assets.keys == theme.assets.keys
          && before.book.chapters.elementsEqual(verified.book.chapters) { $0.path == $1.path }
      } ?? false
    if hasSameFiles, let before {
      map = before.map
    } else {
      map = SiteMap(verified.book, theme: theme)
    }
    if hasSameFiles, let before, before.book.outline == verified.book.outline {
      outline = before.outline
      sidebar = before.sidebar
    } else {
      outline = SiteOutline(verified.book, map: map)
      sidebar = Sidebar(outline)
    }
    imageSizes = Self.sizes(of: verified.book)
    citations = TraceCitations(verified.book, verified.chapters, index)
    reference = verified.reference
    symbolLinks = SymbolLinks(verified.book, verified.reference.symbols, index)
    uses = SymbolUses(verified)
    usesScripts = UsesScripts(uses, verified.book, map, verified.reference)
  }

  /// The sizes of the book's pictures.
  private static func sizes(of book: Book) -> [String: ImageSize] {
    var sizes: [String: ImageSize] = [:]
    for path in book.assets where DataAddress.isImage(path) {
      guard let bytes = try? Disk.read(book.file(ofAsset: path)) else { continue }
      sizes[path] = ImageSize(bytes)?.shown(named: path)
    }
    return sizes
  }
}
