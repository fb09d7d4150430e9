internal import Text
internal import Words

/// Writes the pages, one after the other.
struct PageMaker {
  private(set) var pages: [ReferencePage] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var undocumented: [UndocumentedSymbol] = []
  /// By their paths in the book, the files of the pictures that pages show.
  private(set) var assets: [String: String] = [:]
  /// By the paths of those for light pages, the paths of their forms for dark ones.
  private(set) var darkPictures: [String: String] = [:]
  /// The comments in whose place catalogs have another text, each with the place that says so.
  private(set) var replaced: [(comment: CommentText, place: SourcePlace)] = []
  private(set) var index: SymbolIndex

  private let tree: SymbolTree
  private let layout: PageLayout
  private let sources: SourceFiles
  private let comments: Comments
  private let snippets: [String: [String: SourceFile]]
  private let words: InterfaceWords
  /// By module, the pictures of its catalogs.
  private let pictures: [String: CatalogPictures]
  /// What catalogs say about symbols.
  private var extensions: [String: [Article]] = [:]
  /// The symbols whose pages show that.
  private var extended: Set<String> = []

  init(
    tree: SymbolTree, catalogs: [DocumentationCatalog], folder: String, sources: SourceFiles, words: InterfaceWords
  ) {
    self.words = words
    self.tree = tree
    self.sources = sources
    let pictures = Dictionary(grouping: catalogs, by: \.module).map { module, catalogs in
      (module, CatalogPictures(catalogs.flatMap(\.pictures), in: "\(folder)/\(module)/images"))
    }
    self.pictures = Dictionary(uniqueKeysWithValues: pictures)
    let all = catalogs.flatMap { [pictures = self.pictures] catalog in
      catalog.articles.map { article in
        Article(
          article, module: catalog.module, snippets: catalog.snippets,
          pictures: pictures[catalog.module] ?? CatalogPictures())
      }
    }
    snippets = Dictionary(catalogs.map { ($0.module, $0.snippets) }) { first, _ in first }
    let (written, repeated) = Self.separate(all)
    layout = PageLayout(tree, written, folder: folder, words)
    comments = Comments(tree, sources)
    diagnostics = comments.diagnostics + all.flatMap(\.diagnostics) + repeated
    let names = ListedNames(tree, layout)
    var targets: [String: SymbolTarget] = [:]
    for (usr, place) in layout.places {
      guard let entry = tree[usr] else { continue }
      targets[usr] = SymbolTarget(
        usr: usr, name: entry.symbol.name, path: ([entry.module] + entry.symbol.path).joined(separator: "/"),
        kind: entry.symbol.kind(in: words), page: place.page, anchor: place.anchor,
        declaration: Declaration(entry.symbol, sources.written(entry.symbol)), listedName: names[usr],
        caveat: entry.symbol.caveat(in: words))
    }
    for page in layout.pages {
      guard case .module = page.subject else { continue }
      targets[page.module] = SymbolTarget(
        usr: page.module, name: page.module, path: page.module, kind: page.kind, page: page.path)
    }
    var articles: [Article] = []
    for page in layout.pages {
      guard case .article(let article) = page.subject else { continue }
      targets[article.usr] = SymbolTarget(
        usr: article.usr, name: page.title, path: "\(page.module)/\(article.name)", kind: page.kind, page: page.path)
      articles.append(article)
    }
    index = SymbolIndex(
      tree, layout, targets: targets, articles: ArticleIndex(articles, tutorials: catalogs.flatMap(\.tutorials)))
    for article in written { attach(article) }
    for page in layout.pages { addTexts(of: page) }
    for (usr, place) in layout.places { summarize(usr, on: place.page, comments.text(usr)) }
    for article in articles { summarize(article.usr, on: index[article.usr]?.page, article.text) }
    readExtensions()
    makePages()
    for (usr, articles) in extensions where !extended.contains(usr) {
      for case .symbol(let link) in articles.map(\.subject) {
        diagnostics.append(
          Diagnostic(
            id: "unshown-extension", "no page shows what this file says about `\(link.name)`", at: link.place,
            cure: "name a symbol that has a page or a heading of its own"))
      }
    }
  }

