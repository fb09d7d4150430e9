package import Files
internal import Glibc
internal import Synchronization

/// The folder for what is made on the way: objects, traces, temporary folders.
///
/// Gone when this program ends.
///
/// A folder is locked while its program lives, so that one left behind by a killed program is found, and removed, by
/// the next.
package final class Scratch: Sendable {
  /// The folder itself.
  package let folder: String
  private let lock: FileLock
  private let isRemoved = Mutex(false)

  /// The folder that it lies in.
  package var parent: String { String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]) }

  package var objects: String { "\(folder)/objects" }
  package var runs: String { "\(folder)/runs" }
  package var sources: String { "\(folder)/sources" }
  package var temporary: String { "\(folder)/temporary" }
  /// What programs keep in the user's folder for caches, where that cannot be written; made when it is needed.
  var caches: String { "\(folder)/caches" }
  /// What examples find as the system's own files.
  var settings: String { "\(folder)/settings" }

  /// Makes a folder in `parent`, after removing those whose programs are gone.
  package init(in parent: String) throws(FileError) {
    Self.removeAbandoned(in: parent)
    var template = Array("\(parent)/loopbook-\(getuid())-\(String(repeating: "X", count: 6))".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileError(.made, parent, errno) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    lock = try FileLock(file: "\(folder)/lock", isNew: true)
    for part in [objects, runs, sources, temporary, settings] where mkdir(part, 0o700) != 0 {
      throw FileError(.made, part, errno)
    }
  }

  /// Whether there is too little room, or there are too few files left, for what a compiler writes.
  package var isNearlyFull: Bool {
    var information = statvfs()
    guard statvfs(folder, &information) == 0 else { return false }
    // A file system without a number of files says that it has none at all.
    let lacksFiles = information.f_files > 0 && information.f_favail < 100
    return lacksFiles || UInt64(information.f_bavail) * UInt64(information.f_frsize) < Self.neededRoom
  }

  /// More than a module with its object takes.
  private static let neededRoom: UInt64 = 16 << 20

  /// Removes the folder; to be called before the program ends, and again to no effect.
  ///
  /// Returns when it is gone, even where another thread removes it: an interrupt must not end the program before.
  package func remove() {
    isRemoved.withLock { isRemoved in
      if isRemoved { return }
      // Whoever is still at work finds no place to write to any more.
      let name = folder + ".gone"
      Self.remove(rename(folder, name) == 0 ? name : folder)
      isRemoved = true
    }
  }

  /// Removes a folder, the lock at last: should this program be killed now, the next one knows what is left.
  private static func remove(_ folder: String) {
    for name in FileTree.names(in: folder) where name != "lock" { FileTree.remove("\(folder)/\(name)") }
    FileTree.remove(folder)
  }

  private static func removeAbandoned(in parent: String) {
    let prefix = "loopbook-\(getuid())-"
    for name in FileTree.names(in: parent) where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name)"
      do throws(FileError) {
        let lock = try FileLock(file: "\(path)/lock", isNew: false)
        endProcesses(of: path)
        remove(path)
        _ = consume lock
      } catch {
        // Its program has not come to the lock yet, or ended before it did.
        if error.isMissing, isOld(path) { FileTree.remove(path) }
      }
    }
  }

  /// Ends what a killed program left running: bubblewrap's child waits for its parent for ever when both of them are
  /// killed before it has begun.
  private static func endProcesses(of folder: String) {
    for name in FileTree.names(in: "/proc") {
      guard let pid = Int32(name), FileStatus(of: "/proc/\(name)")?.owner == getuid(),
        let words = Disk.bytes(of: "/proc/\(name)/cmdline")?.split(separator: 0),
        words.first?.elementsEqual("bwrap".utf8) == true,
        words.contains(where: { $0.starts(with: "\(folder)/".utf8) })
      else { continue }
      kill(pid, SIGKILL)
    }
  }

  private static func isOld(_ path: String) -> Bool {
    FileStatus(of: path, followingLinks: false).map { $0.modified < time(nil) - 3600 } ?? false
  }
}
