internal import Files
internal import Glibc

/// The libraries that examples load, as they were compiled for other compilers into the user's cache.
///
/// There is a folder for each compiler and each build of this program. What was not used for a month is removed when
/// another is made.
enum AdaptedRuntimes {
  /// How their folders' names begin.
  static let prefix = "runtime-"

  /// The file whose date tells when a folder was used last.
  private static let mark = "used"

  private static let day = 86_400

  /// Notes that a folder is used, once a day.
  static func note(_ folder: String) {
    let path = "\(folder)/\(mark)"
    if let status = FileStatus(of: path), time(nil) - status.modified < day { return }
    // Where it cannot be written, the folder counts as used when it was made: what is removed is compiled again.
    try? Disk.put([], at: path)
  }

  /// Removes those in the cache that were not used for a month, and what is left of building them.
  static func removeOld(in cache: String, but current: String) {
    let now = time(nil)
    for name in FileTree.names(in: cache) where name.hasPrefix(prefix) && "\(cache)/\(name)" != current {
      let folder = "\(cache)/\(name)"
      guard let made = FileStatus(of: folder)?.modified else { continue }
      let used = FileStatus(of: "\(folder)/\(mark)")?.modified ?? made
      // No build takes a day.
      let isUnfinished = [".build", ".new"].contains(where: name.hasSuffix)
      if now - used > (isUnfinished ? 1 : 30) * day { FileTree.remove(folder) }
    }
  }
}
