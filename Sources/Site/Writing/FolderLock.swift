internal import Glibc

/// Keeps other builds from writing into the same folder; ends with the value, and with the process at the latest.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// How long another build may take to write: it holds the lock for a moment only.
  private static let patience = 600

  /// Waits until no other build holds the folder.
  init(_ folder: String) throws(SiteFailure) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SiteFailure("opened", folder, errno) }
    for _ in 0..<Self.patience {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      // A file system without locks has no other way to keep builds apart.
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      usleep(50_000)
    }
    close(descriptor)
    throw SiteFailure(
      "another build has been writing into \(folder) for \(Self.patience / 20) seconds", cure: "End it.")
  }

  deinit { close(descriptor) }
}
