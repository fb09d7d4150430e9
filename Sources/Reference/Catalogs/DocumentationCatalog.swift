package import Text

/// What an author wrote for DocC beside the sources of a module.
package struct DocumentationCatalog: Sendable {
  /// The module that it documents.
  package var module: String
  /// The Markdown files of its `.docc` folder.
  package var articles: [SourceFile]
  /// The package's snippets, by their names: the path in the folder `Snippets`, without its ending.
  package var snippets: [String: SourceFile]
  /// The pictures in the folder, as they can be opened.
  package var pictures: [String]
  /// The names of its tutorials, which are not shown.
  package var tutorials: [String]

  /// Whether there is nothing in it.
  package var isEmpty: Bool { articles.isEmpty && snippets.isEmpty && pictures.isEmpty && tutorials.isEmpty }

  package init(
    module: String, articles: [SourceFile], snippets: [String: SourceFile] = [:], pictures: [String] = [],
    tutorials: [String] = []
  ) {
    self.module = module
    self.articles = articles
    self.snippets = snippets
    self.pictures = pictures
    self.tutorials = tutorials
  }
}
