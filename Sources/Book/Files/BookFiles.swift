internal import Files
package import Text

/// The files of a book's folder, in the order of their paths.
///
/// Hidden files and folders do not belong to a book, nor does what editors leave, what lies in the folders that the
/// configuration names for something else, or a site or report that loopbook wrote into it. Links are followed to files
/// of the book only.
package struct BookFiles: Sendable {
  /// Files that end in `.md`, as paths in the book; in each folder `index.md` and `README.md` come first.
  package private(set) var markdown: [String] = []

  /// All other files, as paths in the book.
  package private(set) var assets: [String] = []

  /// What cannot be part of a book.
  package private(set) var diagnostics: [Diagnostic] = []

  /// The name of the file that a site's folder has, wherever it lies.
  package static let siteMark = ".loopbook-site"

  private let folder: String
  private let realFolder: String
  private let left: Set<String>
  private let hasCatalogs: Bool

  /// How deep folders may nest.
  private static let maximumDepth = 32

  /// Lists a folder.
  ///
  /// - Parameters:
  ///   - folder: The book's folder.
  ///   - excluded: Folders that are left out; those that do not lie in the book do not matter.
  ///   - hasCatalogs: Whether what was written for DocC belongs to it.
  package init(_ folder: String, excluding excluded: [String] = [], withCatalogs hasCatalogs: Bool = true) {
    self.hasCatalogs = hasCatalogs
    self.folder = BookPath.clean(folder)
    realFolder = Disk.realPath(folder) ?? folder
    let real = realFolder
    left = Set(excluded.compactMap { Disk.realPath($0).flatMap { BookPath.relative($0, to: real) } })
    walk("", depth: 0)
  }

  private mutating func walk(_ inner: String, depth: Int) {
    let path = inner.isEmpty ? folder : BookPath.join(folder, inner)
    guard depth <= Self.maximumDepth else {
      refuse(path, "folders nest more than \(Self.maximumDepth) levels deep here")
      return
    }
    do throws(FileError) {
      let all = try FileTree.entries(in: path)
      if depth > 0, all.contains(where: { $0.name == Self.siteMark }) { return }
      let names = all.filter { !$0.name.hasPrefix(".") && ($0.kind == .folder || !EditorFile.isLeftover($0.name)) }
      let first = names.filter { Self.isIndex($0.name) && $0.kind != .folder }
      for entry in first + names.filter({ !Self.isIndex($0.name) || $0.kind == .folder }) {
        take(entry, in: inner, depth: depth)
      }
    } catch {
      diagnostics.append(error.diagnostic)
    }
  }

  private mutating func take(_ entry: FileTree.Entry, in inner: String, depth: Int) {
    let path = inner.isEmpty ? entry.name : inner + "/" + entry.name
    guard !left.contains(path) else { return }
    guard entry.isText, !entry.name.unicodeScalars.contains(where: { $0.isControl || $0 == "\t" }) else {
      let shown = String(
        String.UnicodeScalarView(path.unicodeScalars.map { $0.isControl || $0 == "\t" ? "\u{FFFD}" : $0 }))
      refuse(BookPath.join(folder, shown), "a file's name must be text, without control characters", cure: "rename it")
      return
    }
    switch entry.kind {
    case .folder where !hasCatalogs && path.hasSuffix(".docc"): break
    case .folder: walk(path, depth: depth + 1)
    case .file: add(path)
    case .link: follow(path)
    case .other: refuse(BookPath.join(folder, path), "this is neither a file nor a folder", cure: "remove it")
    }
  }

  private mutating func add(_ path: String) {
    if BookPath.isMarkdown(path) {
      markdown.append(path)
    } else if !OwnReport.hasEnding(path) || !OwnReport.isOne(BookPath.join(folder, path)) {
      assets.append(path)
    }
  }

  private mutating func follow(_ path: String) {
    let place = BookPath.join(folder, path)
    guard let target = Disk.realPath(place) else {
      refuse(place, "this link points to something that does not exist", cure: "remove it")
      return
    }
    guard BookPath.contains(realFolder, target) else {
      refuse(place, "this link leads out of the book", cure: "put the file itself into the book")
      return
    }
    guard Disk.kind(of: target) == .file else {
      refuse(place, "this link leads to a folder, and only links to files are followed", cure: "remove it")
      return
    }
    add(path)
  }

  private mutating func refuse(_ path: String, _ message: String, cure: String? = nil) {
    diagnostics.append(Diagnostic(id: "unusable-file", message, at: SourcePlace(path: path), cure: cure))
  }

  private static func isIndex(_ name: String) -> Bool {
    ["index.md", "readme.md"].contains(name.lowercased())
  }
}
