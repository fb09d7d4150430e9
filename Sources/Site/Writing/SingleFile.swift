internal import Files

/// Writes one file, whole or not at all.
package enum SingleFile {
  /// Why a file is not to be written; `nil` where it may be.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - book: The book's folder: what lies in it is part of the book.
  package static func refusal(_ path: String, book: String) -> SiteFailure? {
    // What is not a file, such as a terminal, cannot be replaced.
    if path.hasSuffix("/") || Disk.kind(of: path) ?? .file != .file {
      return SiteFailure("\(path) is not an ordinary file", cure: "Name another file.", isMisuse: true)
    }
    var folder = BookPath.folder(of: path)
    // What is not there yet lies in what is.
    while Disk.kind(of: folder) == nil, folder != ".", folder != "/" { folder = BookPath.folder(of: folder) }
    if let folder = Disk.realPath(folder), let book = Disk.realPath(book),
      BookPath.contains(book, folder)
    {
      return SiteFailure(
        "\(path) would become a part of the book, since it is in its folder", cure: "Name another file.",
        isMisuse: true)
    }
    return nil
  }

  /// Replaces a file, and makes the folders that it is to be in.
  package static func write(_ bytes: [UInt8], to path: String) throws(SiteFailure) {
    do throws(FileError) {
      try FileTree.makeFolders(for: path)
      try Disk.put(bytes, at: path)
    } catch {
      throw SiteFailure(error)
    }
  }
}
