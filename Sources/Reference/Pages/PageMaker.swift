internal import Text

/// Writes the pages, one after the other.
struct PageMaker {
  private(set) var pages: [ReferencePage] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var undocumented: [UndocumentedSymbol] = []
  let index: SymbolIndex

  private let tree: SymbolTree
  private let layout: PageLayout
  private let sources: SourceFiles
  private let comments: Comments

  init(tree: SymbolTree, folder: String, sources: SourceFiles) {
    self.tree = tree
    self.sources = sources
    layout = PageLayout(tree, folder: folder)
    comments = Comments(tree, sources)
    diagnostics = comments.diagnostics
    var targets: [String: SymbolTarget] = [:]
    for (usr, place) in layout.places {
      guard let entry = tree[usr] else { continue }
      targets[usr] = SymbolTarget(
        usr: usr, name: entry.symbol.name, path: ([entry.module] + entry.symbol.path).joined(separator: "/"),
        kind: entry.symbol.shownKind, page: place.page, anchor: place.anchor,
        declaration: Declaration(entry.symbol), summary: comments.summary(usr))
    }
    for page in layout.pages {
      guard case .module = page.subject else { continue }
      targets[page.module] = SymbolTarget(
        usr: page.module, name: page.module, path: page.module, kind: "Module", page: page.path)
    }
    index = SymbolIndex(tree, layout, targets: targets, articles: [:])
    for page in layout.pages { make(page) }
  }

  private mutating func make(_ page: PageLayout.Page) {
    var writer = PageWriter(
      page: page, tree: tree, layout: layout, sources: sources, comments: comments, index: index)
    pages.append(writer.write())
    diagnostics += writer.diagnostics
    undocumented += writer.undocumented
  }
}
