internal import Glibc

/// Keeps other processes away from a folder; ends with the value, and with the process at the latest.
package struct FileLock: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Waits until no other process holds the folder itself.
  ///
  /// A file system without locks has no other way to keep processes apart, so all get in.
  ///
  /// - Throws: `inUse` when another process still holds it after so many seconds.
  package init(folder: String, patience seconds: Int) throws(FileError) {
    let descriptor = try Self.opened(folder)
    for _ in 0..<seconds * 20 {
      if Self.isTaken(descriptor) {
        self.descriptor = descriptor
        return
      }
      usleep(50_000)
    }
    close(descriptor)
    throw FileError(.opened, folder, .inUse)
  }

  /// The same for a task, which keeps no thread meanwhile; one that is cancelled does not wait.
  ///
  /// Who held the folder may have removed it: what it was kept for is done then.
  package init(waitingFor folder: String, patience seconds: Int) async throws(FileError) {
    let descriptor = try Self.opened(folder)
    for _ in 0..<seconds * 20 {
      if Self.isTaken(descriptor) {
        self.descriptor = descriptor
        return
      }
      do { try await Task.sleep(for: .milliseconds(50)) } catch { break }
    }
    close(descriptor)
    throw FileError(.opened, folder, .inUse)
  }

  private static func opened(_ folder: String) throws(FileError) -> Int32 {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.opened, folder, errno) }
    return descriptor
  }

  /// Tries to hold a folder; whether nothing is left to wait for.
  private static func isTaken(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK && errno != EINTR
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
