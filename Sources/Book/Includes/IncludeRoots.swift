internal import Files
internal import Text

/// The folders whose files chapters may include.
struct IncludeRoots: Sendable {
  /// A folder: as it can be opened, and without links on the way.
  struct Folder: Sendable {
    let path: String
    let real: String

    fileprivate init?(_ path: String) {
      guard let real = Disk.realPath(path) else { return nil }
      self.path = path
      self.real = real
    }
  }

  /// The book's own folder, and others that belong to it.
  let folders: [Folder]

  /// Where a file of the package can be read; `nil` where the book does not say that.
  let sourceLink: String?
  /// The folder of the package.
  private let package: Folder?

  /// Nothing can be included.
  static let none = IncludeRoots(folders: [], sourceLink: nil, package: nil)

  private init(folders: [Folder], sourceLink: String?, package: Folder?) {
    self.folders = folders
    self.sourceLink = sourceLink
    self.package = package
  }

  /// The folders of a book that lies in one of them.
  init(book folder: String, _ configuration: Configuration) {
    package = configuration.package.flatMap(Folder.init)
    folders = [folder, configuration.mdBook].compactMap { $0.flatMap(Folder.init) } + [package].compactMap(\.self)
    sourceLink = configuration.api?.sourceLink
  }

  /// The folder that a file lies in, by its path without links, and its path there.
  func place(of real: String) -> (folder: Folder, path: String)? {
    folders.lazy.compactMap { folder in
      BookPath.relative(real, to: folder.real).map { (folder, $0) }
    }.first
  }

  /// Whether a file of these folders is not one of the book.
  func isApart(_ path: String) -> Bool {
    guard let book = folders.first, let real = Disk.realPath(path) else { return false }
    return BookPath.relative(real, to: book.real) == nil
  }

  /// Where a file can be read that is not in the book, by its path without links; `nil` where that is nowhere.
  func webAddress(of real: String) -> String? {
    guard let sourceLink, let package, let path = BookPath.relative(real, to: package.real) else { return nil }
    // A whole file is meant.
    let link = sourceLink.firstIndex(of: "#").flatMap { mark in
      sourceLink[mark...].contains("{line}") ? sourceLink[..<mark] : nil
    }
    return String(link ?? sourceLink[...]).replacing("{path}", with: WebPath.encoded(path)).replacing(
      "{line}", with: "1")
  }

  /// Why a file must not be included; nothing where it may be, whether it can be read or not.
  func problem(with path: String, named name: String) -> (message: String, cure: String?)? {
    guard let real = Disk.realPath(path) else {
      return ("there is no file '\(name)' to include", "paths are relative to the folder of the including file")
    }
    guard let (_, inner) = place(of: real) else {
      return (
        "'\(name)' leads out of the book",
        "include only files of the book, of the folder of book.toml or of the package"
      )
    }
    if Self.isHidden(inner) { return ("'\(name)' is hidden, and not part of the book", nil) }
    guard Disk.kind(of: real) == .file else { return ("'\(name)' is not a file", nil) }
    return nil
  }

  /// Whether a part of a path is hidden.
  static func isHidden(_ path: String) -> Bool { path.split(separator: "/").contains { $0.hasPrefix(".") } }
}
