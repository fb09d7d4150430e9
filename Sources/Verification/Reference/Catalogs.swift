internal import Book
internal import Files
internal import Reference
internal import Text

/// Finds what a package's authors wrote for DocC beside its sources, and its snippets.
struct Catalogs {
  /// The catalogs of modules, each with the package's snippets.
  private(set) var all: [DocumentationCatalog] = []
  /// The files that could not be read.
  private(set) var problems: [Diagnostic] = []

  /// None.
  init() {}

  /// Looks in a package's folder, as the program can open it.
  ///
  /// A catalog belongs to the target whose folder it lies in; in a package of one module, to that.
  init(of package: String, modules: [String], targets: [(name: String, module: String)]) {
    let snippets = snippets(in: BookPath.join(package, "Snippets"))
    var articles: [String: [SourceFile]] = [:]
    var pictures: [String: [String]] = [:]
    for root in ["Sources", "Documentation", "docs"] {
      let folder = BookPath.join(package, root)
      for path in (try? FileTree.files(in: folder).files) ?? [] {
        let isPicture = Self.endings.contains { path.lowercased().hasSuffix($0) }
        guard isPicture || BookPath.isMarkdown(path) else { continue }
        let parts = path.split(separator: "/").map(String.init)
        guard let end = parts.firstIndex(where: { $0.hasSuffix(".docc") }) else { continue }
        let target = targets.first { parts[..<end].contains($0.name) || parts[end] == "\($0.name).docc" }
        guard let module = target?.module ?? (modules.count == 1 ? modules.first : nil), modules.contains(module)
        else { continue }
        if isPicture {
          pictures[module, default: []].append(BookPath.join(folder, path))
        } else if let file = read(BookPath.join(folder, path)) {
          articles[module, default: []].append(file)
        }
      }
    }
    for module in modules where articles[module] != nil || pictures[module] != nil || !snippets.isEmpty {
      all.append(
        DocumentationCatalog(
          module: module, articles: articles[module] ?? [], snippets: snippets, pictures: pictures[module] ?? []))
    }
  }

  /// How the files of pictures end.
  private static let endings = [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif"]

  /// What changes with them.
  var identity: [String] {
    all.flatMap { catalog in
      [catalog.module]
        + catalog.articles.flatMap { [$0.path, ContentHash(of: [$0.bytes]).text] }
        + catalog.snippets.sorted { $0.key < $1.key }.flatMap { [$0.key, ContentHash(of: [$0.value.bytes]).text] }
    } + problems.map(\.message)
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
