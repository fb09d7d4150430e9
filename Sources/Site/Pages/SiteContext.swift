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
  let theme: Theme
  let map: SiteMap
  let index: LinkIndex
  let outline: SiteOutline
  let sidebar: Sidebar
  let imageSizes: [String: ImageSize]
  /// By chapter, the names of its examples and of its headings.
  let exampleAnchors: [Set<String>]
  let headingNames: [Set<String>]
  let calloutTitles: [Callout.Kind: [UInt8]]

  private let problems = Mutex<[Diagnostic]>([])

  init(_ verified: VerifiedBook, theme: Theme, hasPrint: Bool) {
    book = verified.book
    examples = verified.chapters
    self.verified = verified.examples
    self.theme = theme
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
    var titles: [Callout.Kind: [UInt8]] = [:]
    for kind in Callout.Kind.allCases {
      var html: [UInt8] = []
      let found = theme.templates.render("callout-title", Self.calloutKeys.record(of: kind), into: &html)
      problems.withLock { $0 += found }
      titles[kind] = html
    }
    calloutTitles = titles
  }

  /// What went wrong while pages were made.
  var diagnostics: [Diagnostic] { problems.withLock { Set($0).sorted() } }

  /// What examples are called on the pages of their chapters.
  var exampleNames: [String: Set<String>] {
    Dictionary(
      zip(book.chapters, exampleAnchors).map { ($0.path, Set($1.map(ExampleBlock.anchor))) },
      uniquingKeysWith: { first, _ in first })
  }

  /// A page of a template.
  func page(_ template: String, _ data: TemplateValue) -> [UInt8] {
    var html: [UInt8] = []
    html.reserveCapacity(1 << 15)
    let found = theme.templates.render(template, data, into: &html)
    if !found.isEmpty { problems.withLock { $0 += found } }
    return html
  }

  /// An example's block.
  func exampleHTML(_ block: ExampleBlock) -> [UInt8] { page("example", ExampleBlock.keys.record(of: block)) }

  /// A file of the site as an address that holds all of it; empty, and told, where it cannot be read.
  func dataAddress(of path: String) -> String {
    if let bytes = theme.assets[path] { return DataAddress.text(bytes, named: path) }
    let file = BookPath.join(book.folder, path)
    do throws(FileError) {
      return DataAddress.text(try Disk.read(file), named: path)
    } catch {
      problems.withLock { $0.append(error.diagnostic) }
      return ""
    }
  }

  /// What is told about a callout.
  static let calloutKeys = DataKeys<Callout.Kind>(
    .flag("isNote", "Whether it is a `[!NOTE]`.") { $0 == .note },
    .flag("isTip", "Whether it is a `[!TIP]`.") { $0 == .tip },
    .flag("isImportant", "Whether it is an `[!IMPORTANT]`.") { $0 == .important },
    .flag("isWarning", "Whether it is a `[!WARNING]`.") { $0 == .warning },
    .flag("isCaution", "Whether it is a `[!CAUTION]`.") { $0 == .caution })

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
