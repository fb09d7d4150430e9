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
  let map: SiteMap
  let index: LinkIndex
  let outline: SiteOutline
  let sidebar: Sidebar
  let imageSizes: [String: ImageSize]
  /// By chapter, the names of its examples and of its headings.
  let exampleAnchors: [Set<String>]
  let headingNames: [Set<String>]
  let templates: ThemeRenderer

  var theme: Theme { templates.theme }

  init(_ verified: VerifiedBook, theme: Theme, hasPrint: Bool) {
    book = verified.book
    examples = verified.chapters
    self.verified = verified.examples
    templates = ThemeRenderer(theme)
    map = SiteMap(verified.book, theme: theme)
    exampleAnchors = verified.chapters.map { Set($0.examples.map(\.id)) }
    headingNames = verified.book.chapters.map { Set($0.headings.map(\.id)) }
    let hasExamples = exampleAnchors.contains { !$0.isEmpty }
    index = LinkIndex(
      verified.book,
      anchors: Dictionary(
        zip(verified.book.chapters, exampleAnchors).filter { !$1.isEmpty }.map { chapter, ids in
          (chapter.path, ids.union(ids.map(ExampleBlock.anchor)))
        }, uniquingKeysWith: { first, _ in first }),
      files: theme.assets.keys.sorted() + [SiteMap.contents] + (hasPrint ? [SiteMap.print] : [])
        + (hasExamples ? [SiteMap.verification] : []))
    outline = SiteOutline(verified.book, map: map)
    sidebar = Sidebar(outline)
    imageSizes = Self.sizes(of: verified.book)
  }

  /// What examples are called on the pages of their chapters.
  var exampleNames: [String: Set<String>] {
    Dictionary(
      zip(book.chapters, exampleAnchors).map { ($0.path, Set($1.map(ExampleBlock.anchor))) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The sizes of the book's pictures.
  private static func sizes(of book: Book) -> [String: ImageSize] {
    var sizes: [String: ImageSize] = [:]
    for path in book.assets where DataAddress.isImage(path) {
      guard let bytes = try? Disk.read(BookPath.join(book.folder, path)) else { continue }
      sizes[path] = ImageSize(bytes)
    }
    return sizes
  }
}
