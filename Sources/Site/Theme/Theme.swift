package import Book
internal import Files
package import Templates
package import Text
package import Words

/// What pages are made with: templates and the files that they refer to.
///
/// The built-in theme is complete. A book's own folder replaces any file of it by one of the same path, and may add
/// more.
package struct Theme: Sendable {
  /// The templates, joined to each other.
  package let templates: TemplateSet

  /// The files that every page shares, by their paths in the site, which begin with `assets/`.
  package let assets: [String: [UInt8]]

  /// What changes whenever a file of the theme does.
  package let identity: String

  /// A short form of the assets' content, for addresses that change with it.
  package let version: String

  /// The words of the site's own.
  package let words: InterfaceWords

  /// What is wrong with the templates.
  package let diagnostics: [Diagnostic]

  /// The templates of whole pages, each with what it is for.
  package static let pageTemplates = ["page", "print", "single-file", "redirect"]

  /// The templates of parts of a chapter's text.
  package static let partTemplates = ["example", "results", "callout-title", "chapter-style"]

  /// Reads the theme.
  ///
  /// - Parameters:
  ///   - folder: The book's own templates and assets; `nil` where it has none.
  ///   - words: The words of the site's own.
  package init(folder: String?, words: InterfaceWords = InterfaceWords()) {
    self.words = words
    var assets = Self.builtIn.assets
    var problems: [Diagnostic] = []
    if let folder {
      let builtIn = Dictionary(BuiltInTheme.files.map { ($0.path, $0.bytes) }) { first, _ in first }
      problems = Self.readAssets(folder, besides: builtIn, &assets)
    }
    let templates = TemplateSet(
      builtIn: Self.builtIn.layer, folders: folder.map { [TemplateFolder(path: $0, shownAs: $0)] } ?? [])
    self.templates = templates
    if let script = assets[Self.sharedScript] { assets[Self.sharedScript] = words.script + script }
    for (name, own) in InterfaceWord.forScriptsOfSome {
      if let script = assets["assets/\(name)"] { assets["assets/\(name)"] = words.script(before: own) + script }
    }
    self.assets = assets
    let shared = ContentHash(of: assets.sorted { $0.key < $1.key }.flatMap { [Array($0.key.utf8), $0.value] })
    version = String(shared.text.prefix(12))
    identity =
      ContentHash(
        of: [Array(shared.text.utf8)] + words.bytes
          + templates.names.compactMap { templates[$0] }.flatMap { [Array($0.name.utf8), $0.file.bytes] }
      ).text
    // What is not a file at all is told as such already.
    let refused = Set(problems.compactMap(\.place?.path))
    problems += templates.diagnostics.filter { $0.id != "unreadable" || !refused.contains($0.place?.path ?? "") }
    // Where a file is broken, what its parts mean is anybody's guess.
    if problems.allSatisfy({ ["unknown-template", "unknown-block"].contains($0.id) }) {
      for name in Self.pageTemplates { problems += templates.check(name, against: PageSchema.page) }
      problems += templates.check("example", against: PageSchema.example)
      problems += templates.check("results", against: PageSchema.example)
      problems += templates.check("callout-title", against: PageSchema.callout)
      problems += templates.check("chapter-style", against: PageSchema.style)
    }
    diagnostics = Set(problems).sorted()
  }

  /// The templates and assets of the built-in theme, made ready once in a process: a preview and tests make many
  /// themes.
  private static let builtIn: (layer: [String: SourceFile], assets: [String: [UInt8]]) = {
    var layer: [String: SourceFile] = [:]
    var assets: [String: [UInt8]] = [:]
    for (path, bytes) in BuiltInTheme.files {
      if path.hasSuffix(ending) {
        layer[String(path.dropLast(ending.count))] = SourceFile(path: "templates/\(path)", bytes: bytes)
      } else {
        assets[address(path)] = CompactAsset.bytes(of: bytes, named: path)
      }
    }
    return (layer, assets)
  }()

  /// The theme of a book.
  package init(of configuration: Configuration) {
    self.init(
      folder: configuration.templates, words: InterfaceWords(configuration.language, own: configuration.words))
  }

  /// The script that all pages have; it begins with the words that scripts ask for.
  private static let sharedScript = "assets/book.js"

  /// The scripts that only pages have whose examples can show other runs than their recordings.
  static let scriptsOfRuns: Set = [
    "assets/results.js", "assets/choices.js", "assets/live-values.js", "assets/live-runner.js", "assets/live.js",
  ]

  /// The script that only pages with examples to predict have; it begins with its words.
  static let predictionsScript = "assets/predict.js"

  /// The script that draws loops at steps, which pages of live examples load when a reader asks for one.
  static let stateScript = "assets/state.js"

  /// The script that only pages with names to point at have.
  static let typesScript = "assets/types.js"

  /// The script that only pages with symbols of many uses have.
  static let usesScript = "assets/uses.js"

  /// The script that only the page of all examples has.
  static let verificationScript = "assets/verification.js"

  private static let ending = ".mustache"

  /// Where a file of the theme that is not a template goes in the site.
  private static func address(_ path: String) -> String { path.hasPrefix("assets/") ? path : "assets/\(path)" }

  /// Reads the files of a book's templates that are not templates; hidden ones and notes in Markdown are left out.
  private static func readAssets(
    _ folder: String, besides builtIn: [String: [UInt8]], _ assets: inout [String: [UInt8]]
  ) -> [Diagnostic] {
    guard Disk.kind(of: folder) == .folder else { return [] }
    let files = BookFiles(folder)
    var problems = files.diagnostics
    for path in files.assets where !path.hasSuffix(ending) {
      do throws(FileError) {
        let bytes = try Disk.read(BookPath.join(folder, path))
        // A copy of the built-in theme is the built-in theme.
        if bytes != builtIn[path] { assets[address(path)] = bytes }
      } catch {
        problems.append(error.diagnostic)
      }
    }
    return problems
  }
}