  /// The files of which pages can be made, and what is told of those whose names others have.
  private static func separate(_ articles: [Article]) -> ([Article], [Diagnostic]) {
    var first: [String: Article] = [:]
    var (kept, problems): ([Article], [Diagnostic]) = ([], [])
    for article in articles {
      guard case .page = article.subject, let other = first.updateValue(article, forKey: article.usr) else {
        kept.append(article)
        continue
      }
      problems.append(
        Diagnostic(
          id: "duplicate-article", "there are two articles '\(article.name)' of '\(article.module)'",
          at: SourcePlace(path: article.path),
          notes: [Diagnostic.Note("the other one is this file", at: SourcePlace(path: other.path))],
          cure: "rename one of the two files, since links name articles by them"))
    }
    return (kept, problems)
  }

  /// Puts the text of an extension file to its symbol.
  private mutating func attach(_ article: Article) {
    guard case .symbol(let link) = article.subject else { return }
    switch index.extended(by: link.name, of: article.module) {
    case .success(let target): extensions[target.usr, default: []].append(article)
    case .failure(let problem): diagnostics.append(problem.diagnostic(for: link, at: link.place))
    }
  }

  /// Tells the index of the texts in which a page may have headings.
  private mutating func addTexts(of page: PageLayout.Page) {
    var subjects: [String] = []
    switch page.subject {
    case .module: subjects = [page.module]
    case .type(let usr): subjects = [usr]
    case .extended(let usrs): subjects = usrs
    case .group: break
    case .article(let article): index.add(article.text.file, of: page.path)
    }
    for usr in subjects {
      if case .own(let comment)? = comments[usr], extensions[usr]?.contains(where: \.overrides) != true {
        index.add(comment.file, of: page.path)
      }
      for article in extensions[usr] ?? [] { index.add(article.text.file, of: page.path) }
    }
  }

  /// Takes the first paragraph of a text for what lists say of its subject.
  private mutating func summarize(_ usr: String, on page: String?, _ text: CommentText?) {
    guard let page, let text else { return }
    index.summarize(usr, CommentSummary(page: page, index: index).text(of: text))
  }

  /// Takes from what catalogs say about symbols what lists say of these, and which comments they replace.
  private mutating func readExtensions() {
    for (usr, articles) in extensions {
      let replacing = articles.first(where: \.overrides)
      if case .own(let comment)? = comments[usr], let place = replacing?.overridePlace {
        replaced.append((comment, place))
      }
      guard let first = articles.first, replacing != nil || comments[usr] == nil else { continue }
      summarize(usr, on: index[usr]?.page, first.text)
    }
  }

  /// The pages of each module in the order in which its own page lists them, each with the pages in it.
  private mutating func makePages() {
    var rest = layout.pages[...]
    while let module = rest.popFirst() {
      let listed = make(module, below: nil)
      let places = Dictionary(listed.enumerated().map { ($1.page, $0) }) { first, _ in first }
      var families: [(place: Int, pages: [PageLayout.Page])] = []
      while let page = rest.first, !page.isOfModule {
        rest.removeFirst()
        if page.parent == module.path || families.isEmpty { families.append((places[page.path] ?? .max, [])) }
        families[families.count - 1].pages.append(page)
      }
      let ordered = families.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
      for (_, family) in ordered {
        for (number, page) in family.pages.enumerated() {
          _ = make(page, below: number == 0 && family.place < listed.count ? listed[family.place].heading : nil)
        }
      }
    }
  }

  /// Makes a page that its module's lists below a heading; what it lists itself.
  private mutating func make(
    _ page: PageLayout.Page, below heading: String?
  ) -> [(page: String, heading: String?)] {
    var writer = PageWriter(
      page: page, tree: tree, layout: layout, sources: sources, comments: comments, index: index,
      extensions: extensions, snippets: snippets[page.module] ?? [:],
      pictures: pictures[page.module] ?? CatalogPictures(), words: words)
    var made = writer.write()
    made.group = heading
    pages.append(made)
    for path in writer.shownPictures.paths {
      assets[path] = pictures[page.module]?.files[path]
      guard let dark = pictures[page.module]?.dark[path] else { continue }
      assets[dark] = pictures[page.module]?.files[dark]
      darkPictures[path] = dark
    }
    extended.formUnion(writer.extended)
    diagnostics += writer.diagnostics
    undocumented += writer.undocumented
    return writer.listed
  }
}
