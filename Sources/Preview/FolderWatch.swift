internal import Files
internal import Glibc
package import LoopEngine

/// Tells when something in a folder changes, in all folders below it too, once things have calmed down.
///
/// A folder that is not there yet is watched from the moment in which it is. What was made and is gone again by the
/// time that things are calm is not told: that is how editors replace a file.
///
/// Belongs to the thread of the loop that it was started on.
package final class FolderWatch {
  private let descriptor: Int32
  private let loop: Loop
  private let folders: [String]
  private let isIgnored: (String) -> Bool
  private let changed: (Set<String>) -> Void
  /// How long nothing more has to change: editors write a file in several steps.
  private let calm: Duration
  private var source: DescriptorSource?
  private var timer: LoopTimer?
  /// The folders that are watched, by the kernel's number for each; a folder that is reached in two ways has one.
  private var watched: [Int32: String] = [:]
  /// The numbers of the folders that were asked for.
  private var roots: [String: Int32] = [:]
  /// Folders that are watched only since one that was asked for may appear there.
  private var scouts: Set<Int32> = []
  /// What changed since `changed` was called last.
  private var paths: Set<String> = []
  /// What of that was not there before, and what was and is told to be gone.
  private var born: Set<String> = []
  private var gone: Set<String> = []

  private static let events =
    UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_DELETE)
    | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

  /// Watches the folders; below them, paths that are ignored are not looked into.
  package init(
    _ folders: [String], on loop: Loop, calm: Duration = .milliseconds(8),
    ignoring isIgnored: @escaping (String) -> Bool,
    changed: @escaping (Set<String>) -> Void
  ) throws(SystemError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    if descriptor < 0 { throw SystemError(call: "inotify_init1", errno: errno) }
    self.loop = loop
    self.folders = folders
    self.isIgnored = isIgnored
    self.changed = changed
    self.calm = calm
    findFolders(tells: false)
    // The loop's thread is the only one that touches the watch.
    nonisolated(unsafe) weak let watch = self
    let source = DescriptorSource(descriptor, label: "book's files") { _ in watch?.read() }
    self.source = source
    try loop.handle.add(source)
  }

  deinit {
    source?.invalidate()
    timer?.invalidate()
    close(descriptor)
  }

  // MARK: what is watched

  /// Watches a folder and those in it; answers the kernel's number, `nil` where the folder cannot be watched.
  ///
  /// - Parameters:
  ///   - isMoved: Whether a folder that is known may have another name now.
  ///   - tells: Whether what is in it is told: it may have been made before the folder was watched.
  @discardableResult
  private func watch(_ folder: String, isMoved: Bool = false, tells: Bool = false) -> Int32? {
    let number = inotify_add_watch(descriptor, folder, Self.events | UInt32(IN_ONLYDIR))
    // A folder that is gone already is told of by the one above it.
    guard number >= 0 else { return nil }
    if watched[number] == nil || isMoved { watched[number] = folder }
    for entry in (try? FileTree.entries(in: folder)) ?? [] where tells || entry.kind == .folder {
      let path = BookPath.join(folder, entry.name)
      if isIgnored(path) { continue }
      if tells { paths.insert(path) }
      if entry.kind == .folder { watch(path, isMoved: isMoved, tells: tells) }
    }
    return number
  }

  /// Watches those of the folders that were asked for and are not watched: one that was removed and made anew is
  /// another folder.
  private func findFolders(tells: Bool) {
    for folder in folders where roots[folder] == nil {
      // Asked again after the scout has been sent, so that nothing happens unseen in between; a folder that is there
      // and cannot be watched stays so.
      for _ in 0..<3 {
        if let number = watch(folder) {
          roots[folder] = number
          if tells { paths.insert(folder) }
          break
        }
        guard let above = nearest(above: folder) else { break }
        let number = inotify_add_watch(descriptor, above, Self.events | UInt32(IN_ONLYDIR))
        guard number >= 0 else { continue }
        scouts.insert(number)
        if Disk.kind(of: folder) == nil, nearest(above: folder) == above { break }
      }
    }
    if roots.count == folders.count { dismissScouts() }
    if !paths.isEmpty { settleSoon() }
  }

  /// The folder nearest to one that is not there, among those that lead to it; `nil` where something else is there.
  private func nearest(above folder: String) -> String? {
    if let kind = Disk.kind(of: folder), kind != .folder { return nil }
    var folder = BookPath.folder(of: folder)
    while Disk.kind(of: folder) == nil, folder != ".", folder != "/" { folder = BookPath.folder(of: folder) }
    return folder
  }

  private func dismissScouts() {
    for number in scouts where watched[number] == nil { inotify_rm_watch(descriptor, number) }
    scouts = []
  }

  // MARK: what happens

  private func read() {
    while true {
      let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 { take(UnsafeRawBufferPointer(buffer)[..<count]) }
        return count
      }
      if count <= 0 { break }
    }
    if roots.count < folders.count { findFolders(tells: true) }
    if !paths.isEmpty { settleSoon() }
  }

  private func settle() {
    // What came and went leaves no trace in the book. A file that is written before it has a name is told of as well,
    // by one that it never had.
    let paths = self.paths.filter { path in
      gone.contains(path) && !born.contains(path) || Disk.kind(of: path, followingLinks: false) != nil
    }
    self.paths = []
    born = []
    gone = []
    if !paths.isEmpty { changed(paths) }
  }

  /// Tells what changed once nothing more does.
  private func settleSoon() {
    timer?.invalidate()
    // The loop's thread is the only one that touches the watch.
    nonisolated(unsafe) weak let watch = self
    let timer = LoopTimer(after: calm, label: "files have settled") { _ in watch?.settle() }
    loop.add(timer)
    self.timer = timer
  }

  private func take(_ events: Slice<UnsafeRawBufferPointer>) {
    var offset = events.startIndex
    let size = MemoryLayout<inotify_event>.size
    while offset + size <= events.endIndex {
      let event = events.base.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let length = Int(event.len)
      guard offset + size + length <= events.endIndex else { break }
      let name = String(decoding: events[(offset + size)..<(offset + size + length)].prefix { $0 != 0 }, as: UTF8.self)
      offset += size + length
      take(event, name)
    }
  }

  private func take(_ event: inotify_event, _ name: String) {
    func happened(_ what: Int32) -> Bool { event.mask & UInt32(what) != 0 }
    if happened(IN_Q_OVERFLOW) {
      // Of folders that were made in the meantime nothing was told.
      for folder in folders where roots[folder] != nil { watch(folder) }
      gone.formUnion(folders)
      return paths.formUnion(folders)
    }
    if happened(IN_IGNORED) || happened(IN_MOVE_SELF) { roots = roots.filter { $0.value != event.wd } }
    if happened(IN_IGNORED) {
      watched[event.wd] = nil
      scouts.remove(event.wd)
      return
    }
    guard let folder = watched[event.wd] else { return }
    let path = name.isEmpty ? folder : BookPath.join(folder, name)
    if isIgnored(path) { return }
    if happened(IN_ISDIR), happened(IN_CREATE) || happened(IN_MOVED_TO) {
      watch(path, isMoved: happened(IN_MOVED_TO), tells: true)
    }
    if happened(IN_CREATE) {
      if !gone.contains(path) { born.insert(path) }
      // A file that was only made is told of again when it has been written.
      if !happened(IN_ISDIR) { return }
    }
    if happened(IN_DELETE) || happened(IN_MOVED_FROM) || happened(IN_DELETE_SELF) || happened(IN_MOVE_SELF) {
      gone.insert(path)
    }
    paths.insert(path)
  }
}
