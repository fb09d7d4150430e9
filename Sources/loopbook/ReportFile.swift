import Files
import Glibc

/// A file that a report is written to.
enum ReportFile {
  /// Whether what a path names can be written twice: a pipe or a device would take the first for the whole.
  static func isReplaceable(_ file: String) -> Bool {
    Disk.kind(of: file) ?? .file == .file
  }

  /// Writes a file, and makes the folders that it is to be in.
  ///
  /// A file changes as a whole, so that a reader finds one report or the other, even if this program is killed.
  static func write(_ text: String, to file: String) throws(FileError) {
    try FileTree.makeFolders(for: file)
    // A link stays one, and what is not a file cannot be replaced; nor can anything in a folder that is closed to this
    // user.
    if Disk.kind(of: file, followingLinks: false) ?? .file == .file, Disk.isWritable(BookPath.folder(of: file)) {
      try Disk.put(Array(text.utf8), at: file)
    } else {
      // A reader of a pipe that goes away is not an error, as on standard output.
      let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw FileError(.written, file, errno) }
      let output = DescriptorOutput(descriptor)
      output.write(text)
      // Some file systems tell of a full disk only now.
      let closed = close(descriptor) == 0 ? nil : errno
      if let code = output.failure ?? closed { throw FileError(.written, file, code) }
    }
  }
}
