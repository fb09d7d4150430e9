import Glibc

/// A file that a report is written to.
enum ReportFile {
  /// A system call that failed.
  struct Failure: Error {
    let reason: String
    init(_ code: Int32) { reason = String(cString: strerror(code)) }
  }

  /// Whether what a path names can be written twice: a pipe or a device would take the first for the whole.
  static func isReplaceable(_ file: String) -> Bool {
    var information = stat()
    guard stat(file, &information) == 0 else { return true }
    return information.st_mode & S_IFMT == S_IFREG
  }

  /// Writes a file, and makes the folders that it is to be in.
  ///
  /// A file changes as a whole, so that a reader finds one report or the other, even if this program is killed.
  static func write(_ text: String, to file: String) throws(Failure) {
    for end in file.indices where file[end] == "/" && end > file.startIndex {
      if mkdir(String(file[..<end]), 0o777) != 0, errno != EEXIST { throw Failure(errno) }
    }
    let temporary = "\(file).\(getpid())"
    var information = stat()
    // A link stays one, and what is no file cannot be replaced; nor can anything in a folder that is closed to this user.
    let isPlain = lstat(file, &information) == 0 ? information.st_mode & S_IFMT == S_IFREG : errno == ENOENT
    let fresh = isPlain ? open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) : -1
    guard fresh >= 0 else {
      let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw Failure(errno) }
      return try fill(descriptor, text)
    }
    do throws(Failure) {
      try fill(fresh, text)
      if rename(temporary, file) != 0 { throw Failure(errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func fill(_ descriptor: Int32, _ text: String) throws(Failure) {
    let output = DescriptorOutput(descriptor)
    output.write(text)
    // Some file systems tell of a full disk only now.
    let closed = close(descriptor) == 0 ? nil : errno
    if let failure = output.failure ?? closed { throw Failure(failure) }
  }
}
