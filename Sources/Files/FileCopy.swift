internal import Glibc

/// A file that is copied piece by piece, so that a video takes no more memory than a page.
package final class FileCopy {
  private let source: String
  private let file: InputFile

  /// Why it could not be read to its end.
  package private(set) var problem: FileError?

  /// Opens the file to copy.
  package init(of source: String) throws(FileError) {
    self.source = source
    file = try InputFile(source)
  }

  /// Whether an ordinary file, and not a link to one, holds the same bytes.
  package func isSame(_ path: String) -> Bool {
    guard let other = try? InputFile(path, followingLinks: false), other.status.size == file.status.size else {
      return false
    }
    var isSame = true
    var offset = 0
    each { piece in
      isSame = other.holds(piece, at: offset)
      offset += piece.count
      return isSame
    }
    return isSame && problem == nil && offset == file.status.size
  }

  /// Writes a new file with the same bytes.
  package func write(_ path: String) throws(FileError) {
    let target = try OutputFile(path, isNew: true, permissions: 0o666)
    var written: Int32?
    each { piece in
      written = target.write(piece)
      return written == nil
    }
    let closed = target.close()
    if let code = written ?? closed { throw FileError(.written, path, code) }
  }

  /// Reads the file from its beginning, as long as `body` wants more.
  private func each(_ body: (UnsafeRawBufferPointer) -> Bool) {
    if let code = file.each(body) { problem = FileError(.read, source, code) }
  }
}
