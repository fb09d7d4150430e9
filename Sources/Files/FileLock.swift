internal import Glibc

/// Keeps other processes away from a folder; ends with the value, and with the process at the latest.
package struct FileLock: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Waits until no other process holds the folder itself; without patience it is tried once.
  ///
  /// A file system without locks has no other way to keep processes apart, so all get in.
  ///
  /// - Throws: `inUse` when another process still holds it after so many seconds.
  package init(folder: String, patience seconds: Int) throws(FileError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.opened, folder, errno) }
    for attempt in 0...seconds * 20 {
      if attempt > 0 { usleep(50_000) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK && errno != EINTR {
        self.descriptor = descriptor
        return
      }
    }
    close(descriptor)
    throw FileError(.opened, folder, .inUse)
  }

  /// Takes the lock that is a file's at once, and makes the file where told to.
  ///
  /// - Throws: `inUse` when another process holds it.
  package init(file: String, isNew: Bool) throws(FileError) {
    let descriptor = open(file, O_RDWR | O_CLOEXEC | (isNew ? O_CREAT : 0), 0o600)
    guard descriptor >= 0 else { throw FileError(.opened, file, errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(descriptor)
      throw FileError(.opened, file, code == EWOULDBLOCK ? .inUse : .system(code))
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
