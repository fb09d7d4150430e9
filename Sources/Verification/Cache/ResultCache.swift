internal import Files
internal import Glibc

/// Keeps results in a folder, one file each, named for its fingerprint.
///
/// Several programs may use a folder at the same time: entries appear whole or not at all, and never change. A damaged
/// one is as good as none.
package struct ResultCache: Sendable {
  /// The folder, or `nil` where nothing is to be kept.
  private let folder: CacheFolder?
  /// What other machines found out, too.
  private let shared: SharedResults?

  /// The size of an entry's head: magic, and the hash of the rest.
  private static let magic = Array("LOOPBOOK RESULT 1\n".utf8)

  /// Entries that were not asked for in so many days are removed.
  private static let days = 30

  package init(folder: String?) {
    self.init(folder: folder, shared: nil)
  }

  init(folder: String?, shared: SharedResults?) {
    self.folder = folder.map(CacheFolder.init)
    self.shared = shared
  }

  // MARK: what machines share

  /// A result that would be useful.
  struct Wanted: Sendable {
    var fingerprint: Fingerprint
    /// Whether bytes that another machine sent are such a result.
    var isSound: @Sendable ([UInt8]) -> Bool
  }

  /// Brings the results that this machine does not have from the shared cache, all at once.
  func fetch(_ wanted: [Wanted]) {
    guard let shared else { return }
    let missing = wanted.filter { wanted in
      folder.map { FileStatus(of: $0.result(wanted.fingerprint.description)) == nil } ?? true
    }
    if missing.isEmpty { return }
    describe()
    shared.fetch(missing) { [self] fingerprint, content in write(content, as: fingerprint) }
  }

  /// Whether a result came from the shared cache in this run.
  func isShared(_ fingerprint: Fingerprint) -> Bool { shared?.hasBrought(fingerprint) ?? false }

  /// Waits until results are uploaded, as long as that may take.
  func finishUploads() { shared?.finish() }

  // MARK: what this machine has

  /// What was kept under the fingerprint.
  package func entry(_ fingerprint: Fingerprint) -> [UInt8]? {
    if let content = shared?.unkept(fingerprint) { return content }
    guard let path = folder?.result(fingerprint.description), let bytes = Disk.bytes(of: path),
      bytes.starts(with: Self.magic), bytes.count >= Self.magic.count + 32
    else { return nil }
    let content = Array(bytes[(Self.magic.count + 32)...])
    guard Fingerprint(content: content).bytes.elementsEqual(bytes[Self.magic.count..<Self.magic.count + 32]) else {
      return nil
    }
    return content
  }

  /// Keeps an entry, and uploads it in the background where that is wanted.
  ///
  /// What cannot be written is not kept; the next run will do the work again.
  package func keep(_ content: [UInt8], as fingerprint: Fingerprint) {
    keepHere(content, as: fingerprint)
    shared?.store(content, as: fingerprint)
  }

  /// Keeps an entry that is of no use to other machines.
  func keepHere(_ content: [UInt8], as fingerprint: Fingerprint) { _ = write(content, as: fingerprint) }

  /// Writes an entry; whether that was possible.
  private func write(_ content: [UInt8], as fingerprint: Fingerprint) -> Bool {
    guard let path = folder?.result(fingerprint.description) else { return false }
    let entry = Self.magic + Fingerprint(content: content).bytes + content
    do throws(FileError) {
      try FileTree.makeFolders(for: path)
      try Disk.put(entry, at: path, permissions: 0o600)
    } catch {
      return false
    }
    return true
  }

  /// Says in the folder itself what it is, for people and for version control.
  package func describe() { folder?.describe() }

  /// Removes all that earlier runs kept, and nothing else that may lie in the folder; the number of results.
  package func clear() -> Int { folder?.clear() ?? 0 }

  /// The part of the cache that is still there, where it should have been removed.
  package var leftover: String? { folder?.leftover }

  /// Removes what has not been read or written for a month.
  package func removeOld() {
    let now = time(nil)
    for path in folder?.allResults ?? [] {
      if let status = FileStatus(of: path), now - status.used > Self.days * 86_400 { Disk.removeFile(path) }
    }
  }
}
