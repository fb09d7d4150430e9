internal import Files
internal import Glibc
package import LoopEngine

/// Tells when something in a folder changes, in all folders below it too, once things have calmed down.
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
  private var watched: [Int32: String] = [:]
  /// What changed since `changed` was called last.
  private var paths: Set<String> = []

  /// How often a folder is looked for that is not there: nothing tells when it comes back.
  private static let search = Duration.milliseconds(200)

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
    for folder in folders { watch(folder) }
    // The loop's thread is the only one that touches the watch.
    nonisolated(unsafe) weak let watch = self
    let source = DescriptorSource(descriptor, label: "book's files") { _ in watch?.read() }
    self.source = source
    try loop.handle.add(source)
    searchFolders()
  }

  deinit {
    source?.invalidate()
    timer?.invalidate()
    close(descriptor)
  }

  private func watch(_ folder: String) {
    let number = inotify_add_watch(descriptor, folder, Self.events | UInt32(IN_ONLYDIR))
    // A folder that is gone already is told of by the one above it.
    guard number >= 0 else { return }
    watched[number] = folder
    for entry in (try? FileTree.entries(in: folder)) ?? [] where entry.kind == .folder {
      let path = "\(folder)/\(entry.name)"
      if !isIgnored(path) { watch(path) }
    }
  }

  private func read() {
    while true {
      let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 { take(UnsafeRawBufferPointer(buffer)[..<count]) }
        return count
      }
      if count <= 0 { break }
    }
    if paths.isEmpty { searchFolders() } else { after(calm, "files have settled") { $0.settle() } }
  }

  private func settle() {
    let paths = self.paths
    self.paths = []
    if !paths.isEmpty { changed(paths) }
    searchFolders()
  }

  /// Watches folders that are there again: one that was removed and made anew is another folder.
  private func searchFolders() {
    var isMissing = false
    for folder in folders where !watched.values.contains(folder) {
      watch(folder)
      if watched.values.contains(folder) { paths.insert(folder) } else { isMissing = true }
    }
    if !paths.isEmpty {
      after(calm, "files have settled") { $0.settle() }
    } else if isMissing {
      after(Self.search, "look for a folder") { $0.searchFolders() }
    }
  }

  /// Does something later, in place of what was to be done later before.
  private func after(_ duration: Duration, _ label: String, _ action: @escaping (FolderWatch) -> Void) {
    timer?.invalidate()
    // The loop's thread is the only one that touches the watch.
    nonisolated(unsafe) weak let watch = self
    let timer = LoopTimer(after: duration, label: label) { _ in
      if let watch { action(watch) }
    }
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
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        paths.formUnion(folders)
        continue
      }
      if event.mask & UInt32(IN_IGNORED) != 0 {
        watched[event.wd] = nil
        continue
      }
      guard let folder = watched[event.wd] else { continue }
      let path = name.isEmpty ? folder : "\(folder)/\(name)"
      if isIgnored(path) { continue }
      if event.mask & UInt32(IN_ISDIR) != 0, event.mask & (UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) != 0 { watch(path) }
      // A file that was only made is told of again when it has been written.
      if event.mask & UInt32(IN_CREATE) != 0, event.mask & UInt32(IN_ISDIR) == 0 { continue }
      paths.insert(path)
    }
  }
}
