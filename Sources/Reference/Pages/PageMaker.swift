internal import Text

/// Writes the pages, one after the other.
struct PageMaker {
  private(set) var pages: [ReferencePage] = []
  private(set) var targets: [String: SymbolTarget] = [:]
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var undocumented: [UndocumentedSymbol] = []

  private let tree: SymbolTree
  private let layout: PageLayout
  private let sources: SourceFiles

  init(tree: SymbolTree, folder: String, sources: SourceFiles) {
    self.tree = tree
    self.sources = sources
    layout = PageLayout(tree, folder: folder)
  }

  mutating func makePages() {
    for (usr, place) in layout.places {
      guard let entry = tree[usr] else { continue }
      targets[usr] = SymbolTarget(
        usr: usr, name: entry.symbol.title, path: ([entry.module] + entry.symbol.path).joined(separator: "/"),
        kind: entry.symbol.kindName, page: place.page, anchor: place.anchor,
        declaration: entry.symbol.declaration.map(\.spelling).joined(),
        summary: entry.symbol.comment?.lines.first?.text)
    }
    for page in layout.pages { pages.append(make(page)) }
  }

  private mutating func make(_ page: PageLayout.Page) -> ReferencePage {
    var text = PageText()
    var symbols: [PageSymbol] = []
    text.add("# \(MarkdownEscaping.text(page.title))\n\n")
    switch page.subject {
    case .module: break
    case .type(let usr):
      symbols.append(PageSymbol(usr: usr, anchor: nil, name: page.title, kind: page.kind, level: 1))
      add(usr, to: &text)
      addMembers(tree[usr]?.members ?? [], to: &text, &symbols)
    case .group(let usrs): addMembers(usrs, to: &text, &symbols)
    case .extended(let usrs): addMembers(usrs.flatMap { tree[$0]?.members ?? [] }, to: &text, &symbols)
    }
    return ReferencePage(
      path: page.path, title: page.title, kind: page.kind, module: page.module, parent: page.parent,
      file: text.file(path: page.path), symbols: symbols)
  }

  private mutating func addMembers(_ usrs: [String], to text: inout PageText, _ symbols: inout [PageSymbol]) {
    for usr in usrs {
      guard let entry = tree[usr], let anchor = layout.places[usr]?.anchor else { continue }
      symbols.append(
        PageSymbol(usr: usr, anchor: anchor, name: entry.symbol.title, kind: entry.symbol.kindName, level: 3))
      text.add("### \(MarkdownEscaping.text(entry.symbol.title)) {#\(MarkdownEscaping.text(anchor))}\n\n")
      add(usr, to: &text)
    }
  }

  private mutating func add(_ usr: String, to text: inout PageText) {
    guard let symbol = tree[usr]?.symbol else { return }
    text.add("``` swift-declaration \(usr)\n\(symbol.declaration.map(\.spelling).joined())\n```\n\n")
    for line in symbol.comment?.lines ?? [] { text.add(line.text + "\n") }
    text.add("\n")
  }
}
