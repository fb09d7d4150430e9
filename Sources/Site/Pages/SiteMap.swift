internal import Book
internal import Files
internal import Text

/// Which page each chapter becomes, and where each file of the book goes.
struct SiteMap: Sendable {
  /// The pages of the book's chapters, in its order.
  let pages: [String]

  /// Names that two files would have.
  let diagnostics: [Diagnostic]

  private let numbers: [String: Int]
  private let chapters: [String: Int]

  /// The pages that the program adds.
  static let contents = "contents.html"
  static let verification = "verification.html"
  static let print = "print.html"
  static let notFound = "404.html"
  static let first = "index.html"
  static let added: Set = [contents, verification, print, notFound]

  /// What machines look for; a book's own file of the name takes its place.
  static let sitemap = "sitemap.xml"
  static let machineIndex = "llms.txt"

  /// What templates call the table of contents and the text of a page.
  ///
  /// The names have a full stop, which no heading's has.
  static let sidebarName = "page.sidebar"
  static let textName = "page.content"

  /// Lays out the site of a book.
  init(_ book: Book, theme: Theme) {
    pages = book.chapters.map { Self.page(of: $0.path) }
    numbers = Dictionary(zip(book.chapters.map(\.path), book.chapters.indices), uniquingKeysWith: { first, _ in first })
    chapters = Dictionary(zip(pages, pages.indices), uniquingKeysWith: { first, _ in first })
    // Some file systems do not tell capital letters from small ones.
    var taken: [String: String] = [:]
    var problems: [Diagnostic] = []
    for name in Self.added { taken[name] = "a page of loopbook" }
    for path in theme.assets.keys { taken[path.lowercased()] = "a file of the theme" }
    for path in Self.scripts(of: book) { taken[path.lowercased()] = "a script that loopbook makes" }
    for (path, target) in Array(zip(book.chapters.map(\.path), pages)) + book.assets.map({ ($0, $0) }) {
      let place = SourcePlace(path: book.file(ofAsset: path))
      let name = target.lowercased()
      if let other = taken[name] ?? Self.owner(of: name) {
        problems.append(Self.collision(of: target, with: other, at: place))
      } else if let long = target.split(separator: "/").first(where: { $0.utf8.count > Self.longestName }) {
        problems.append(
          Diagnostic(
            id: "long-name",
            "the page's name would have \(long.utf8.count) bytes, but the limit is \(Self.longestName)", at: place,
            cure: "rename it"))
      }
      taken[name] = "'\(path)'"
    }
    diagnostics = problems
  }

  /// What else of the program's own may have a name, in small letters: how many files there are depends on the book.
  private static func owner(of name: String) -> String? {
    if name == "traces" || name.hasPrefix("traces/") { return "what loopbook writes into 'traces/'" }
    if name + "/" == SearchIndex.folder || SearchIndex.mayHave(name) { return "the search" }
    return LiveExamples.mayHave(name) ? "a script that loopbook makes" : nil
  }

  /// The scripts that pages may load on demand, by what the book asks for: whatever is in its examples, so that
  /// verifying it tells as much as building it.
  private static func scripts(of book: Book) -> [String] {
    let wishes = book.configuration.examples
    guard wishes.isLive || wishes.showsTypes, book.assets.contains(where: { $0.lowercased().hasSuffix(".js") }) else {
      return []
    }
    return book.chapters.flatMap { chapter in
      let name = BookPath.withoutMarkdownEnding(chapter.path)
      return (wishes.isLive ? [LiveExamples.path(of: name)] : [])
        + (wishes.showsTypes ? [ListingTypes.path(of: name), UsesScripts.path(of: chapter.path)] : [])
    }
  }

  private static func collision(of name: String, with other: String, at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      id: "name-collision", "in the site, this would have the name '\(name)', which belongs to \(other)",
      at: place, cure: "rename it")
  }

  /// The number of a chapter, by its path in the book.
  func number(of chapter: String) -> Int? { numbers[chapter] }

  /// The number of the chapter that has a page.
  func chapter(ofPage path: String) -> Int? { chapters[path] }

  /// The longest name that file systems take.
  static let longestName = 255

  /// The page that a chapter becomes: `README.md` and `index.md` are their folders' first pages.
  static func page(of chapter: String) -> String {
    let stem = BookPath.withoutMarkdownEnding(chapter)
    let name = BookPath.name(of: stem)
    guard ["readme", "index"].contains(name.lowercased()) else { return stem + ".html" }
    return String(stem.dropLast(name.count)) + "index.html"
  }
}
