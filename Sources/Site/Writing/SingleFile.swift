internal import Book
internal import Glibc

/// Writes one file, whole or not at all.
package enum SingleFile {
  /// Why a file is not to be written; `nil` where it may be.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - book: The book's folder: what lies in it is part of the book.
  package static func refusal(_ path: String, book: String) -> SiteFailure? {
    var status = stat()
    // What is no file, such as a terminal, cannot be replaced.
    if path.hasSuffix("/") || stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG {
      return SiteFailure("\(path) is no ordinary file", cure: "Name another file.", isMisuse: true)
    }
    var folder = BookPath.folder(of: path)
    // What is not there yet lies in what is.
    while access(folder, F_OK) != 0, folder != ".", folder != "/" { folder = BookPath.folder(of: folder) }
    if let folder = FolderFiles.realPath(folder), let book = FolderFiles.realPath(book),
      BookPath.contains(book, folder)
    {
      return SiteFailure(
        "\(path) would become a part of the book, since it lies in its folder", cure: "Name another file.",
        isMisuse: true)
    }
    return nil
  }

  /// Replaces a file, and makes the folders that it is to be in.
  package static func write(_ bytes: [UInt8], to path: String) throws(SiteFailure) {
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try FolderFiles.make(String(path[..<slash])) }
    let temporary = "\(path).\(getpid()).new"
    unlink(temporary)
    if let code = FolderFiles.write(temporary, bytes) {
      unlink(temporary)
      throw SiteFailure("written", path, code)
    }
    guard rename(temporary, path) == 0 else {
      let code = errno
      unlink(temporary)
      throw SiteFailure("written", path, code)
    }
  }
}
