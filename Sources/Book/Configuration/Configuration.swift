internal import Files
package import Text
package import Words

/// What a book's `loopbook.yml` says.
///
/// Folders are paths as the program can open them: relative ones in the file are relative to the file.
package struct Configuration: Sendable {
  /// The file's name in a book's folder.
  package static let fileName = "loopbook.yml"

  /// The name of the file in which a book that mdBook builds, too, says such things for it.
  package static let otherFileName = "book.toml"

  /// Where templates are looked for that the file does not name, as seen from the book's folder.
  package static let usualTemplates = "../templates"

  /// The file that says it.
  package let file: String

  /// The book's title; without one the book goes by the title of its first chapter.
  package var title: String?
  package var description: String?
  package var authors: [String] = []

  /// The language of the text, as HTML names it.
  package var language = "en"

  /// Words of the site's own, in place of those of its language.
  package var words: [InterfaceWord: WordForms] = [:]

  /// The address at which the site will be, with a slash at its end.
  package var url: String?

  /// Addresses that pages had once, in the order of the file.
  package var redirects: [Redirect] = []

  /// The folder with the `book.toml` of a book that mdBook builds, too.
  package var mdBook: String?

  /// The address of the book's repository.
  package var repository: String?

  /// The address where a chapter can be edited, with `{path}` for the chapter's path in the book.
  package var editLink: String?

  /// The folder of the SwiftPM package that examples may import from.
  package var package: String?

  /// The products of the package, or the modules of `modules`, that examples may import.
  package var products: [String] = []

  /// A folder with built modules, in place of a package.
  package var modules: String?

  /// Where the file says what examples may import.
  package var modulePlaces = ModulePlaces()

  /// The pages that are made from doc comments; `nil` where there are none.
  package var api: ReferenceSettings?

  /// The language mode of examples; `nil` is the compiler's own.
  package var swiftMode: SwiftMode?

  /// The folder with the theme's templates; `nil` when there is none and the built-in ones are used.
  package var templates: String?

  /// The folder that the site is written to.
  package var output: String

  /// The folder that keeps results between runs.
  package var cache: String

  /// The cache that machines share, as the book proposes it.
  package var remoteCache: CacheAddress?

  /// Whether chapters may contain HTML.
  package var allowsHTML = true

  /// What straight quotation marks of the text become on pages.
  package var quotationMarks = QuotationMarkUse.straight

  /// Whether code between dollar signs and fences with `math` are formulas.
  package var hasMath = false

  /// Whether mdBook has formulas in the book's text, in forms that are read there only.
  package var hasMathJax = false

  /// What holds for examples that say nothing else.
  package var examples = ExampleDefaults()

  /// Where the modules that every example imports are named.
  package var importPlaces: [String: SourcePlace] = [:]

  /// The configuration of a book in `folder` whose file is empty.
  package init(folder: String) {
    let folder = BookPath.clean(folder)
    file = BookPath.join(folder, Self.fileName)
    output = BookPath.join(folder, "../site")
    cache = BookPath.join(folder, ".loopbook")
  }
}

/// Where a configuration says what examples may import, for messages about that.
package struct ModulePlaces: Sendable {
  /// The package's folder.
  package var package: SourcePlace?
  /// What holds for examples.
  package var examples: SourcePlace?
  /// The products together.
  package var products: SourcePlace?
  /// Each of the products.
  package var names: [SourcePlace] = []
  /// Whether the file says something about modules that cannot be understood: what examples lack may be the fault of
  /// that.
  package var areWrong = false
}

/// A language mode of the compiler.
package enum SwiftMode: Int, Sendable, CaseIterable {
  case five = 5
  case six = 6
}
