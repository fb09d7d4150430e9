internal import Glibc

/// Writes one file, whole or not at all.
package enum SingleFile {
  /// Replaces a file, and makes the folders that it is to be in.
  package static func write(_ bytes: [UInt8], to path: String) throws(SiteFailure) {
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try FolderFiles.make(String(path[..<slash])) }
    // What is no file, such as a terminal, cannot be replaced.
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw SiteFailure("\(path) is no ordinary file", cure: "Name another file.")
    }
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
