internal import Execution
internal import Glibc

/// Keeps results in a folder, one file each, named for its fingerprint.
///
/// Several programs may use a folder at the same time: entries appear whole or not at all, and never change. A damaged one is
/// as good as none.
package struct ResultCache: Sendable {
  /// The folder, or `nil` where nothing is to be kept.
  private let folder: String?

  /// The size of an entry's head: magic, and the hash of the rest.
  private static let magic = Array("LOOPBOOK RESULT 1\n".utf8)

  /// Entries that nobody asked for in so many days are removed.
  private static let days = 30

  package init(folder: String?) {
    self.folder = folder
  }

  /// What was kept under the fingerprint.
  package func entry(_ fingerprint: Fingerprint) -> [UInt8]? {
    guard let path = path(fingerprint), let bytes = FileTree.bytes(of: path),
      bytes.starts(with: Self.magic), bytes.count >= Self.magic.count + 32
    else { return nil }
    let content = Array(bytes[(Self.magic.count + 32)...])
    guard Fingerprint(content: content).bytes.elementsEqual(bytes[Self.magic.count..<Self.magic.count + 32]) else {
      return nil
    }
    return content
  }

  /// Keeps an entry.
  ///
  /// What cannot be written is not kept; the next run will do the work again.
  package func keep(_ content: [UInt8], as fingerprint: Fingerprint) {
    guard let folder, let path = path(fingerprint) else { return }
    mkdir(folder, 0o777)
    mkdir("\(folder)/results", 0o777)
    mkdir(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), 0o777)
    let temporary = "\(path).\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    guard FileTree.write(Self.magic + Fingerprint(content: content).bytes + content, to: temporary) == nil,
      rename(temporary, path) == 0
    else {
      unlink(temporary)
      return
    }
  }

  /// Says in the folder itself what it is, for people and for version control.
  package func describe() {
    guard let folder, mkdir(folder, 0o777) == 0 || errno == EEXIST else { return }
    let path = "\(folder)/.gitignore"
    guard access(path, F_OK) != 0 else { return }
    // A folder that cannot be written to keeps nothing, which is told by what runs again.
    _ = FileTree.write(Array("# Made by loopbook; may be deleted at any time.\n*\n".utf8), to: path)
  }

  /// Removes all that earlier runs kept, and nothing else that may lie in the folder; the number of results.
  package func clear() -> Int {
    guard let folder else { return 0 }
    let results = "\(folder)/results"
    let count = FileTree.names(in: results).reduce(0) { $0 + FileTree.names(in: "\(results)/\($1)").count }
    FileTree.remove(results)
    FileTree.remove("\(folder)/loopbook-modules")
    unlink("\(folder)/files")
    unlink("\(folder)/site")
    unlink("\(folder)/.gitignore")
    rmdir(folder)
    return count
  }

  /// The part of the cache that is still there, where it should have been removed.
  package var leftover: String? {
    guard let folder, access("\(folder)/results", F_OK) == 0 else { return nil }
    return "\(folder)/results"
  }

  /// Removes what has not been read or written for a month.
  package func removeOld() {
    guard let folder else { return }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    for group in FileTree.names(in: "\(folder)/results") {
      for name in FileTree.names(in: "\(folder)/results/\(group)") {
        let path = "\(folder)/results/\(group)/\(name)"
        var information = stat()
        guard stat(path, &information) == 0 else { continue }
        let used = max(information.st_atim.tv_sec, information.st_mtim.tv_sec)
        if now.tv_sec - used > Self.days * 86_400 { unlink(path) }
      }
    }
  }

  private func path(_ fingerprint: Fingerprint) -> String? {
    guard let folder else { return nil }
    let name = fingerprint.description
    return "\(folder)/results/\(name.prefix(2))/\(name.dropFirst(2))"
  }
}
