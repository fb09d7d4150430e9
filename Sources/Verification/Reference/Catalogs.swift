internal import Book
internal import Execution
internal import Files
internal import Reference
internal import Text

/// Finds what a package's authors wrote for DocC beside its sources, and its snippets.
struct Catalogs {
  /// The catalogs of modules, each with the package's snippets.
  private(set) var all: [DocumentationCatalog] = []
  /// The files that could not be read, and those that are left out.
  private(set) var problems: [Diagnostic] = []

  private let package: String

  /// None.
  init() { package = "." }

  /// Looks in a package's folder, as the program can open it.
  ///
  /// A catalog belongs to the target whose folder it lies in; in a package of one module, to that. What is written in
  /// those of other targets is told if the package is `whole`, but for targets that are left out on purpose.
  init(
    of package: String, modules: [String], targets: [PackageDescription.Target], leavingOut leftOut: Set<String> = [],
    whole: Bool = true
  ) {
    self.package = package
    let snippets = snippets(in: BookPath.join(package, "Snippets"))
    var articles: [String: [SourceFile]] = [:]
    var pictures: [String: [String]] = [:]
    var tutorials: [String: [String]] = [:]
    let usual = ["Sources", "Documentation", "docs"]
    var others = Set(targets.map(\.folder)).filter { folder in !usual.contains { BookPath.contains($0, folder) } }
    others.formUnion(FileTree.names(in: package).filter { $0.hasSuffix(".docc") })
    var unshown: [String: PackageDescription.Target?] = [:]
    for path in Set((usual + others).flatMap(files)).sorted() {
      let isPicture = BookPath.isPicture(path)
      let isTutorial = path.hasSuffix(".tutorial")
      guard isPicture || isTutorial || BookPath.isMarkdown(path) else { continue }
      let parts = path.split(separator: "/").map(String.init)
      guard let end = parts.firstIndex(where: { $0.hasSuffix(".docc") }), isOfPackage(path) else { continue }
      let target = targets.first { target in
        parts[..<end].contains(target.name) || parts[end] == "\(target.name).docc"
          || !target.folder.isEmpty && path.hasPrefix("\(target.folder)/")
      }
      // A catalog beside the manifest does not belong to a target.
      let onlyModule = modules.count == 1 && end > 0 ? modules.first : nil
      guard let module = target?.module ?? onlyModule, modules.contains(module) else {
        let isLeftOut = target.map { leftOut.contains($0.name) } ?? false
        if whole, !isLeftOut, BookPath.isMarkdown(path) {
          unshown[parts[...end].joined(separator: "/")] = .some(target)
        }
        continue
      }
      let name = BookPath.join(package, path)
      if isTutorial {
        problems.append(
          Diagnostic(
            .warning, id: "tutorial", "tutorials of DocC are not shown", at: SourcePlace(path: name),
            cure: "write it as a chapter of the book, or as an article"))
        tutorials[module, default: []].append(String(BookPath.name(of: path).dropLast(".tutorial".count)))
      } else if isPicture {
        pictures[module, default: []].append(name)
      } else if let file = read(name) {
        articles[module, default: []].append(file)
      }
    }
    problems += unshown.sorted { $0.key < $1.key }.map { problem(with: $0.key, of: $0.value) }
    for module in modules {
      let catalog = DocumentationCatalog(
        module: module, articles: articles[module] ?? [], snippets: snippets, pictures: pictures[module] ?? [],
        tutorials: tutorials[module] ?? [])
      if !catalog.isEmpty { all.append(catalog) }
    }
  }

  /// Looks in a folder where the sources of modules lie in `Sources`, as those of an installed copy do.
  init(of sources: SourceNames, modules: [String]) {
    guard let root = sources.root else {
      self.init()
      return
    }
    self.init(
      of: root, modules: modules,
      targets: modules.map {
        PackageDescription.Target(name: $0, module: $0, products: [], folder: "Sources/\($0)")
      }, whole: false)
  }

  /// What is told of a catalog that belongs to no module with pages.
  private func problem(with catalog: String, of target: PackageDescription.Target?) -> Diagnostic {
    let reason = target.map { "'\($0.name)' has no pages" } ?? "it belongs to no module"
    return Diagnostic(
      .warning, id: "unshown-catalog", "this catalog is not shown, and none of its examples is verified: \(reason)",
      at: SourcePlace(path: BookPath.join(package, catalog)),
      cure: "move its articles to the catalog of a module that has pages, or write them as chapters of the book")
  }

  /// The files in a folder of the package, as paths in that.
  private func files(in folder: String) -> [String] {
    FileTree.shownFiles(in: BookPath.join(package, folder)).map { BookPath.clean("\(folder)/\($0)") }
  }

  /// Whether a file is there, and one of the package's: a link may lead anywhere.
  private func isOfPackage(_ path: String) -> Bool {
    guard let root = Disk.realPath(package), let file = Disk.realPath(BookPath.join(package, path))
    else { return false }
    return BookPath.contains(root, file) && Disk.kind(of: file) == .file
  }

  /// What changes with them.
  func identity(_ files: FileIdentities) -> [String] {
    var parts: [String] = []
    for catalog in all {
      parts.append(catalog.module)
      for article in catalog.articles { parts += [article.path, ContentHash(of: [article.bytes]).text] }
      for (name, file) in catalog.snippets.sorted(by: { $0.key < $1.key }) {
        parts += [name, ContentHash(of: [file.bytes]).text]
      }
      let pictures = catalog.pictures.sorted()
      parts += pictures + [files.identity(of: pictures)]
    }
    return parts + problems.flatMap { [$0.message, $0.place?.path ?? ""] }
  }

  /// The Swift files of a folder by their names in it, without the ending.
  private mutating func snippets(in folder: String) -> [String: SourceFile] {
    var snippets: [String: SourceFile] = [:]
    for path in ((try? FileTree.files(in: folder).files) ?? []) where path.hasSuffix(".swift") {
      if let file = read(BookPath.join(folder, path)) { snippets[String(path.dropLast(".swift".count))] = file }
    }
    return snippets
  }

  private mutating func read(_ path: String) -> SourceFile? {
    do throws(FileError) {
      let file = SourceFile(path: path, bytes: try Disk.read(path))
      guard String(validating: file.bytes, as: UTF8.self) != nil else {
        problems.append(Diagnostic(id: "encoding", "this file is not UTF-8", at: SourcePlace(path: path)))
        return nil
      }
      return file
    } catch {
      problems.append(Diagnostic(id: "unreadable", error.description, at: SourcePlace(path: path)))
      return nil
    }
  }
}
