internal import Book
internal import Files
internal import Text

/// What a chapter is rendered for: a page of its own, or a part of one that has the whole book.
enum RenderTarget: Sendable {
  /// A page, by its path in the site.
  case page(String)
  /// A part of a page in the site's folder; chapters link to each other within it.
  case wholeBook(chapter: Int)
  /// The same in a file that stands alone: pictures are in it.
  case singleFile(chapter: Int)

  /// Whether the page needs no other file.
  var isAlone: Bool {
    if case .singleFile = self { true } else { false }
  }

  /// What stands before the names of headings.
  ///
  /// Theirs have no full stop.
  var prefix: String {
    switch self {
    case .page: ""
    case .wholeBook(let chapter), .singleFile(let chapter): Self.name(ofChapter: chapter) + "."
    }
  }

  /// The name of a chapter on a page with the whole book.
  static func name(ofChapter number: Int) -> String { "chapter.\(number + 1)" }

  /// Whether it is made to be printed.
  var isForPaper: Bool {
    if case .wholeBook = self { true } else { false }
  }

  /// What leads to the site's folder.
  var root: String {
    if case .page(let path) = self { SiteAddress.root(of: path) } else { "" }
  }

  /// The address of a chapter, or of something in it.
  func address(ofChapter path: String, _ anchor: String?, _ site: SiteContext) -> String {
    let number = site.map.number(of: path) ?? 0
    switch self {
    case .page(let page):
      let other = site.map.pages[number]
      let suffix = anchor.map { "#" + WebPath.encoded($0) } ?? ""
      if other == page { return suffix.isEmpty ? WebPath.encoded(BookPath.name(of: other)) : suffix }
      return WebPath.encoded(RelativePath.path(to: other, from: page)) + suffix
    case .wholeBook, .singleFile:
      let name = Self.name(ofChapter: number)
      return "#" + WebPath.encoded(anchor.map { "\(name).\($0)" } ?? name)
    }
  }

  /// The address of a file of the site that is not a chapter; `suffix` is what the link has after the path.
  func address(ofFile path: String, suffix: String, _ site: SiteContext) -> String {
    switch self {
    case .page(let page): WebPath.encoded(RelativePath.path(to: path, from: page)) + WebLink.escaped(suffix)
    case .wholeBook: WebPath.encoded(path) + WebLink.escaped(suffix)
    // What the program adds to a site is not in such a file, but its table of contents is.
    case .singleFile where SiteMap.added.contains(path):
      path == SiteMap.contents ? "#\(SiteMap.sidebarName)" : "#\(SiteMap.textName)"
    case .singleFile: site.dataAddress(of: path)
    }
  }
}
