package import Book
internal import Execution
internal import Files
package import Reference
package import Text
internal import Words

/// The pages that a book has of its package's doc comments.
package struct BookReference: Sendable {
  /// The pages as chapters.
  package private(set) var part: GeneratedPart?
  /// The same by their paths, as they were made.
  package private(set) var pages: [String: ReferencePage] = [:]
  /// Where symbols are; `nil` in a book without such pages.
  package private(set) var symbols: SymbolIndex?
  /// By the paths of pictures for light pages, the paths of their forms for dark ones.
  package private(set) var darkPictures: [String: String] = [:]
  /// What is wrong with the modules, and with the comments.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Of a book that has none.
  package init() {}

  /// Of a book that wants such pages, and has nothing to make them from.
  init(lacking settings: ReferenceSettings, of configuration: Configuration) {
    let (reason, cure) =
      if configuration.package != nil {
        ("the package has no library of Swift", "add a library to the products of its Package.swift, or remove the key")
      } else if configuration.modules != nil {
        ("the folder of 'modules' has no module", "put built .swiftmodule files into it, or remove the key")
      } else {
        (
          "the book does not say where its modules are",
          "add 'package:' with the folder of your Package.swift, or 'modules:' with a folder of built modules"
        )
      }
    diagnostics = [
      Diagnostic(
        id: "no-symbols", "there is nothing to make pages from: \(reason)", at: settings.place, cure: cure)
    ]
  }

  /// Makes the pages of modules.
  init(
    _ graphs: [SymbolGraph], _ modules: DocumentedModules, _ settings: ReferenceSettings, isStrict: Bool,
    _ words: InterfaceWords, problems: [Diagnostic]
  ) {
    var sources: [String: SourceFile?] = [:]
    let reference = Reference(
      graphs: graphs, catalogs: modules.catalogs.all, files: modules.files, folder: settings.folder,
      sourceLink: settings.sourceLink, words: words
    ) {
      modules.sources.shown($0)
    } source: { path in
      if let known = sources[path] { return known }
      let name = modules.sources.openable(path)
      let file = Disk.bytes(of: name).map { SourceFile(path: name, bytes: $0) }
      sources[path] = .some(file)
      return file
    }
    part = GeneratedPart(
      reference.pages.map { page in
        GeneratedChapter(
          path: page.path, title: page.title, parent: page.parent, group: page.group, caveat: page.caveat,
          imports: [page.module], file: page.file)
      }, assets: reference.assets)
    pages = Dictionary(reference.pages.map { ($0.path, $0) }) { first, _ in first }
    symbols = reference.symbols
    darkPictures = reference.darkPictures
    diagnostics =
      problems + modules.catalogs.problems
      + reference.diagnostics.map { Self.judged($0, isStrict: isStrict) }
      + reference.unshown.map { Self.unshown($0, isStrict: isStrict) }
      + Self.undocumented(reference.undocumented, of: reference.symbols.all.count, settings, isStrict: isStrict)
  }

  /// The same as an error where comments have to be right in every word.
  private static func judged(_ problem: Diagnostic, isStrict: Bool) -> Diagnostic {
    let strict = ["misspelt-field", "unknown-error", "unknown-parameter", "unknown-result"]
    guard isStrict, strict.contains(problem.id) else { return problem }
    return Diagnostic(id: problem.id, problem.message, at: problem.place, notes: problem.notes, cure: problem.cure)
  }

  /// What is told of an example in a doc comment that nothing verifies.
  private static func unshown(_ example: UnshownExample, isStrict: Bool) -> Diagnostic {
    let (reason, cure) =
      switch example.reason {
      case .extension:
        (
          "the compiler does not report comments above an extension",
          "move it into the comment of the type or of a member"
        )
      case .operator:
        (
          "the compiler does not report comments above the declaration of an operator",
          "move it to a function of the operator"
        )
      case .precedenceGroup:
        ("the compiler does not report comments above a precedence group", "move it to a function of an operator")
      case .behindAttribute:
        ("the compiler ignores comments after an attribute or a modifier", "move the comment above the attributes")
      case .beforeCondition:
        (
          "the compiler ignores comments with '#if' between them and the declaration",
          "move the comment below '#if'"
        )
      case .nothing: ("no declaration follows this comment", "move it to a declaration")
      case .absent:
        ("the compiler does not report this declaration", "move it to one that is compiled here and not hidden")
      case .replaced:
        ("the text of an extension file replaces this comment", "move it to that file, remove this directive there")
      }
    var notes: [Diagnostic.Note] = []
    if case .replaced(let place) = example.reason {
      notes.append(Diagnostic.Note("the comment is replaced here", at: place))
    }
    return Diagnostic(
      isStrict ? .error : .warning, id: "unverified-comment",
      "\(reason), so this example is on no page and is not verified", at: example.place, notes: notes,
      cure: "\(cure), or mark it with 'quote'")
  }

  /// What is told of public declarations without comments: each, or how many there are.
  private static func undocumented(
    _ symbols: [UndocumentedSymbol], of count: Int, _ settings: ReferenceSettings, isStrict: Bool
  ) -> [Diagnostic] {
    if symbols.isEmpty { return [] }
    guard isStrict else {
      let what =
        symbols.count == 1
        ? "1 of \(count) public declarations has" : "\(symbols.count) of \(count) public declarations have"
      return [
        Diagnostic(
          .warning, id: "undocumented", "\(what) no doc comment", at: settings.place,
          cure: "'--strict-docs' lists them")
      ]
    }
    return symbols.map { symbol in
      Diagnostic(
        id: "undocumented", "'\(symbol.path)' has no doc comment", at: symbol.place ?? settings.place,
        cure: "write what it is for above it, after '///'")
    }
  }
}
