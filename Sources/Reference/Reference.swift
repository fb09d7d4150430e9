package import Text
package import Words

/// The pages of modules' APIs, made from what the compiler says of them and from their comments.
package struct Reference: Sendable {
  /// The pages: each module, then its articles and types in the order of its page, each type followed by those in it.
  package let pages: [ReferencePage]
  /// Where each symbol is.
  package let symbols: SymbolIndex
  /// What is wrong with comments: links that lead nowhere, and the like.
  package let diagnostics: [Diagnostic]
  /// Public symbols without a comment, in the order of the pages.
  package let undocumented: [UndocumentedSymbol]
  /// By their paths in the book, the files of the pictures that pages show.
  package let assets: [String: String]
  /// By the paths of those for light pages, the paths of their forms for dark ones.
  package let darkPictures: [String: String]
  /// Examples in doc comments of what other modules see, or of nothing, that are on no page.
  package let unshown: [UnshownExample]

  /// Makes the pages.
  ///
  /// - Parameters:
  ///   - graphs: What the compiler says; those of one module's extensions of others belong to it.
  ///   - catalogs: What was written for DocC beside the sources.
  ///   - files: The modules' source files, by the paths that the graphs would have, where they are known.
  ///   - folder: The book's folder that the pages are for: `api`.
  ///   - sourceLink: Where a source file can be read, with `{path}` and perhaps `{line}`; `nil` where that is nowhere.
  ///   - words: What pages say themselves.
  ///   - name: How pages name a source file, by the path that the graphs have: `Sources/LoopEngine/API/Loop.swift`.
  ///     `nil` for one that readers cannot look at.
  ///   - source: The text of a source file, by the path that the graphs have; its own path is what messages name.
  ///     `nil` for one that cannot be read.
  package init(
    graphs: [SymbolGraph], catalogs: [DocumentationCatalog] = [], files: [String] = [], folder: String,
    sourceLink: String? = nil, words: InterfaceWords = InterfaceWords(), name: (String) -> String?,
    source: (String) -> SourceFile?
  ) {
    var tree = SymbolTree(graphs)
    var sources = SourceFiles(tree, others: files, name: name, source: source)
    sources.link = sourceLink
    tree.add(sources.classExtensions, sources)
    let maker = PageMaker(tree: tree, catalogs: catalogs, folder: folder, sources: sources, words: words)
    pages = maker.pages
    symbols = maker.index
    diagnostics = maker.diagnostics.sorted()
    undocumented = maker.undocumented
    assets = maker.assets
    darkPictures = maker.darkPictures
    unshown = sources.unshown(on: pages, replaced: maker.replaced)
  }
}
